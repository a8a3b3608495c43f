import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, start } from "../support/discovery.ts";
import { freePort } from "../support/ports.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let provider: Server;
/** 401: it refuses the key; 503: it is not there. */
let refusal: 401 | 503 | null = 401;
let system: TestSystem;
let metrics: string;

/** An embeddings endpoint that refuses everything, until it is told otherwise; its vectors tell texts apart by their letters. */
beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (refusal !== null) {
        response.writeHead(refusal).end(JSON.stringify({ error: { message: "the key is not known here" } }));
        return;
      }
      const letters = (text: string) =>
        Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length);
      const { input } = JSON.parse(body) as { input: string[] };
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: letters(text) })) }));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: {
      EMBEDDINGS: "endpoint",
      EMBEDDINGS_URL: url,
      EMBEDDINGS_MODEL: "letters",
      EMBEDDINGS_API_KEY: "wrong",
      EMBEDDINGS_PRICE: "0",
      METRICS_PORT: String(port),
    },
  });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system.stop();
  provider.close();
});

/** What the metrics tell of discoveries that have ended this way. */
async function endedDiscoveries(outcome: string): Promise<string[]> {
  const told = await (await fetch(metrics)).text();
  return told.split("\n").filter((line) => line.includes(`ended_runs_total{kind="discovery",outcome="${outcome}"}`));
}

it("a failure of the service's own ends the job with its reason in Temporal, gives the quota back; the next one waits for a provider that is away", async () => {
  const { key, teamId } = await system.team({ monthlyQuota: 5 });
  const { market, job } = await start(system, key);
  const { status, jobs } = await ended(system, key, market.marketId);
  expect(status).toBe("FAILED");
  expect(jobs).toMatchObject([
    {
      status: "FAILED",
      stage: "failed",
      error: `the service failed; its operators find the reason in Temporal under discovery-${job.workflowId}`,
    },
  ]);
  const connection = await Connection.connect({ address: `127.0.0.1:${system.config.temporal.port}` });
  const handle = new Client({ connection, namespace: system.config.temporal.namespace }).workflow.getHandle(
    `discovery-${job.workflowId}`,
  );
  // The job's record is written by the workflow's last activity, a moment before the workflow itself ends.
  await expect(handle.result()).rejects.toMatchObject({
    cause: { cause: { message: expect.stringContaining("401") } },
  });
  expect((await handle.describe()).status.name).toBe("FAILED");
  const { prisma } = system.database.db;
  expect(await prisma.quotaUsage.findFirst({ where: { teamId } })).toMatchObject({ used: 0 });
  expect(await endedDiscoveries("failed")).toEqual([expect.stringMatching(/ 1$/)]);

  refusal = 503;
  const EXTEND = "mutation ($input: ExtendDiscoveryInput!) { extendDiscovery(input: $input) { job { jobId } } }";
  const searchCriteria = { userPrompt: "rotor blades for wind turbines", locations: [{ country: "DE" }], count: 3 };
  const { errors } = await system.graph(key, EXTEND, { input: { marketId: market.marketId, searchCriteria } });
  expect(errors).toBeUndefined();
  const second = await prisma.workflowRun.findFirstOrThrow({ orderBy: { id: "desc" } });
  const waiting = new Client({ connection, namespace: system.config.temporal.namespace }).workflow.getHandle(
    `discovery-${second.id}`,
  );
  await eventually(
    async () => (await waiting.describe().catch(() => null))?.raw.pendingActivities?.[0]?.attempt ?? 0,
    (attempts) => attempts > 1,
  );
  await connection.close();
  expect((await marketState(system, key, market.marketId)).jobs[0]).toMatchObject({ status: "RUNNING" });
  refusal = null;
  const again = await ended(system, key, market.marketId);
  expect(again).toMatchObject({
    status: "IN_REVIEW",
    jobs: [{ status: "COMPLETED", companiesFound: 3 }, { status: "FAILED" }],
  });
  expect(await prisma.quotaUsage.findFirst({ where: { teamId } })).toMatchObject({ used: 1 });
  expect(await endedDiscoveries("failed")).toEqual([expect.stringMatching(/ 1$/)]);
  expect(await endedDiscoveries("completed")).toEqual([expect.stringMatching(/ 1$/)]);
}, 120_000);
