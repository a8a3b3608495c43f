import type { z } from "zod";
import { wholeNumber } from "./values.ts";

/** A hundred years. */
const LONGEST_DAYS = 36_500;
/** Minimum for the ledger and the audit trail, in days: they answer questions about recent months. */
const SHORTEST_OF_RECORDS = 90;

/** A number of days; 0 keeps the rows. */
const days = (byDefault: number) => wholeNumber(0, LONGEST_DAYS).default(byDefault);
const ofRecords = wholeNumber(0, LONGEST_DAYS)
  .refine((given) => given === 0 || given >= SHORTEST_OF_RECORDS, `must be 0 or at least ${SHORTEST_OF_RECORDS}`)
  .default(0);

/** Environment variables that say how long rows are kept that nothing else clears. */
export const retentionEnvironment = {
  RETENTION_EVERY_MINUTES: wholeNumber(0, 1_440)
    .default(1_440)
    .describe("how often [old data is deleted](retention.md); 0: only by `market retention`"),
  RETENTION_PROGRESS_LOG_DAYS: days(365).describe(
    "days that the steps of ended jobs are kept; here and below, 0: always",
  ),
  RETENTION_FAILED_DISCOVERIES_DAYS: days(90).describe("the same for what failed or cancelled discoveries left"),
  RETENTION_RECORDINGS_DAYS: days(0).describe("the same for recordings, which a replay needs"),
  RETENTION_WEBHOOK_DELIVERIES_DAYS: days(90).describe(
    "the same for webhook deliveries that were accepted or given up",
  ),
  RETENTION_NOTICES_DAYS: days(365).describe("the same for notices that no webhook still has to send"),
  RETENTION_LEDGER_DAYS: ofRecords.describe("the same for the ledger; 0 or at least 90"),
  RETENTION_AUDIT_DAYS: ofRecords.describe("the same for the audit trail; 0 or at least 90"),
};

type Environment = z.output<z.ZodObject<typeof retentionEnvironment>>;

/** Days after which rows are cleared; 0: never (docs/retention.md). */
export interface RetentionConfig {
  /** Steps of ended jobs; the first entry and the entry of the end stay. */
  progressLog: number;
  /** Leftovers of discoveries that failed or were cancelled. */
  failedDiscoveries: number;
  /** What a replay needs: answers of providers and the generators' lists. */
  recordings: number;
  /** Deliveries that were accepted or given up. */
  webhookDeliveries: number;
  /** Notices that no webhook still has to send. */
  notices: number;
  ledger: number;
  audit: number;
}

export const readRetention = (e: Environment): RetentionConfig => ({
  progressLog: e.RETENTION_PROGRESS_LOG_DAYS,
  failedDiscoveries: e.RETENTION_FAILED_DISCOVERIES_DAYS,
  recordings: e.RETENTION_RECORDINGS_DAYS,
  webhookDeliveries: e.RETENTION_WEBHOOK_DELIVERIES_DAYS,
  notices: e.RETENTION_NOTICES_DAYS,
  ledger: e.RETENTION_LEDGER_DAYS,
  audit: e.RETENTION_AUDIT_DAYS,
});
