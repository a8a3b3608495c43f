import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/** The type of failures that the person who asked may read; activities give it to expected errors only. */
export const EXPECTED_FAILURE = "ExpectedFailure";

/** What a job's record says of a failure: an expected one in its own words, anything else without its inside. */
export function publicReason(error: unknown, workflowId: string): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type === EXPECTED_FAILURE) return cause.message;
  return `the service failed; its operators find the reason in Temporal under ${workflowId}`;
}

/** Whether a failure is the service's own, so that the team gets its quota back. */
export function isOwnFault(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return !(cause instanceof ApplicationFailure && cause.type === EXPECTED_FAILURE);
}
