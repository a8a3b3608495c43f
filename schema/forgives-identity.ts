/**
 * Extension of a field that makes, renews or ends a session. It runs even with an invalid session or token (see
 * `forgivesIdentity`).
 */
export const FORGIVES_IDENTITY = { forgivesIdentity: true };
