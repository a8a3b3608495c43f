import type { JobLineFragment } from "#generated/operations/graphql";
import { table } from "./table.ts";

/** "running 40 %", "completed". */
export const jobState = ({ status, progress }: Pick<JobLineFragment, "status" | "progress">): string =>
  status === "RUNNING" ? `running ${Math.round(progress * 100)} %` : status.toLowerCase();

const HEADINGS = ["Job", "What", "State", "Companies", "Began", "Ended", "Why it ended so"];

/** Jobs for people, one a row. */
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
