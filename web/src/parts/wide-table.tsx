import type { ReactNode } from "react";

/** A table that may be wider than its container: it scrolls by itself, and is reachable by keyboard for that. */
export function WideTable({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section className={`table-frame ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
