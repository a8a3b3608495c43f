/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect className="brand-field" width="32" height="32" rx="9" />
        <circle className="brand-dot" cx="11" cy="20.5" r="4.5" />
        <circle className="brand-dot" cx="20.5" cy="11.5" r="6" />
        <circle className="brand-dot" cx="23" cy="23.5" r="2.5" />
      </svg>
      <span>Market Intelligence</span>
    </span>
  );
}
