/** The workflow's type name. */
export const RETENTION_WORKFLOW = "clearOldRows";

/** The schedule's id, and the prefix of its workflows' ids. */
export const RETENTION_ID = "clear-old-rows";

export interface RetentionResult {
  /** Number of deleted rows by kind. */
  cleared: Record<string, number>;
}
