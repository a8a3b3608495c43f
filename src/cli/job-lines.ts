import type { JobLineFragment } from "#generated/operations/graphql";
import { table } from "./table.ts";

/** Describes a job's state: "running 40 %", "paused at 40 %", "completed". */
export function jobState({ status, progress, pausedAt }: Pick<JobLineFragment, "status" | "progress" | "pausedAt">) {
  if (status !== "RUNNING") return status.toLowerCase();
  return `${pausedAt == null ? "running" : "paused at"} ${Math.round(progress * 100)} %`;
}

const HEADINGS = ["Job", "What", "State", "Companies", "Began", "Ended", "Reason"];

/** Formats jobs as a table. */
export const jobTable = (jobs: readonly JobLineFragment[]): string =>
  table(
    HEADINGS,
    jobs.map((job) => [
      String(job.jobId),
      job.workflowName,
      jobState(job),
      String(job.companiesFound),
      job.startTime,
      job.endTime ?? "",
      job.error ?? "",
    ]),
  );
