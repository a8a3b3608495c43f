import { randomUUID } from "node:crypto";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#foundation/db/transaction";
import { CriteriaNotesDocument } from "#generated/tests/graphql";
import { answerOf, call, connectAgent, sendAsTask, TAKES_TASKS } from "../support/agent.ts";
import { importTestCompanies } from "../support/companies.ts";
import { untilBlocked } from "../support/hold-table.ts";
import { seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let agent: Client;

const connected = (headers: Record<string, string>) => connectAgent(system, headers);
const told = (name: string, input: object, onprogress?: () => void) => answerOf(agent, name, input, onprogress);

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
  agent = await connected({ authorization: `Bearer ${key}` });
});
afterAll(async () => {
  await agent?.close();
  await system?.stop();
});

describe("an agent over MCP", () => {
  it("is told what it can do, what each tool needs, and which of them change something", async () => {
    expect(agent.getInstructions()).toContain("read_question");
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["read_question", "start_discovery", "follow_discovery", "get_market", "why_not"]),
    );
    expect(tools.every(({ description, inputSchema }) => description && inputSchema.type === "object")).toBe(true);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
      "start_discovery",
      "cancel_discovery",
      "review_company",
      "withdraw_review",
      "publish_market",
      "cancel_publish",
      "ask_dossier",
    ]);
  });

  it("finds a market from a question in plain words, and why a company is in it and another is not", async () => {
    const question = "Find 5 makers of rotor blades for wind turbines in Germany, not wind farm operators";
    const { value: read } = await told("read_question", { question });
    expect(read).toMatchObject({
      criteria: { count: 5, marketRole: "manufacturer", locations: [{ country: "DE" }] },
      quote: { costUsd: { p50: 0 } },
    });
    const { value: preview } = await told("preview_discovery", { criteria: read.criteria, first: 3 });
    expect(preview).toMatchObject({ counts: { in: 5 }, companies: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] });
    const { value: started, links } = await told("start_discovery", { criteria: read.criteria });
    const { marketId } = started;
    expect(links).toEqual([`market://${marketId}`]);

    const steps: unknown[] = [];
    const { value: end } = await told("follow_discovery", { marketId }, () => steps.push(1));
    expect(end).toMatchObject({ status: "COMPLETED", hasEnded: true, companiesFound: 5 });
    expect(steps.length).toBeGreaterThan(0);
    const again = await told("follow_discovery", { marketId, after: end.lastSequence });
    expect(again.value).toMatchObject({ log: [], lastSequence: end.lastSequence });

    const { value: market, links: companies } = await told("get_market", { marketId, first: 2 });
    expect(market).toMatchObject({
      totalCount: 5,
      pageInfo: { hasNextPage: true },
      companies: [
        {
          rank: 1,
          country: "DE",
          reasons: expect.arrayContaining([expect.objectContaining({ criterion: "offer", outcome: "MET" })]),
        },
        { rank: 2 },
      ],
    });
    expect(companies).toHaveLength(2);
    const domains = (list: unknown) => (list as { domain: string }[]).map(({ domain }) => domain);
    expect(domains(preview.companies).slice(0, 2)).toEqual(domains(market.companies));
    const { contents } = await agent.readResource({ uri: companies[0] ?? "" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ country: "DE" });
    expect((await agent.readResource({ uri: `market://${marketId}` })).contents).toHaveLength(1);

    const { value: why } = await told("why_not", { marketId, domain: "https://www.iberia-windparks.com/" });
    expect(why).toMatchObject({ domain: "iberia-windparks.com", verdict: "EXCLUDED" });
    expect((await told("list_markets", {})).value).toMatchObject({ totalCount: 1, markets: [{ marketId }] });
    expect((await told("search_companies", { keyword: "bakery" })).value.totalCount).toBe(3);
  });

  it("is told before the start how a question is read, as the graph tells it", async () => {
    const question = "The biggest makers of rotor blaades on Mars, family owned";
    const { value: read } = await told("read_question", { question });
    const searchCriteria = read.criteria as { userPrompt: string };
    const { criteriaNotes: notes } = await system.answer(key, CriteriaNotesDocument, { searchCriteria });
    expect(notes).toContainEqual(expect.stringMatching(/^“blaades” was read as “blades”/));
    expect(notes).toContainEqual(expect.stringContaining("“Mars” is no place"));
    expect(read).toMatchObject({ notes, notUsed: expect.arrayContaining(["family owned"]) });
    const { value: preview } = await told("preview_discovery", { question });
    expect(preview).toMatchObject({ criteria: searchCriteria, notes });
    const { key: own } = await system.team();
    const other = await connected({ "x-api-key": own });
    // From a question, the start is the first that tells it.
    const { value: started } = await answerOf(other, "start_discovery", { question });
    expect(started).toMatchObject({ criteria: searchCriteria, notes });
    const { value: corrected } = await answerOf(other, "start_discovery", { criteria: searchCriteria });
    expect(Object.keys(corrected)).not.toContain("notes");
    await other.close();
  });

  it("follows a discovery as a task, which another team cannot see, and cancels it so", async () => {
    const start = () => told("start_discovery", { question: "Makers of rotor blades for wind turbines in Austria" });
    const followed = (marketId: unknown) => ({ name: "follow_discovery", arguments: { marketId } });
    const { value: started } = await start();
    const { result: created } = await sendAsTask(system, key, "tools/call", followed(started.marketId));
    expect(created).toMatchObject({ resultType: "task", status: "working", ttlMs: null, pollIntervalMs: 1_000 });
    const { taskId } = created ?? {};
    // Any process knows the task by its id, as long as the job is stored.
    const state = async () => (await sendAsTask(system, key, "tasks/get", { taskId })).result;
    await expect.poll(state, { timeout: 30_000 }).toMatchObject({
      resultType: "complete",
      taskId,
      status: "completed",
      result: {
        structuredContent: { marketId: started.marketId, status: "COMPLETED", hasEnded: true, companiesFound: 2 },
        content: [{}, { type: "resource_link", uri: `market://${started.marketId}` }],
      },
    });
    expect((await sendAsTask(system, key, "tools/call", followed(started.marketId))).result).toMatchObject({
      resultType: "complete",
      structuredContent: { status: "COMPLETED" },
    });
    // An answer to no question is ignored, and what has ended is not cancelled.
    for (const method of ["tasks/update", "tasks/cancel"])
      expect((await sendAsTask(system, key, method, { taskId, inputResponses: {} })).result).toMatchObject({
        resultType: "complete",
      });
    expect(await state()).toMatchObject({ status: "completed" });

    const { key: others } = await system.team();
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      for (const id of [taskId, "discovery-999999-0", "x"])
        expect([method, await sendAsTask(system, others, method, { taskId: id })]).toMatchObject([
          method,
          { error: { code: -32602, message: expect.stringContaining(`no task ${id}`) } },
        ]);
      expect(await sendAsTask(system, key, method, { taskId }, {})).toMatchObject({
        error: { code: -32021, data: { requiredCapabilities: TAKES_TASKS } },
      });
    }

    const { value: next } = await start();
    const other = (await sendAsTask(system, key, "tools/call", followed(next.marketId))).result?.taskId;
    const cancelled = await sendAsTask(system, key, "tasks/cancel", { taskId: other });
    expect(cancelled.result).toMatchObject({ resultType: "complete" });
    await expect
      .poll(async () => (await sendAsTask(system, key, "tasks/get", { taskId: other })).result?.status, {
        timeout: 20_000,
      })
      .toBe("cancelled");
    expect((await told("follow_discovery", { marketId: next.marketId })).value.status).toBe("CANCELLED");
  });

  it.each([
    ["discovery", "discovery"],
    ["publish", "pipeline"],
  ] as const)(
    "cancels a task of a %s that ends meanwhile, or that is being cancelled, without an error",
    async (kind, jobKind) => {
      const { key: owner, teamId } = await system.team();
      const { db } = system.database;
      const marketId = await seedMarket(db, teamId, []);
      // No execution has it, so that it stays as it is.
      const run = await db.prisma.workflowRun.create({
        data: { marketId, kind, status: "running", temporalRunId: randomUUID(), dispatchedAt: new Date() },
      });
      const { id: jobId } = await db.prisma.job.create({
        data: { marketId, kind: jobKind, name: "first_pass", status: "running", workflowRunId: run.id },
      });
      const cancel = () => sendAsTask(system, owner, "tasks/cancel", { taskId: `discovery-${jobId}-0` });
      const acknowledged = { result: { resultType: "complete" } };
      expect(await cancel()).toMatchObject(acknowledged);
      expect(await cancel()).toMatchObject(acknowledged);
      await db.query("UPDATE workflow_runs SET cancel_requested_at = NULL WHERE id = $1", [run.id]);
      const [answer] = await transaction(db, async (inside) => {
        await inside.query("UPDATE workflow_runs SET status = 'completed', ended_at = now() WHERE id = $1", [run.id]);
        await inside.query("UPDATE jobs SET status = 'completed', ended_at = now() WHERE id = $1", [jobId]);
        const late = [cancel()];
        await untilBlocked(db, "workflow_runs");
        return late;
      });
      expect(await answer).toMatchObject(acknowledged);
    },
  );

  it("finds its markets among the resources, and work to start among the prompts", async () => {
    const { resources } = await agent.listResources();
    const { value } = await told("list_markets", {});
    const uris = (value.markets as { marketId: number }[]).map(({ marketId }) => `market://${marketId}`);
    expect(resources.map(({ uri }) => uri)).toEqual(uris);
    const stranger = await connected({ "x-api-key": (await system.team()).key });
    expect((await stranger.listResources()).resources).toEqual([]);
    await stranger.close();
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["find_market", "explain_absence"]);
    const got = await agent.getPrompt({ name: "find_market", arguments: { question: "makers of kites" } });
    expect(got.messages).toMatchObject([
      { content: { text: expect.stringContaining("Find this market: makers of kites") } },
    ]);
  });

  it("asks for a dossier and reads it", async () => {
    const asked = { agentType: "COMPANY", company: "alpen-turbines.com", query: "What does it make?" };
    const { value } = await told("ask_dossier", asked);
    const read = async () => (await told("get_dossier", { agentId: value.agentId })).value;
    await expect.poll(read, { timeout: 30_000 }).toMatchObject({
      lastTask: { status: "COMPLETED", report: expect.stringContaining("rotor blades") },
    });
  });

  it("is told what is wrong, in words that it can act on", async () => {
    const both = await call(agent, "start_discovery", {});
    expect(both).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("either `question`") }] });
    expect(await call(agent, "get_market", { marketId: 999_999 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("NOT_FOUND") }],
    });
    expect(await call(agent, "get_market", { marketId: "one" })).toMatchObject({ isError: true });
  });
});

