import { type AuthFailure, AuthScopeFailureType } from "@pothos/plugin-scope-auth";
import { ForbiddenError } from "#foundation/errors/index";

/** The single scopes that failed, out of the `$all` and `$any` around them. */
function failedScopes(failure: AuthFailure): string[] {
  if (failure.kind === AuthScopeFailureType.AuthScope) return [failure.scope];
  return "failures" in failure ? failure.failures.flatMap(failedScopes) : [];
}

/** What a refused caller is told: a missing subscription has words of its own, unless a scope is missing too. */
export function forbiddenBy(failure: AuthFailure): ForbiddenError {
  const failed = failedScopes(failure);
  return failed.length > 0 && failed.every((scope) => scope === "subscription")
    ? new ForbiddenError(undefined, "API Key not subscribed to this endpoint")
    : new ForbiddenError();
}
