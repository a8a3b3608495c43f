import { expect } from "vitest";
import { issueKey, revokeKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import type { Told } from "./door-requests.ts";
import type { Ids } from "./node-seeds.ts";
import type { SessionServer, Shown } from "./session-server.ts";

/** Who asks, besides the team whose objects are asked for. It comes last, as it may change them. */
export const CALLERS = [
  "nobody",
  "cookie",
  "access token",
  "expired",
  "revoked",
  "scopeless",
  "other",
  "frame",
  "own",
  "platform",
] as const;
export type Caller = (typeof CALLERS)[number];

/** What a caller gets: a refusal's code; what an absent object gets; or an answer. */
export type Expected = "UNAUTHORISED" | "FORBIDDEN" | "ABSENT" | "ANSWER";
export const USUAL: Record<Caller, Expected> = {
  nobody: "UNAUTHORISED",
  cookie: "UNAUTHORISED",
  "access token": "UNAUTHORISED",
  expired: "UNAUTHORISED",
  revoked: "UNAUTHORISED",
  scopeless: "FORBIDDEN",
  other: "ABSENT",
  frame: "ANSWER",
  own: "ANSWER",
  platform: "ANSWER",
};

/** Where what is expected of some callers differs from what is usual. */
export type But = Partial<Record<Caller, Expected>>;
export const FORBIDDEN_TO_FRAMES = { frame: "FORBIDDEN" } as const satisfies But;
/** Any key may sign its own users in and out. */
export const OF_ANY_KEY = { ...FORBIDDEN_TO_FRAMES, scopeless: "ANSWER" } as const satisfies But;

/** What no caller gets that is let in. Other errors tell of the object's state. */
const REFUSALS = [
  "UNAUTHORISED",
  "FORBIDDEN",
  "INTERNAL_SERVER_ERROR",
  "INVALID_INPUT",
  "QUERY_VALIDATION_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
];

/** An answer without the ids that it was asked for. */
export const withoutIds = (text: string, ...asked: Ids[]): string =>
  asked
    .flatMap((ids) => Object.values(ids))
    .reduce<string>((rest, id) => rest.replaceAll(new RegExp(`\\b${id}\\b`, "g"), "ID"), text);

/** Compares what a caller is told with what is expected. @param absent what it is told of an object that is not there */
export function assertTold(caller: Caller, expected: Expected, told: Told, absent: Told | null): void {
  if (expected === "UNAUTHORISED" || expected === "FORBIDDEN")
    expect([caller, told.code, told.text]).toEqual([caller, expected, absent?.text ?? told.text]);
  else if (expected === "ABSENT" && absent !== null) {
    expect([caller, told.text]).toEqual([caller, absent.text]);
    expect(told.code).not.toBe("INTERNAL_SERVER_ERROR");
  } else {
    expect([caller, told.text, REFUSALS.includes(told.code)]).toEqual([caller, told.text, false]);
    expect([caller, told.text, told.text === absent?.text]).toEqual([caller, told.text, false]);
  }
}

/** What each caller shows. @param otherTeamId the team of the caller `other`; the server's own is that of most */
export async function showAll(server: SessionServer, otherTeamId: number): Promise<Record<Caller, Shown>> {
  const { db, system, teamId } = server;
  const keyOf = async (team: number | null) => ({ key: await system.key(team, SCOPES, ["events-monitor"]) });
  const issued = (expiresAt: Date | null) =>
    issueKey(db.prisma, { teamId, scopes: SCOPES, expiresAt, environment: "test" });
  const revoked = await issued(null);
  await revokeKey(db.prisma, revoked.prefix);
  const { cookie, accessToken } = await server.session();
  const key = await keyOf(teamId);
  return {
    nobody: {},
    cookie: { cookie },
    "access token": { bearer: accessToken },
    expired: { key: (await issued(new Date(Date.now() - 1_000))).key },
    revoked: { key: revoked.key },
    scopeless: { key: await system.key(teamId, []) },
    other: await keyOf(otherTeamId),
    frame: { sessionId: await server.frameToken(key) },
    own: key,
    platform: await keyOf(null),
  };
}
