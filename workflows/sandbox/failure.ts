import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/** The type of failures that a client may read; activities give it only to expected errors. */
export const EXPECTED_FAILURE = "ExpectedFailure";

/** Returns the text of a failure for a job's record: an expected error's own words, a general text for any other. */
export function publicReason(error: unknown, workflowId: string): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type === EXPECTED_FAILURE) return cause.message;
  return `the service failed; its operators find the reason in Temporal under ${workflowId}`;
}

/** Whether the service caused the failure, so that the team gets its quota back. */
export function isOwnFault(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return !(cause instanceof ApplicationFailure && cause.type === EXPECTED_FAILURE);
}
