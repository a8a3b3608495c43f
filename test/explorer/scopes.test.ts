import { expect, it } from "vitest";
import { SCOPES, type Scope } from "#accounts/auth/scopes";
import { SCOPE_WORDS } from "../../web/src/graph/scopes.ts";

// The types fail the type check where the explorer lacks a scope of the server, or has one that the server lacks.
const words: Readonly<Record<Scope, string>> = SCOPE_WORDS;
const known: Readonly<Record<keyof typeof SCOPE_WORDS, unknown>> = words;

it("the explorer names every scope of a key", () => {
  expect(Object.keys(known).sort()).toEqual([...SCOPES].sort());
});
