import type { JobLineFragment } from "#generated/operations/graphql";
import { table } from "./table.ts";

/** Describes a job's state: "running 40 %", "paused at 40 %", "completed". */
export function jobState({ status, progress, pausedAt }: Pick<JobLineFragment, "status" | "progress" | "pausedAt">) {
  if (status !== "RUNNING") return status.toLowerCase();
  return `${pausedAt == null ? "running" : "paused at"} ${Math.round(progress * 100)} %`;
}

/** `workflowName` of discoveries; that of any other job is its pipeline flag. */
const DISCOVERIES: readonly string[] = ["first_pass", "second_pass"];

/** Returns the number of companies that a job found; "–" for a pipeline job, which finds none. */
export const companiesOf = ({
  workflowName,
  companiesFound,
}: Pick<JobLineFragment, "workflowName" | "companiesFound">) =>
  DISCOVERIES.includes(workflowName) ? String(companiesFound) : "–";

const HEADINGS = ["Job", "What", "State", "Companies", "Began", "Ended", "Reason"];

/** Formats jobs as a table. */
export const jobTable = (jobs: readonly JobLineFragment[]): string =>
  table(
    HEADINGS,
    jobs.map((job) => [
      String(job.jobId),
      job.workflowName,
      jobState(job),
      companiesOf(job),
      job.startTime,
      job.endTime ?? "",
      job.error ?? "",
    ]),
  );
