import { type AuthFailure, AuthScopeFailureType } from "@pothos/plugin-scope-auth";
import { ForbiddenError } from "#foundation/errors/index";

/** Returns the failed conditions inside `$all` and `$any`. */
function failedScopes(failure: AuthFailure): string[] {
  if (failure.kind === AuthScopeFailureType.AuthScope) return [failure.scope];
  return "failures" in failure ? failure.failures.flatMap(failedScopes) : [];
}

/** Returns the message for a refused caller: a missing subscription has its own text, unless a scope is missing too. */
export function forbiddenBy(failure: AuthFailure): ForbiddenError {
  const failed = failedScopes(failure);
  return failed.length > 0 && failed.every((scope) => scope === "subscription")
    ? new ForbiddenError(undefined, "API Key not subscribed to this endpoint")
    : new ForbiddenError();
}
