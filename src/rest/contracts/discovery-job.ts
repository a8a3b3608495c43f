import { z } from "zod";
import { dataEnvelope, MarketMetadata } from "./envelopes.ts";
import { integer, timestamp } from "./values.ts";

/** An item of `data` when a discovery starts. */
const DiscoveryJob = z
  .strictObject({
    jobId: integer(),
    workflowId: integer(),
    workflowName: z.string().meta({ description: "`first_pass` or `second_pass`." }),
    startTime: timestamp(),
  })
  .meta({ id: "DiscoveryJob" });

/** The answer to starting a discovery. */
export const DiscoveryStarted = dataEnvelope(MarketMetadata, z.array(DiscoveryJob)).meta({ id: "DiscoveryStarted" });

const JobStatus = z.enum(["queued", "running", "completed", "failed", "cancelled"]).meta({ id: "JobStatus" });
const progress = () => z.number().min(0).max(1);

const StatusJob = z
  .strictObject({
    jobId: integer(),
    workflowId: integer(),
    workflowName: z
      .string()
      .meta({ description: "`first_pass` or `second_pass` for a discovery; otherwise the pipeline flag." }),
    status: JobStatus,
    stage: z.string(),
    progress: progress(),
    companiesFound: integer(),
    startTime: timestamp(),
    endTime: timestamp().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "StatusJob" });

/** The progress of a market's discovery. The first four fields are those of its newest discovery job. */
export const DiscoveryStatus = z
  .strictObject({
    status: JobStatus,
    progress: progress(),
    stage: z.string(),
    companiesFound: integer(),
    jobs: z.array(StatusJob).meta({ description: "Discoveries and pipeline jobs, newest first." }),
  })
  .meta({ id: "DiscoveryStatus" });
