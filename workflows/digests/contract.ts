/** The workflow's type name. */
export const DIGESTS_WORKFLOW = "sendDigests";

/** The schedule's id, and the prefix of its workflows' ids. */
export const DIGESTS_ID = "send-digests";

export interface DigestsResult {
  sent: number;
  /** Number of mails that could not be sent; the next run tries them again. */
  waiting: number;
}
