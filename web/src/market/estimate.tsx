import { Interval } from "../parts/meter.tsx";
import type { JobData } from "./market-page.tsx";

/** Shows how right and how complete the market is: the sentence, and each interval drawn. */
export function Estimate({ estimate }: { estimate: NonNullable<JobData["estimate"]> }) {
  const { precision, partly, recall, sentence } = estimate;
  return (
    <section className="panel estimate" aria-label="How right and how complete">
      <p>{sentence}</p>
      <div className="estimate-intervals">
        {precision != null && <Interval {...precision} label="Match every criterion" />}
        {partly != null && <Interval {...partly} label="Match at least in part" />}
        {recall != null && <Interval {...recall} label="Completeness" />}
      </div>
    </section>
  );
}
