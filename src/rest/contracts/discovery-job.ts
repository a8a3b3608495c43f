import { z } from "zod";
import { dataEnvelope, MarketMetadata } from "./envelopes.ts";
import { integer, timestamp } from "./values.ts";

/** An item of `data` when a discovery starts. */
const DiscoveryJob = z
  .strictObject({
    jobId: integer().describe("The number of the job."),
    workflowId: integer().describe("The number of the run that the job belongs to."),
    workflowName: z
      .string()
      .describe("`first_pass` for the first discovery of a market, `second_pass` for an extension."),
    startTime: timestamp().describe("When the discovery was requested."),
  })
  .meta({ id: "DiscoveryJob" });

/** The answer to starting a discovery. */
export const DiscoveryStarted = dataEnvelope(
  MarketMetadata,
  z.array(DiscoveryJob).describe("The queued discovery."),
).meta({ id: "DiscoveryStarted" });

const JobStatus = z
  .enum(["queued", "running", "completed", "failed", "cancelled"])
  .meta({ id: "JobStatus", description: "The state of a job. A paused job is `running`." });
const progress = () => z.number().min(0).max(1).describe("The estimated progress, 0–1.");
const stage = () => z.string().describe("The current phase, such as `searching` or `judging`.");
const companiesFound = () =>
  integer().describe("The number of companies that the discovery has added to the market; 0 until they are stored.");

const StatusJob = z
  .strictObject({
    jobId: integer().describe("The number of the job."),
    workflowId: integer().describe(
      "The number of the run that the job belongs to. All jobs of one request share a run.",
    ),
    workflowName: z
      .string()
      .describe(
        "`first_pass` for the first discovery of a market, `second_pass` for an extension; otherwise the name of the pipeline flag.",
      ),
    status: JobStatus,
    stage: stage(),
    progress: progress(),
    companiesFound: companiesFound(),
    startTime: timestamp().describe("When the job started or, while it is queued, when it was requested."),
    endTime: timestamp().nullable().describe("When the job ended; null while it is queued or running."),
    error: z.string().nullable().describe("Why the job failed or was cancelled; null otherwise."),
  })
  .meta({ id: "StatusJob" });

/** The progress of a market's discovery. The first four fields are those of its newest discovery job. */
export const DiscoveryStatus = z
  .strictObject({
    status: JobStatus,
    progress: progress(),
    stage: stage(),
    companiesFound: companiesFound(),
    jobs: z.array(StatusJob).describe("All jobs of the market, newest first: discoveries and pipeline flags."),
  })
  .meta({ id: "DiscoveryStatus" });
