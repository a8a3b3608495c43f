import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { createTeam } from "#accounts/teams/create-team";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { freePort } from "../support/ports.ts";
import { runScript, type ScriptProcess } from "../support/process.ts";
import { eventually } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CRITERIA } from "./server.ts";

const DRAIN_SECONDS = 2;

let database: TestDatabase;
let proxy: DatabaseProxy;
let key: string;
let url: string;
let environment: Record<string, string>;
const processes: ScriptProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  const { id: teamId } = await createTeam(database.db.prisma, { name: "Asking", domain: "asking.com" });
  ({ key } = await issueKey(database.db.prisma, { teamId, scopes: SCOPES, subscriptions: [], environment: "test" }));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  environment = {
    DATABASE_URL: proxy.url,
    // Nothing listens there.
    TEMPORAL_ADDRESS: "127.0.0.1:1",
    DATA_DIR: await temporaryFolder(),
    PORT: String(port),
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    MAX_EVENT_LOOP_DELAY_MS: "0",
  };
});
afterEach(async () => {
  for (const { child, exited } of processes.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
});
afterAll(async () => {
  await proxy.stop();
  await database.drop();
});

const run = (script: string) => {
  const started = runScript(script, environment);
  processes.push(started);
  return started;
};

interface Answer {
  status: number;
  connection: string | undefined;
  body: string;
}

/** One request over a connection of the agent's. Rejects when the connection is cut. */
function ask(agent: Agent, path: string, sent?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": key, ...(sent === undefined ? {} : { "content-type": "application/json" }) };
    const asked = request(
      `${url}${path}`,
      { agent, headers, method: sent === undefined ? "GET" : "POST" },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body }),
        );
      },
    );
    asked.on("error", reject);
    asked.end(sent === undefined ? undefined : JSON.stringify(sent));
  });
}

const once = new Agent();
const status = (path: string) =>
  ask(once, path).then(
    (answer) => answer.status,
    () => 0,
  );

it("an API and a worker that find no database wait for it, and say so; told to stop, a worker that waits ends at once, and the API lets every client finish", async () => {
  proxy.set("gone");
  const api = run("start:api");
  const worker = run("start:worker");
  await eventually(
    () => status("/healthz"),
    (found) => found === 200,
  );
  expect(await status("/readyz")).toBe(503);
  expect(await status("/v2/discovery/1/status")).toBe(503);
  for (const { output } of [api, worker])
    await eventually(
      async () => output(),
      (text) => /waiting for the database/.test(text),
    );
  proxy.set("open");
  await eventually(
    () => status("/readyz"),
    (found) => found === 200,
  );
  await eventually(
    async () => worker.output(),
    (text) => /Temporal cannot be reached/.test(text),
  );
  worker.child.kill("SIGTERM");
  expect(await worker.exited).toBe(0);

  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const answers: Answer[] = [];
  const clients = Array.from({ length: 4 }, async () => {
    try {
      for (;;) answers.push(await ask(agent, "/v2/openapi.json"));
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : String(error);
    }
  });
  // The first of them waits for the document to be made.
  const answered = await eventually(
    async () => answers.at(-1),
    (answer) => answer !== undefined,
  );
  expect(answered).toMatchObject({ status: 200, connection: "keep-alive" });

  // Somebody else's transaction, in which nobody can make a market: a request that is under way for longer than the API drains.
  const release = await holdTable(database.db, "markets");
  const slow = ask(once, "/v2/discovery/start", { searchCriteria: CRITERIA });
  await untilBlocked(database.db);

  api.child.kill("SIGTERM");
  const stopping = Date.now();
  expect(
    await eventually(
      () => ask(once, "/readyz"),
      (answer) => answer.status === 503,
    ),
  ).toMatchObject({
    body: JSON.stringify({ ready: false, stopping: true }),
  });
  // Answers that were under way already have other headers.
  const seen = await eventually(
    async () => answers.at(-1),
    (answer) => answer?.connection === "close",
  );
  answers.length = 0;
  expect(seen).toMatchObject({ status: 200 });
  // It drains from when it got the signal, which is later than it was sent.
  await sleep(Math.max(0, stopping + DRAIN_SECONDS * 1_000 - 300 - Date.now()));
  expect(await status("/healthz")).toBe(200);
  await sleep(1_000);
  await release();
  expect((await slow).status).toBe(200);
  expect(await api.exited).toBe(0);
  // No connection was cut: the first failure of each is that nobody listens any more.
  expect(await Promise.all(clients)).toEqual(Array(4).fill("ECONNREFUSED"));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(Date.now() - stopping).toBeLessThan(15_000);
}, 120_000);
