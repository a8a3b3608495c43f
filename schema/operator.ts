import type { ScopeMap } from "./builder.ts";

/**
 * Needs a platform key itself: the directory and its sources belong to no team, and an address may hold a token. The frame token of
 * such a key stands in a page that others see.
 */
export const OPERATOR = { $all: { platform: true, apiKey: true } } as const satisfies ScopeMap;
