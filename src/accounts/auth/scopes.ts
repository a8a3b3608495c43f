/** The permission levels of an API key. */
export const SCOPES = [
  "discovery:read",
  "discovery:write",
  "markets:read",
  "markets:publish",
  "teams:read",
  "teams:write",
  "impact:read",
  "collections:read",
  "collections:write",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Subscriptions that a key may have, separate from its scopes. */
export const SUBSCRIPTIONS = ["events-monitor"] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
export const isSubscription = (value: string): value is Subscription =>
  (SUBSCRIPTIONS as readonly string[]).includes(value);
