/**
 * Extension of a field that makes, renews or ends a session: a session or token that is no longer valid does not keep it from
 * running (see `forgivesIdentity`).
 */
export const FORGIVES_IDENTITY = { forgivesIdentity: true };
