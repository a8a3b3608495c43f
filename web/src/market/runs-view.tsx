import { workName } from "../pages/choices-field.tsx";
import { JobBadge } from "../parts/badge.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty } from "../parts/notice.tsx";
import { WideTable } from "../parts/wide-table.tsx";
import { duration, moment, money } from "../parts/words.ts";
import type { JobData } from "./market-data.ts";

const seconds = ({ startTime, endTime }: JobData): number | null =>
  endTime == null ? null : Math.max(0, (Date.parse(endTime) - Date.parse(startTime)) / 1000);

/** Shows every run of the market: what it was, how it ended, what it cost, and a link to its workflow for operators. */
export default function RunsView({ jobs }: { jobs: readonly JobData[] }) {
  if (jobs.length === 0) return <Empty title="Nothing has run yet" />;
  return (
    <section className="panel" aria-label="Runs">
      <WideTable label="Table of runs">
        <table className="runs stacked">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Status</th>
              <th scope="col">Began</th>
              <th scope="col">Took</th>
              <th scope="col">Cost</th>
              <th scope="col">Workflow</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => {
              const took = seconds(job);
              return (
                <tr key={job.jobId}>
                  <td>
                    <strong>{workName(job.workflowName)}</strong>
                    <span className="quiet second">job {job.jobId}</span>
                  </td>
                  <td>
                    <JobBadge status={job.status} />
                    {job.error != null && <span className="second field-error">{job.error}</span>}
                  </td>
                  <td data-label="Began" className="when">
                    {moment(job.startTime)}
                  </td>
                  <td data-label="Took">{took === null ? "–" : took < 1 ? "under 1 s" : duration(took)}</td>
                  <td data-label="Cost">
                    {job.cost.costUsd === 0 ? "nothing" : money(job.cost.costUsd)}
                    {job.cost.capUsd != null && (
                      <span className="quiet second">of at most {money(job.cost.capUsd)}</span>
                    )}
                  </td>
                  <td>
                    <a href={job.temporalUrl} target="_blank" rel="noreferrer noopener">
                      Temporal
                      <Icon name="open" />
                      <span className="unseen"> (in a new tab)</span>
                    </a>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </WideTable>
    </section>
  );
}
