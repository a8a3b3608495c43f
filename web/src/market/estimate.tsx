import { useState } from "react";
import { isPhone } from "../parts/is-phone.ts";
import { Interval } from "../parts/meter.tsx";
import { day, many, percent } from "../parts/words.ts";
import type { JobData, MarketData } from "./market-data.ts";

/** Says which list a discovery estimated. Reviews change the list, not the estimate. */
function setWords({ jobId, endTime, workflowName, companiesFound }: JobData, market: MarketData): string {
  const when = endTime == null ? "" : ` on ${day(endTime)}`;
  // A further discovery estimates its companies together with those that the market had.
  const set =
    workflowName === "first_pass"
      ? `the ${many(companiesFound, "company", "companies")} that discovery ${jobId} found${when}`
      : `the list as discovery ${jobId} left it${when}`;
  const { reviews, companies } = market;
  if (reviews.totalCount === 0) return `This is about ${set}.`;
  const now = `the market has ${many(companies.totalCount, "company", "companies")}`;
  return `This is about ${set}, without reviews. With ${many(reviews.totalCount, "review", "reviews")}, ${now} now.`;
}

interface EstimateProps {
  estimate: NonNullable<JobData["estimate"]>;
  /** The discovery that made the estimate. */
  job: JobData;
  market: MarketData;
}

/**
 * Shows how right and how complete the market is: the sentence, and each interval drawn. On a phone it is folded, so
 * that the companies are on the first screen.
 */
export function Estimate({ estimate, job, market }: EstimateProps) {
  const { precision, partly, recall, sentence } = estimate;
  const [isOpen] = useState(() => !isPhone());
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
      <p className="quiet">{setWords(job, market)}</p>
      <div className="estimate-intervals">
        {precision != null && <Interval {...precision} label="Match every criterion" />}
        {partly != null && <Interval {...partly} label="Match at least in part" />}
        {recall != null && <Interval {...recall} label="Completeness" />}
      </div>
    </details>
  );
}
