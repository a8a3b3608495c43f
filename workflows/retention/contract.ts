/** The workflow's type name. */
export const RETENTION_WORKFLOW = "clearOldRows";

/** The schedule's id, and the prefix of its workflows' ids. */
export const RETENTION_ID = "clear-old-rows";

export interface RetentionResult {
  /** Rows that were deleted, by what they are. */
  cleared: Record<string, number>;
}
