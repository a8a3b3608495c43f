import { decodeJwt } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { changeKey, rotateKey } from "#accounts/auth/manage-keys";
import type { Transaction } from "#foundation/db/database";
import { appendProgress } from "#jobs/progress-log";
import { type RunningApi, startApi } from "../../src/api.ts";
import { seedJob } from "../support/jobs.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/system.ts";
import { headersOf, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

const SSE = "text/event-stream";
/** What Apollo Client 4 sends, and what 3 does. */
const APOLLO =
  "multipart/mixed;boundary=graphql;subscriptionSpec=1.0, application/graphql-response+json, application/json;q=0.9";
const APOLLO_3 = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json";
const APOLLO_DOCUMENTED = "multipart/mixed;subscriptionSpec=1.0, application/json";

let server: SessionServer;
/** Another process of the same product, on the same database. */
let neighbour: RunningApi;
let marketId: number;
let jobId: number;
let entries = 0;

/** Something happens that every stream of the market tells. */
const happen = () =>
  server.db.prisma.$transaction((tx) =>
    appendProgress(tx, {
      marketId,
      jobId,
      phase: "judging",
      message: `entry ${++entries}`,
      progress: 0,
      key: `${entries}`,
    }),
  );

/** A change of keys that no trigger tells of. */
const untold = (change: (tx: Transaction) => Promise<unknown>) =>
  server.db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE api_keys DISABLE TRIGGER api_keys_access`;
    await change(tx);
    await tx.$executeRaw`ALTER TABLE api_keys ENABLE TRIGGER api_keys_access`;
  });

beforeAll(async () => {
  server = await startSessionServer();
  const { config, database } = server.system;
  neighbour = await startApi(
    { ...config, port: await freePort() },
    {
      databaseUrl: database.url,
      temporalAddress: `127.0.0.1:${config.temporal.port}`,
      log: pino({ level: "silent" }),
    },
  );
  ({ marketId, jobId } = await seedJob(server.db, { teamId: server.teamId }));
  await happen();
});
afterAll(async () => {
  await neighbour?.stop();
  await server?.stop();
});

interface Stream {
  headers: Headers;
  status: number;
  /** All that came so far. */
  text: () => string;
  /** When the server ended it. */
  ended: Promise<number>;
  stop(): void;
}

/** Subscribes to the market's progress. */
async function open(shown: Shown, url = server.system.url, accept = SSE): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    signal: abort.signal,
    headers: { "content-type": "application/json", accept, ...headersOf(shown) },
    body: JSON.stringify({ query: `subscription { discoveryProgress(marketId: ${marketId}) { message } }` }),
  });
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return Date.now();
  };
  const ended = read();
  ended.catch(() => {});
  return { headers: response.headers, status: response.status, text: () => text, ended, stop: () => abort.abort() };
}

/** A stream in each process that has told what has happened so far. */
async function openEverywhere(shown: Shown): Promise<Stream[]> {
  const streams = await Promise.all([server.system.url, neighbour.url].map((url) => open(shown, url)));
  for (const { text } of streams)
    await eventually(
      async () => text(),
      (told) => told.includes(`"entry ${entries}"`),
      10_000,
    );
  return streams;
}

/** The parts of an answer so far that are whole, as a client of the protocol cuts it. */
const partsOf = (text: string): { headers: string; content: Record<string, unknown> }[] => {
  const parts = text.split("\r\n--graphql");
  expect(parts[0]).toBe("");
  return parts.slice(1, -1).map((part) => {
    const [headers = "", content = ""] = part.trimStart().split("\r\n\r\n");
    return { headers, content: JSON.parse(content) };
  });
};
const contents = ({ text }: Stream) => partsOf(text()).map(({ content }) => content);

/** How long after `since` the streams ended, at the latest, in ms. */
const lastEnd = async (streams: Stream[], since: number) =>
  Math.max(...(await Promise.all(streams.map(({ ended }) => ended)))) - since;

const sessionOf = async (email: string) => {
  const answer = await server.signIn({ email });
  return { key: server.key, bearer: answer.body.accessToken as string };
};
const userOf = (token: string) => decodeJwt(token).sub ?? "";

describe("a stream", () => {
  it.each<[string, () => Promise<{ shown: Shown; end: () => Promise<unknown> }>, string]>([
    [
      "its key is revoked",
      async () => {
        const { key, prefix } = await server.keyOf(server.teamId);
        return { shown: { key }, end: () => revokeKey(server.db.prisma, prefix) };
      },
      "UNAUTHORISED",
    ],
    [
      "the key of its frame token is deleted",
      async () => {
        const { key, prefix } = await server.keyOf(server.teamId);
        const end = () => server.db.query("DELETE FROM api_keys WHERE prefix = $1", [prefix]);
        return { shown: { sessionId: await server.frameToken({ key }) }, end };
      },
      "UNAUTHORISED",
    ],
    [
      "its key may not do this any more",
      async () => {
        const { key, prefix } = await server.keyOf(server.teamId);
        return { shown: { key }, end: () => changeKey(server.db.prisma, prefix, { scopes: "markets:read" }) };
      },
      "FORBIDDEN",
    ],
    [
      "the user of its cookie signs out",
      async () => {
        const { cookie } = await server.session();
        const shown = { key: server.key, cookie };
        return { shown, end: () => server.ask("POST", "/v2/auth/sign-out", shown) };
      },
      "UNAUTHORISED",
    ],
    [
      "the session of its frame token is revoked",
      async () => {
        const { accessToken, cookie } = await server.session();
        const shown = { sessionId: await server.frameToken({ key: server.key, bearer: accessToken }) };
        return { shown, end: () => server.ask("POST", "/v2/auth/sign-out", { key: server.key, cookie }) };
      },
      "UNAUTHORISED",
    ],
    [
      "the user of its access token leaves the team",
      async () => {
        const { email, id: userId } = await server.anotherUser();
        const shown = await sessionOf(email);
        expect(userOf(shown.bearer)).toBe(userId);
        return { shown, end: () => server.db.prisma.membership.deleteMany({ where: { userId } }) };
      },
      "UNAUTHORISED",
    ],
  ])("ends within a second in every process after %s", async (_what, prepare, code) => {
    const { shown, end } = await prepare();
    const other = await open({ key: server.key });
    const streams = await openEverywhere(shown);
    const since = Date.now();
    await end();
    expect(await lastEnd(streams, since)).toBeLessThan(1_000);
    await happen();
    for (const { text } of streams) {
      expect(text()).toContain(`"code":"${code}"`);
      expect(text()).not.toContain(`"entry ${entries}"`);
    }
    await eventually(
      async () => other.text(),
      (told) => told.includes(`"entry ${entries}"`),
      10_000,
    );
    other.stop();
  });

  it("ends within a second in every process after its team's access has ended", async () => {
    const { key } = await server.keyOf(server.teamId);
    const streams = await openEverywhere({ key });
    const since = Date.now();
    const where = { id: server.teamId };
    await server.db.prisma.team.update({ where, data: { accessExpiresAt: new Date(since - 1) } });
    expect(await lastEnd(streams, since)).toBeLessThan(1_000);
    await server.db.prisma.team.update({ where, data: { accessExpiresAt: null } });
    expect(streams.map(({ text }) => /"code":"(\w+)"/.exec(text())?.[1])).toEqual(["FORBIDDEN", "FORBIDDEN"]);
  });
});

/** What only time brings: at the same time, to wait once. */
describe.concurrent("a stream ends by itself", () => {
  it("when what it was opened with expires", async () => {
    const { accessToken } = await server.session();
    const frame = await server.frameToken();
    const { key, prefix } = await server.keyOf(server.teamId);
    const exp = Math.ceil(Date.now() / 1000) + 3;
    const endsAt = exp * 1000;
    const short: Shown[] = [
      { key: server.key, bearer: await server.signed("at+jwt", { ...decodeJwt(accessToken), exp }) },
      { sessionId: await server.signed("frame+jwt", { ...decodeJwt(frame), exp }) },
      { key },
    ];
    const streams = (await Promise.all(short.map(openEverywhere))).flat();
    await rotateKey(server.db.prisma, prefix, { overlapMinutes: (endsAt - Date.now()) / 60_000, environment: "test" });
    const late = await Promise.all(streams.map(async ({ ended }) => (await ended) - endsAt));
    expect(Math.max(...late)).toBeLessThan(1_000);
    expect(Math.min(...late)).toBeGreaterThan(-500);
  });

  it("within seconds where nobody tells that its key is not good any more", async () => {
    const { key, prefix } = await server.keyOf(server.teamId);
    const streams = await openEverywhere({ key });
    const since = Date.now();
    await untold((tx) => tx.apiKey.update({ where: { prefix }, data: { secretHash: Buffer.alloc(32) } }));
    expect(await lastEnd(streams, since)).toBeLessThan(4_500);
  });

  it("when its cookie has been idle for too long: to be open is no use of it", async () => {
    const { cookie, accessToken } = await server.session();
    const streams = await openEverywhere({ key: server.key, cookie });
    const since = Date.now();
    await server.db.query(
      "UPDATE sessions SET cookie_used_at = now() - interval '12 hours' + interval '2 seconds' WHERE id = $1",
      [decodeJwt<{ sid: string }>(accessToken).sid],
    );
    expect(await lastEnd(streams, since)).toBeLessThan(5_500);
  });

  it("beats in Apollo's protocol while nothing happens, and tells beside the payload why it ends", async () => {
    const { key, prefix } = await server.keyOf(server.teamId);
    const stream = await open({ key }, server.system.url, APOLLO);
    const beats = (parts: object[]) => parts.filter((content) => Object.keys(content).length === 0).length;
    await eventually(
      async () => contents(stream),
      (parts) => beats(parts) === 2,
      10_000,
    );
    await revokeKey(server.db.prisma, prefix);
    await stream.ended;
    expect(contents(stream).at(-1)).toEqual({
      payload: null,
      errors: [{ message: "API Key is missing or invalid", extensions: { code: "UNAUTHORISED" } }],
    });
    expect(stream.text()).toMatch(/\r\n--graphql--\r\n$/);
  });
});

it("a stream is let go of when its client goes", async () => {
  const streams = await Promise.all(
    [SSE, APOLLO].map((accept) => open({ key: server.key }, server.system.url, accept)),
  );
  for (const { text } of streams)
    await eventually(
      async () => text(),
      (told) => told.includes("entry 1"),
      10_000,
    );
  for (const { stop } of streams) stop();
  const reads = async () => {
    server.system.statements();
    // Longer than the pause between two reads of the log.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    return server.system.statements();
  };
  await eventually(reads, (statements) => statements.length === 0, 10_000);
});

describe("a subscription in Apollo's multipart protocol", () => {
  it.each([APOLLO, APOLLO_3, APOLLO_DOCUMENTED])(
    "is what %s gets, each part as soon as it is there",
    async (accept) => {
      const stream = await open({ key: server.key }, server.system.url, accept);
      expect(stream.status).toBe(200);
      expect(stream.headers.get("content-type")).toBe('multipart/mixed;boundary="graphql";subscriptionSpec=1.0');
      const told = async (count: number) =>
        eventually(
          async () => contents(stream).filter((content) => "payload" in content),
          (seen) => seen.length === count,
          5_000,
        );
      await told(entries);
      expect(contents(stream)[0]).toEqual({});
      await happen();
      expect((await told(entries)).at(-1)).toEqual({
        payload: { data: { discoveryProgress: { message: `entry ${entries}` } } },
      });
      for (const { headers } of partsOf(stream.text())) expect(headers).toBe("Content-Type: application/json");
      stream.stop();
    },
  );

  it("is JSON where it cannot begin", async () => {
    const { key } = await server.keyOf(server.teamId, ["impact:read"]);
    const stream = await open({ key }, server.system.url, APOLLO_3);
    await stream.ended;
    expect(stream.headers.get("content-type")).toContain("application/json");
    expect(JSON.parse(stream.text())).toMatchObject({ errors: [{ extensions: { code: "FORBIDDEN" } }] });
  });
});
