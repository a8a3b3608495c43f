import { useState } from "react";
import { Interval } from "../parts/meter.tsx";
import { percent } from "../parts/words.ts";
import type { JobData } from "./market-data.ts";

/** As in the style sheets. */
const PHONE = "(max-width: 40rem)";

/**
 * Shows how right and how complete the market is: the sentence, and each interval drawn. On a phone it is folded, so
 * that the companies are on the first screen.
 */
export function Estimate({ estimate }: { estimate: NonNullable<JobData["estimate"]> }) {
  const { precision, partly, recall, sentence } = estimate;
  const [isOpen] = useState(() => !matchMedia(PHONE).matches);
  return (
    <details className="panel estimate" open={isOpen}>
      <summary>
        How right and how complete
        {precision != null && (
          <span className="quiet">
            {percent(precision.low)} – {percent(precision.high)} match every criterion
          </span>
        )}
      </summary>
      <p>{sentence}</p>
      <div className="estimate-intervals">
        {precision != null && <Interval {...precision} label="Match every criterion" />}
        {partly != null && <Interval {...partly} label="Match at least in part" />}
        {recall != null && <Interval {...recall} label="Completeness" />}
      </div>
    </details>
  );
}
