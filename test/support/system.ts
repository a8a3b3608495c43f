import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { PayloadCodec } from "@temporalio/common";
import { print } from "graphql";
import { type Logger, pino } from "pino";
import { inject } from "vitest";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES, type Scope, type Subscription } from "#accounts/auth/scopes";
import { createTeam } from "#accounts/teams/create-team";
import { type Config, readConfig } from "#foundation/config/config";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import type { Fetcher } from "#providers/fetching/fetcher";
import { createPayloadCodec } from "#workflows/client/codec";
import type { RunningWorker } from "#workflows/worker/worker";
import { type RunningApi, startApi } from "../../src/api.ts";
import { startWorkerProcess, type WorkerProcessOptions } from "../../src/worker.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { ownNamespace } from "./namespaces.ts";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { workflowBundle } from "./workflow-bundle.ts";

export interface GraphAnswer<Data = Record<string, unknown>> {
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}

export interface TestSystem {
  config: Config;
  api: RunningApi;
  /** Reads what passes through Temporal. */
  codec: PayloadCodec;
  url: string;
  database: TestDatabase;
  /** SQL statements since the last call, oldest first; the relays have a pool of their own. */
  statements(): string[];
  /** A team and a key for it; every scope unless told otherwise. */
  team(options?: {
    name?: string;
    monthlyQuota?: number | null;
    scopes?: readonly Scope[];
  }): Promise<{ teamId: number; key: string }>;
  key(teamId: number | null, scopes?: readonly Scope[], subscriptions?: Subscription[]): Promise<string>;
  /** A worker in this process, with other settings than the system's where they are given. Whoever starts it stops it. */
  startWorker(options?: Partial<WorkerProcessOptions>, settings?: Partial<Config>): Promise<RunningWorker>;
  /** For answers that are refused, compared whole or counted: nothing is known of their type. */
  graph(key: string | undefined, query: string, variables?: unknown): Promise<GraphAnswer>;
  /** The same by a document of `test/graph/operations`, which codegen has typed. */
  ask<Data, Variables>(
    key: string | undefined,
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<GraphAnswer<Data>>;
  /** The data of such an answer. @throws where there is an error in it */
  answer<Data, Variables>(
    key: string | undefined,
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data>;
  rest(
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  /** A namespace of the run's Temporal server; without it the API runs as if Temporal were down. */
  temporal?: boolean;
  /** A worker in this process; needs `temporal`. */
  worker?: boolean;
  /** More of the environment that the product reads. */
  environment?: Record<string, string>;
  /** Stands for the web that the worker reads pages from. */
  pageFetcher?: Fetcher;
  /** By default a new one. It is removed with the system. */
  database?: TestDatabase;
  /** For tests of what is logged. */
  log?: Logger;
}

/** The product as it runs, on free ports and a database of its own. */
export async function startSystem({
  temporal = false,
  worker = false,
  environment = {},
  pageFetcher,
  database: given,
  log: ownLog,
}: SystemOptions = {}): Promise<TestSystem> {
  const database = given ?? (await createTestDatabase());
  const log = ownLog ?? pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });
  const config = readConfig({
    NODE_ENV: "test",
    PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: database.url,
    TEMPORAL_PORT: String(temporal ? inject("temporalPort") : await freePort()),
    ...(temporal ? { TEMPORAL_NAMESPACE: await ownNamespace() } : {}),
    TEMPORAL_UI_PORT: String(await freePort()),
    // A worker may compute in this process, and a busy machine be late: neither is what these tests are about.
    MAX_EVENT_LOOP_DELAY_MS: "0",
    EMBEDDINGS: "word2vec",
    ...environment,
    ...(process.env.TEMPORAL_CLI ? { TEMPORAL_CLI: process.env.TEMPORAL_CLI } : {}),
  });
  const temporalAddress = config.temporal.address ?? `127.0.0.1:${config.temporal.port}`;
  let statements: string[] = [];
  const api = await startApi(config, {
    databaseUrl: database.url,
    temporalAddress,
    log,
    onStatement: (sql) => statements.push(sql),
  });
  const startWorker: TestSystem["startWorker"] = async (options = {}, settings = {}) =>
    startWorkerProcess(
      { ...config, ...settings },
      { databaseUrl: database.url, temporalAddress, log, workflowBundle: await workflowBundle(), ...options },
    );
  const running = worker ? await startWorker(pageFetcher ? { pageFetcher } : {}) : null;
  let teams = 0;

  const key: TestSystem["key"] = async (teamId, scopes = SCOPES, subscriptions = []) =>
    (await issueKey(database.db.prisma, { teamId, scopes, subscriptions, environment: "test" })).key;
  const post = async <Data>(apiKey: string | undefined, query: string, variables: unknown) => {
    const response = await fetch(`${api.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(apiKey === undefined ? {} : { "x-api-key": apiKey }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphAnswer<Data>;
  };
  const ask: TestSystem["ask"] = (apiKey, document, variables) => post(apiKey, print(document), variables);
  return {
    config,
    api,
    codec: createPayloadCodec(await openKeyRing(config.encryption)),
    url: api.url,
    database,
    statements() {
      const seen = statements;
      statements = [];
      return seen;
    },
    async team({ name = `Team ${++teams}`, monthlyQuota = 100, scopes = SCOPES } = {}) {
      const team = await createTeam(database.db.prisma, { name, domain: "example.com", monthlyQuota });
      return { teamId: team.id, key: await key(team.id, scopes) };
    },
    key,
    startWorker,
    graph: post,
    ask,
    async answer(apiKey, document, variables) {
      const { data, errors } = await ask(apiKey, document, variables);
      if (data == null || errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    async rest(apiKey, method, path, body, headers = {}) {
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers: {
          ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    },
    async stop() {
      await running?.stop();
      await api.stop();
      await database.drop();
    },
  };
}

/** What a query has to have found. @throws where it has not */
export function present<T>(value: T | null | undefined): T {
  if (value == null) throw new Error("it is not there");
  return value;
}

/** Asks until the answer satisfies, or fails after a while with the last answer. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfied: (answer: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (satisfied(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`not within ${timeoutMs} ms; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
