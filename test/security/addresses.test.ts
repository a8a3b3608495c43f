import { randomBytes } from "node:crypto";
import { access } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueKey, revokeKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { createUser } from "#accounts/teams/create-user";
import { DownloadAddressDocument } from "#generated/tests/graphql";
import { EXPORT_FORMATS, type ExportFormat, exportPath } from "#markets/export-formats";
import { storeDigest } from "#monitors/digests/stored-digests";
import { FEED_FORMATS, feedPath } from "#monitors/feed/feed-address";
import type { HttpParts } from "#server/http-server";
import { get, post } from "./door-requests.ts";
import { type Ids, seedTeamNodes } from "./node-seeds.ts";
import { type SessionServer, startSessionServer } from "./session-server.ts";

type DoorName = {
  [Part in keyof HttpParts]: HttpParts[Part] extends HttpParts["rest"] ? Part : never;
}[keyof HttpParts];

/** Where each door of the HTTP server is tried with callers of every kind. The compiler names a door without its test. */
const TRIED = {
  graphql: ["tenancy.test.ts", "guards.test.ts"],
  rest: ["doors.test.ts"],
  trpc: ["doors.test.ts"],
  mcp: ["doors.test.ts"],
  exports: ["doors.test.ts", "addresses.test.ts"],
  feeds: ["addresses.test.ts"],
  digests: ["addresses.test.ts"],
} satisfies Record<DoorName, string[]>;

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer({ RATE_LIMIT_PER_MINUTE: "0" });
});
afterAll(() => server?.stop());

/** Changes one character that counts: bits of the last one may be padding. */
const forged = (text: string): string => `${text.slice(0, -10)}${text.at(-10) === "A" ? "B" : "A"}${text.slice(-9)}`;

/** A team with its objects and a key for them. */
async function newTeam() {
  const { db, system } = server;
  const { teamId } = await system.team();
  const issued = await issueKey(db.prisma, { teamId, scopes: SCOPES, environment: "test" });
  return { teamId, issued, ids: await seedTeamNodes(db, teamId) };
}
type Team = Awaited<ReturnType<typeof newTeam>>;

const endAccess = ({ teamId }: Team) =>
  server.db.prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt: new Date(Date.now() - 1) } });
const changeKey = ({ issued }: Team, data: { scopes?: string[]; expiresAt?: Date }) =>
  server.db.prisma.apiKey.update({ where: { id: issued.id }, data });

describe("an address of a download", () => {
  /** The token of a team's address. */
  async function tokenOf({ ids, issued }: Team, format: ExportFormat): Promise<string> {
    const named = format.toUpperCase() as "CSV" | "NDJSON" | "XLSX" | "PARQUET";
    const variables = { marketId: Number(ids.Market), format: named };
    const { market } = await server.system.answer(issued.key, DownloadAddressDocument, variables);
    return new URL(market?.download.url ?? "").searchParams.get("token") ?? "";
  }
  const pathOf = ({ Market }: Ids, format: ExportFormat, token: string) =>
    `${exportPath(Number(Market), format)}?token=${token}`;
  const otherThan = (format: ExportFormat) => EXPORT_FORMATS.find((one) => one !== format) ?? format;

  /** What happened before somebody opens the address: a change of it, or of what it rests on. */
  const CASES: [string, string, (team: Team, token: string, format: ExportFormat) => Promise<string> | string][] = [
    ["as it was given", "OK", ({ ids }, token, format) => pathOf(ids, format, token)],
    [
      "of another team's market",
      "UNAUTHORISED",
      async (_, token, format) => pathOf((await newTeam()).ids, format, token),
    ],
    ["of another format", "UNAUTHORISED", ({ ids }, token, format) => pathOf(ids, otherThan(format), token)],
    ["with a forged token", "UNAUTHORISED", ({ ids }, token, format) => pathOf(ids, format, forged(token))],
    ["without a token", "UNAUTHORISED", ({ ids }, _, format) => exportPath(Number(ids.Market), format)],
    [
      "of a revoked key",
      "UNAUTHORISED",
      async (team, token, format) => {
        await revokeKey(server.db.prisma, team.issued.prefix);
        return pathOf(team.ids, format, token);
      },
    ],
    [
      "of an expired key",
      "UNAUTHORISED",
      async (team, token, format) => {
        await changeKey(team, { expiresAt: new Date(Date.now() - 1) });
        return pathOf(team.ids, format, token);
      },
    ],
    [
      "of a key that has lost its scopes",
      "FORBIDDEN",
      async (team, token, format) => {
        await changeKey(team, { scopes: [] });
        return pathOf(team.ids, format, token);
      },
    ],
    [
      "of a team whose access has ended",
      "FORBIDDEN",
      async (team, token, format) => {
        await endAccess(team);
        return pathOf(team.ids, format, token);
      },
    ],
  ];

  it.each(EXPORT_FORMATS.flatMap((format) => CASES.map((one) => [format, ...one] as const)))(
    "as %s, %s, gets %s",
    async (format, _, expected, prepare) => {
      const team = await newTeam();
      const path = await prepare(team, await tokenOf(team, format), format);
      await expect.poll(async () => (await get(server, path)).code).toBe(expected);
    },
  );
});

