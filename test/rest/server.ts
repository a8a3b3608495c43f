import { pino } from "pino";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES, type Scope, type Subscription } from "#accounts/auth/scopes";
import { createTeam } from "#accounts/teams/create-team";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { claimRun, endRun } from "#jobs/run-lifecycle";
import { startApi } from "../../src/api.ts";
import { createTestDatabase } from "../support/database.ts";

/** No Temporal server listens here: what is asked for stays queued, and each test decides what becomes of it. */
const NO_TEMPORAL = "127.0.0.1:1";

export interface Answer {
  status: number;
  headers: Headers;
  // Bodies are read as a client without types would.
  // biome-ignore lint/suspicious/noExplicitAny: the contract's shapes are what the tests are about
  body: any;
}

export interface Ask {
  /** Sent as JSON, unless it is a string or bytes: those go as they are. */
  body?: unknown;
  /** `x-api-key`; null sends none. By default the key of the test team with all scopes. */
  key?: string | null;
  headers?: Record<string, string>;
}

/**
 * The whole API over HTTP on a database of its own, with a team, its keys, and a second team that must stay separate.
 * `wayTo`: where the server finds the database, if not directly.
 */
export async function startRestServer(
  environment: NodeJS.ProcessEnv = {},
  wayTo: (databaseUrl: string) => Promise<string> = async (databaseUrl) => databaseUrl,
) {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    // A machine may be busy: neither is what these tests are about.
    MAX_EVENT_LOOP_DELAY_MS: "0",
    SLOW_STATEMENT_MS: "0",
    ...environment,
  });
  const logged: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const api = await startApi(
    { ...config, port: 0 },
    {
      databaseUrl: await wayTo(databaseUrl),
      temporalAddress: NO_TEMPORAL,
      log,
    },
  );
  const team = await createTeam(db.prisma, { name: "Asking", domain: "asking.com" });
  const other = await createTeam(db.prisma, { name: "Other", domain: "other.com" });
  const keyOf = async (
    teamId: number | null,
    scopes: readonly Scope[] = SCOPES,
    subscriptions: readonly Subscription[] = [],
  ) => (await issueKey(db.prisma, { teamId, scopes, subscriptions, environment: "test" })).key;
  const key = await keyOf(team.id);

  return {
    url: api.url,
    databaseUrl,
    db,
    teamId: team.id,
    otherTeamId: other.id,
    /** Errors that the server logged, newest last. */
    logged,
    keyOf,
    otherKey: await keyOf(other.id),
    platformKey: await keyOf(null),
    async ask(method: string, path: string, { body, key: sent = key, headers = {} }: Ask = {}): Promise<Answer> {
      const raw = typeof body === "string" || body instanceof Uint8Array;
      const response = await fetch(api.url + path, {
        method,
        headers: {
          ...(sent === null ? {} : { "x-api-key": sent }),
          ...(body === undefined || raw ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: raw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    },
    async stop() {
      await api.stop();
      await drop();
    },
  };
}

export type RestServer = Awaited<ReturnType<typeof startRestServer>>;

/** Plays the worker: takes the market's queued run and ends it. */
export async function finishRun(
  db: Database,
  marketId: number,
  status: "completed" | "failed" = "completed",
): Promise<void> {
  const run = await db.prisma.workflowRun.findFirstOrThrow({ where: { marketId, status: "queued" } });
  await claimRun(db.prisma, run.id, `test-${run.id}`);
  await db.prisma.$transaction((tx) => endRun(tx, run.id, { status, reason: "the test says so" }));
}

/** Criteria that a discovery accepts. */
export const CRITERIA = {
  marketName: "Rotor blades",
  userPrompt: "Find makers of rotor blades in Germany",
  keywords: { features: ["rotor blades"] },
  count: 5,
};

/** Starts a discovery of a new market. */
export async function startMarket({ ask }: RestServer, criteria: object = CRITERIA, query = ""): Promise<number> {
  const { status, body } = await ask("POST", `/v2/discovery/start${query}`, { body: { searchCriteria: criteria } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.metadata.marketId;
}

/** The contract's error envelope. */
export const refusal = (errorCode: string, message: unknown) => ({ success: false, errorCode, message });

/** Everything that an endpoint could have written. */
export async function written({ prisma }: Database) {
  const { market, job, workflowRun, criteriaVersion, quotaUsage } = prisma;
  return Promise.all([
    market.count(),
    job.count(),
    workflowRun.count(),
    criteriaVersion.count(),
    quotaUsage.findMany(),
  ]);
}

/** An endpoint's path with a market's id in it. */
export const pathFor = (path: string, marketId: number | string) => path.replace("{marketId}", String(marketId));