describe("whoever else comes to /mcp", () => {
  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    fetch(`${system.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body,
    });

  it("gets nothing without a key, and with another team's what an absent market gives", async () => {
    const refused = await post({});
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { data: { code: "UNAUTHORISED" } } }]);
    const { key: others } = await system.team();
    const stranger = await connected({ "x-api-key": others });
    const { totalCount, markets } = (await call(stranger, "list_markets", {})).structuredContent ?? {};
    expect([totalCount, markets]).toEqual([0, []]);
    const own = (await call(agent, "list_markets", {})).structuredContent as unknown as {
      markets: { marketId: number }[];
    };
    const marketId = own.markets[0]?.marketId ?? 0;
    const domain = "alpen-turbines.com";
    const before = await call(agent, "get_market", { marketId });
    for (const [name, input] of [
      ["get_market", {}],
      ["follow_discovery", {}],
      ["why_not", { domain }],
      ["cancel_discovery", {}],
      ["suggest_reviews", {}],
      ["review_company", { domain, decision: "REJECTED" }],
      ["withdraw_review", { domain }],
      ["publish_market", {}],
      ["cancel_publish", {}],
      ["export_market", {}],
    ] as const)
      for (const [client, id] of [
        [stranger, marketId],
        [agent, 999_999],
      ] as const)
        expect([name, await call(client, name, { marketId: id, ...input })]).toEqual([
          name,
          { isError: true, content: [{ type: "text", text: `NOT_FOUND: Not Found: market ${id}` }] },
        ]);
    expect(await call(agent, "get_market", { marketId })).toEqual(before);
    await expect(stranger.readResource({ uri: `market://${marketId}` })).rejects.toMatchObject({ code: -32602 });
    await stranger.close();
  });

  it("is told nothing of how a question is read without the scope, or when it starts for another team", async () => {
    const question = "Makers of rotor blaades in Austria";
    const limited = await connected({ "x-api-key": (await system.team({ scopes: ["discovery:read"] })).key });
    for (const name of ["read_question", "preview_discovery", "start_discovery"])
      expect([name, await call(limited, name, { question })]).toEqual([
        name,
        {
          isError: true,
          content: [{ type: "text", text: expect.stringMatching(/^FORBIDDEN: .*`discovery:write`/) }],
        },
      ]);
    await limited.close();
    const stranger = await connected({ "x-api-key": (await system.team()).key });
    const { teamId } = await system.team();
    const refused = await call(stranger, "start_discovery", { question, teamId });
    expect(refused).toMatchObject({ isError: true, content: [{ type: "text" }] });
    expect(JSON.stringify(refused)).not.toContain("blaades");
    await stranger.close();
  });

  it("reads a question also while no worker answers, without its notes", async () => {
    const alone = await startSystem();
    try {
      await importTestCompanies(alone.database.db);
      const waiting = await connectAgent(alone, { "x-api-key": (await alone.team()).key });
      const question = "Makers of rotor blades in Austria, family owned";
      const { value } = await answerOf(waiting, "read_question", { question });
      expect(value).toMatchObject({ notes: null, notUsed: ["family owned"], criteria: { userPrompt: question } });
      await waiting.close();
    } finally {
      await alone.stop();
    }
  });

  it("is refused from a page of another origin, by another method, and with a body that is no JSON", async () => {
    expect((await post({ "x-api-key": key, origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ "x-api-key": key }, "{")).status).toBe(400);
    const got = await fetch(`${system.url}/mcp`, { headers: { "x-api-key": key } });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("is told by no method what went wrong inside", async () => {
    const { db } = system.database;
    await db.query("ALTER TABLE markets RENAME COLUMN name TO other_name", []);
    try {
      const failed = { code: -32603, message: expect.stringMatching(/^(?!.*column).*INTERNAL_SERVER_ERROR/) };
      await expect(agent.listResources()).rejects.toMatchObject(failed);
      await expect(agent.readResource({ uri: "market://1" })).rejects.toMatchObject(failed);
      const { error } = await sendAsTask(system, key, "tasks/get", { taskId: "discovery-1-0" });
      expect(error).toMatchObject(failed);
    } finally {
      await db.query("ALTER TABLE markets RENAME COLUMN other_name TO name", []);
    }
  });
});