describe("an address of a feed", () => {
  async function newFeed({ ids, issued }: Team): Promise<string> {
    const mutation = `mutation { createMonitorFeed(monitorId: ${ids.Monitor}) { atomUrl } }`;
    const { body } = await server.graph({ key: issued.key }, mutation);
    return /monitors\/([\w-]{43})\./.exec(body.data.createMonitorFeed.atomUrl)?.[1] ?? "";
  }
  const asked = ({ issued }: Team, mutation: string) => server.graph({ key: issued.key }, `mutation { ${mutation} }`);

  const CASES: [string, string, (team: Team, token: string) => Promise<unknown> | string][] = [
    ["as it was given", "OK", (_, token) => token],
    ["with a forged token", "NOT_FOUND", (_, token) => forged(token)],
    ["that was replaced", "NOT_FOUND", async (team) => void (await newFeed(team))],
    [
      "that was revoked",
      "NOT_FOUND",
      ({ ids, ...team }) => asked({ ids, ...team }, `revokeMonitorFeed(monitorId: ${ids.Monitor}) { name }`),
    ],
    [
      "of a deleted monitor",
      "NOT_FOUND",
      ({ ids, ...team }) => asked({ ids, ...team }, `deleteMonitor(monitorId: ${ids.Monitor})`),
    ],
    ["of a team whose access has ended", "FORBIDDEN", async (team) => void (await endAccess(team))],
  ];

  it.each(FEED_FORMATS.flatMap((format) => CASES.map((one) => [format, ...one] as const)))(
    "as %s, %s, gets %s",
    async (format, _, expected, prepare) => {
      const team = await newTeam();
      const token = await newFeed(team);
      const prepared = await prepare(team, token);
      const path = feedPath(typeof prepared === "string" ? prepared : token, format);
      await expect.poll(async () => (await get(server, path)).code).toBe(expected);
    },
  );

  it.each(FEED_FORMATS)("as %s tells of its own monitor only", async (format) => {
    const [team, other] = [await newTeam(), await newTeam()];
    await server.db.prisma.notice.updateMany({
      where: { teamId: other.teamId },
      data: { title: "Confidential kites" },
    });
    const { text } = await get(server, feedPath(await newFeed(team), format));
    expect(text).toContain("Kites entered");
    expect(text).not.toContain("Confidential");
  });
});

describe("an address that ends a digest", () => {
  it("answers alike whether it is known, and ends that digest alone", async () => {
    const { db } = server;
    const team = await newTeam();
    const tokens = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
    for (const [i, token] of tokens.entries()) {
      const user = { firstName: "Ada", lastName: "L", password: "a long enough password" };
      const { id: userId } = await createUser(db.prisma, {
        ...user,
        teamId: team.teamId,
        email: `d${i}-${team.teamId}@example.com`,
      });
      await storeDigest(db, { monitorId: Number(team.ids.Monitor), userId, period: "daily", token });
    }
    const [token = ""] = tokens;
    const known = await get(server, `/digests/${token}`);
    expect(known).toEqual(await get(server, `/digests/${forged(token)}`));
    expect(await post(server, `/digests/${forged(token)}`)).toEqual(await post(server, `/digests/${token}`));
    expect(await db.prisma.monitorDigest.count({ where: { monitorId: Number(team.ids.Monitor) } })).toBe(1);
  });
});

it.each(Object.entries(TRIED))("the door %s is tried by a test that is there", async (_door, files) => {
  for (const file of files) await access(new URL(file, import.meta.url));
});
