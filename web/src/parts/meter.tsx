import { percent } from "./words.ts";

/** Shows a share as a bar with its figure. */
export function Meter({ share, label }: { share: number; label: string }) {
  return (
    <span className="meter">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="meter-all" width="100" height="6" rx="3" />
        <rect className="meter-part" width={Math.max(2, share * 100)} height="6" rx="3" />
      </svg>
      <span className="meter-figure">
        <span className="unseen">{label} </span>
        {percent(share)}
      </span>
    </span>
  );
}

/** Shows an estimated share with its interval. */
export function Interval({ value, low, high, label }: { value: number; low: number; high: number; label: string }) {
  return (
    <div className="interval">
      <div className="interval-words">
        <span>{label}</span>
        <strong>
          {percent(low)} – {percent(high)}
        </strong>
      </div>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="meter-all" y="3" width="100" height="4" rx="2" />
        <rect
          className="interval-range"
          x={low * 100}
          y="3"
          width={Math.max(1, (high - low) * 100)}
          height="4"
          rx="2"
        />
        <rect className="interval-value" x={value * 100 - 0.6} width="1.2" height="10" />
      </svg>
    </div>
  );
}
