import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { answerOf, call, connectAgent, sendAsTask } from "../support/agent.ts";
import { importTestCompanies } from "../support/companies.ts";
import { THREE_JOBS } from "../support/discovery.ts";
import { holdTable } from "../support/hold-table.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let agent: Client;
let marketId: number;

const told = (name: string, input: object) => answerOf(agent, name, input);
const companies = async () =>
  (await told("get_market", { marketId })).value as {
    status: string;
    totalCount: number;
    companies: { domain: string; reason: string }[];
  };
const follow = async () => (await told("follow_discovery", { marketId })).value;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ teamId, key } = await system.team());
  agent = await connectAgent(system, { "x-api-key": key });
  const question = "Find 5 makers of rotor blades for wind turbines in Germany and Austria, not wind farm operators";
  marketId = (await told("start_discovery", { question })).value.marketId as number;
  expect(await follow()).toMatchObject({ status: "COMPLETED", jobs: [{ workflowName: "first_pass" }] });
});
afterAll(async () => {
  await agent?.close();
  await system?.stop();
});

describe("an agent whose user finishes a market", () => {
  it("records what the user says of the companies that tell most, and takes it back", async () => {
    const before = await companies();
    const { value, links } = await told("suggest_reviews", { marketId });
    const suggestions = value.suggestions as { domain: string; chance: number; name: string }[];
    expect(suggestions).toHaveLength(5);
    expect(suggestions[0]).toMatchObject({
      verdict: expect.any(String),
      reason: expect.any(String),
      description: expect.any(String),
    });
    expect(links).toEqual([`market://${marketId}`, ...suggestions.map(({ domain }) => `company://${domain}`)]);
    expect(value).toMatchObject({ reviewed: 0, reviews: [] });
    expect((await told("suggest_reviews", { marketId, first: 1 })).value.suggestions).toHaveLength(1);

    const [first, last] = [before.companies[0]?.domain, before.companies.at(-1)?.domain];
    const rejected = { marketId, domain: `https://www.${first}/`, decision: "REJECTED", reason: "Only repairs them" };
    expect((await told("review_company", rejected)).value).toMatchObject({
      marketId,
      review: { decision: "REJECTED", reason: "Only repairs them" },
    });
    await told("review_company", { marketId, domain: last, decision: "ACCEPTED" });
    const reviewed = await companies();
    expect(reviewed.companies[0]?.domain).toBe(last);
    expect(reviewed.companies.map(({ domain }) => domain)).not.toContain(first);
    expect((await told("suggest_reviews", { marketId })).value).toMatchObject({
      reviewed: 2,
      reviews: [
        { domain: last, decision: "ACCEPTED", reason: null },
        { domain: first, decision: "REJECTED", reason: "Only repairs them" },
      ],
    });

    for (const domain of [first, last])
      expect((await told("withdraw_review", { marketId, domain })).value).toEqual({ marketId, domain, review: null });
    expect(await companies()).toEqual(before);
    expect(await call(agent, "withdraw_review", { marketId, domain: first })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^NOT_FOUND.*review/) }],
    });
  });

  it("gets the address of a file, which needs no key, and not the file", async () => {
    const { totalCount } = await companies();
    const { isError, content, structuredContent } = await call(agent, "export_market", {
      marketId,
      format: "ndjson",
    });
    expect(isError).toBeUndefined();
    const { url, ...facts } = structuredContent as unknown as { url: string };
    expect(facts).toEqual({ marketId, format: "ndjson", companies: totalCount, expiresAt: expect.any(String) });
    expect(content).toMatchObject([
      { type: "text" },
      { type: "resource_link", uri: url, mimeType: "application/x-ndjson; charset=utf-8" },
      { type: "resource_link", uri: `market://${marketId}`, mimeType: "application/json" },
    ]);
    const { pathname, search } = new URL(url);
    const file = await fetch(`${system.url}${pathname}${search}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
    expect((await file.text()).trimEnd().split("\n")).toHaveLength(totalCount);
    expect((await told("export_market", { marketId })).value.url).toContain(`/exports/markets/${marketId}.csv?token=`);
  });

  it("publishes it with the chosen flags, and follows all their jobs", async () => {
    const misspelt = { marketId, pipelineChoices: { runMomentum: true } };
    expect(await call(agent, "publish_market", misspelt)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("runMomentum") }],
    });
    for (const misplaced of [{ runMomentumScore: true }, { maxCostUSD: 2 }])
      expect(await call(agent, "publish_market", { marketId, ...misplaced })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(Object.keys(misplaced)[0] ?? "") }],
      });
    const pipelineChoices = { runReverseGeocoding: true, runMomentumScore: true };
    const { value, links } = await told("publish_market", { marketId, pipelineChoices });
    expect(links).toEqual([`market://${marketId}`]);
    expect(value).toMatchObject({
      marketId,
      jobs: [
        { workflowName: "runReverseGeocoding", status: "QUEUED" },
        { workflowName: "runMomentumScore", status: "QUEUED" },
      ],
    });
    const end = await follow();
    expect(end).toMatchObject({
      status: "COMPLETED",
      hasEnded: true,
      jobs: [
        { workflowName: "runReverseGeocoding", status: "COMPLETED", error: null },
        { workflowName: "runMomentumScore", status: "COMPLETED", error: null },
      ],
    });
    expect((end.log as object[]).length).toBeGreaterThan(2);
    expect((await companies()).status).toBe("PUBLISHED");
    expect(await call(agent, "cancel_publish", { marketId })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^CONFLICT.*no publish of this market is queued or running/) }],
    });
  });

  it("is told how a discovery has ended, not how its last flag has", async () => {
    const { key } = await system.team();
    const { data } = await system.graph(
      key,
      `mutation ($criteria: SearchCriteriaInput!) { startDiscovery(input: { searchCriteria: $criteria,
        pipelineChoices: { runReverseGeocoding: true } }) { market { marketId } } }`,
      { criteria: { userPrompt: "makers of rotor blades for wind turbines", count: 5 } },
    );
    const started = data as { startDiscovery: { market: { marketId: number } } };
    const other = await connectAgent(system, { "x-api-key": key });
    const found = await answerOf(other, "follow_discovery", { marketId: started.startDiscovery.market.marketId });
    expect(found.value).toMatchObject({ status: "COMPLETED", hasEnded: true });
    expect(found.value.companiesFound).toBeGreaterThan(0);
    expect(found.value.jobs).toMatchObject([
      { workflowName: "first_pass", status: "COMPLETED" },
      { workflowName: "runReverseGeocoding", status: "COMPLETED" },
    ]);
    await other.close();
  });

  it("is told the whole run of a job that many newer jobs of the market follow", async () => {
    const pipelineChoices = { runReverseGeocoding: true, runMomentumScore: true };
    const { jobs } = (await told("publish_market", { marketId, pipelineChoices })).value as {
      jobs: { jobId: number }[];
    };
    await follow();
    const { prisma } = system.database.db;
    const { workflowRunId } = await prisma.job.findUniqueOrThrow({ where: { id: jobs[0]?.jobId ?? 0 } });
    const own = (await prisma.job.findMany({ where: { workflowRunId }, orderBy: { id: "asc" } })).map(({ id }) => id);
    const ended = { marketId, kind: "discovery", status: "completed" } as const;
    const newer: number[] = [];
    for (let count = 0; count < 25; count++) {
      const { id } = await prisma.workflowRun.create({ data: ended });
      await prisma.job.create({ data: { ...ended, name: "second_pass", workflowRunId: id } });
      newer.push(id);
    }
    const taskId = `discovery-${own[0]}-0`;
    const { result } = await sendAsTask(system, key, "tasks/get", { taskId });
    expect(result).toMatchObject({
      status: "completed",
      result: { structuredContent: { status: "COMPLETED", jobs: own.map((jobId) => ({ jobId })) } },
    });
    const query = "query ($jobId: Int!) { discoveryJob(jobId: $jobId) { runJobs { jobId } } }";
    const asked = (by: string) => system.graph(by, query, { jobId: own[0] });
    expect((await asked(key)).data).toEqual({ discoveryJob: { runJobs: own.map((jobId) => ({ jobId })) } });
    expect((await asked((await system.team()).key)).data).toEqual({ discoveryJob: null });
    await prisma.workflowRun.deleteMany({ where: { id: { in: newer } } });
  });

  it("cancels a publish, by its tool and as a task", async () => {
    await holdTable(system.database.db, "market_analyses", "ACCESS EXCLUSIVE");
    const started = await told("publish_market", { marketId, pipelineChoices: THREE_JOBS });
    expect(await call(agent, "publish_market", { marketId })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^CONFLICT.*queued or running; wait/) }],
    });
    expect((await told("cancel_publish", { marketId })).value).toMatchObject({
      marketId,
      jobs: (started.value.jobs as { jobId: number }[]).map(({ jobId }) => ({ jobId })),
    });
    const status = async () => (await follow()).status;
    await expect.poll(status, { timeout: 20_000 }).toBe("CANCELLED");

    await told("publish_market", { marketId, pipelineChoices: THREE_JOBS });
    const followed = { name: "follow_discovery", arguments: { marketId } };
    const { result: task } = await sendAsTask(system, key, "tools/call", followed);
    await sendAsTask(system, key, "tasks/cancel", { taskId: task?.taskId });
    await expect.poll(status, { timeout: 20_000 }).toBe("CANCELLED");
  });

  it("is told which scope the key lacks, and nothing happens", async () => {
    const domain = "alpen-turbines.com";
    const before = await companies();
    for (const [name, input, scope] of [
      ["publish_market", {}, "markets:publish"],
      ["cancel_publish", {}, "markets:publish"],
      ["review_company", { domain, decision: "REJECTED" }, "discovery:write"],
      ["withdraw_review", { domain }, "discovery:write"],
      ["cancel_discovery", {}, "discovery:write"],
      ["suggest_reviews", {}, "markets:read"],
      ["export_market", {}, "markets:read"],
      ["list_events", null, "impact:read"],
    ] as const) {
      const others = SCOPES.filter((one) => one !== scope);
      const weak = await connectAgent(system, { "x-api-key": await system.key(teamId, others) });
      expect([name, await call(weak, name, input === null ? {} : { marketId, ...input })]).toMatchObject([
        name,
        {
          isError: true,
          content: [{ text: `FORBIDDEN: Forbidden: this API key lacks the scope \`${scope}\`; use a key that has it` }],
        },
      ]);
      await weak.close();
    }
    expect(await companies()).toEqual(before);
  });
});
