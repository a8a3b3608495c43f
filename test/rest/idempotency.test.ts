import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticateKey } from "#accounts/auth/api-keys";
import { type Begun, beginOnce, doOnce, keepAnswer } from "#foundation/idempotency/idempotency";
import { startDiscovery } from "#markets/discovery/start-discovery";
import { CRITERIA, finishRun, type RestServer, refusal, startMarket, startRestServer, written } from "./server.ts";

let server: RestServer;
let key: string;
beforeAll(async () => {
  server = await startRestServer();
  key = await server.keyOf(server.teamId);
});
afterAll(() => server?.stop());

const START = "/v2/discovery/start";
const body = { searchCriteria: CRITERIA };
const post = (path: string, idempotencyKey: string, sent: unknown = body, options: { key?: string } = {}) =>
  server.ask("POST", path, {
    body: sent,
    key,
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    ...options,
  });
const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");

/** What the dispatcher does before the operation, so that a test can die after it. */
async function claim(idempotencyKey: string, input: unknown = body) {
  const { id: apiKeyId } = await server.db.prisma.apiKey.findUniqueOrThrow({
    where: { prefix: key.split("_")[2] ?? "" },
  });
  const begun: Begun = await beginOnce(server.db, {
    apiKeyId,
    operation: "startDiscovery",
    key: idempotencyKey,
    input,
  });
  if (begun.claim === undefined) throw new Error("the key is taken");
  return begun.claim;
}

const expireLease = (idempotencyKey: string) =>
  server.db.prisma.idempotencyRecord.updateMany({ where: { key: idempotencyKey }, data: { leasedUntil: new Date(0) } });

describe("Idempotency-Key", () => {
  it("gives the first answer again, and does nothing twice", async () => {
    const first = await post(START, "start-1");
    expect(first.status).toBe(200);
    expect(replayed(first)).toBeNull();
    const before = await written(server.db);
    const again = await post(START, "start-1");
    expect(again.status).toBe(200);
    expect(replayed(again)).toBe("true");
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(await written(server.db)).toEqual(before);
  });

  it("repeats the answer as it was, whatever became of the job since", async () => {
    const first = await post(START, "start-2");
    await finishRun(server.db, first.body.metadata.marketId);
    expect((await post(START, "start-2")).body).toEqual(first.body);
  });

  it("is the same request however its JSON is written, and a conflict when it asks for something else", async () => {
    await post(START, "start-3", `{"searchCriteria": {"count": 3, "userPrompt": "Find bakers"}}`);
    const same = await post(START, "start-3", `{ "searchCriteria" : {"userPrompt":"Find bakers","count":3} }`);
    expect(replayed(same)).toBe("true");
    const before = await written(server.db);
    for (const [path, other] of [
      [START, { searchCriteria: { ...CRITERIA, count: 4 } }],
      [`${START}?teamId=${server.teamId}`, { searchCriteria: { userPrompt: "Find bakers", count: 3 } }],
    ] as const) {
      const { status, body: answer } = await post(path, "start-3", other);
      expect(status).toBe(409);
      expect(answer).toEqual(refusal("CONFLICT", expect.stringMatching(/^Conflict: .*a different request/)));
    }
    expect(await written(server.db)).toEqual(before);
  });

  it("belongs to the API key and to the operation", async () => {
    const mine = await post(START, "shared");
    const theirs = await post(START, "shared", body, { key: server.otherKey });
    expect(theirs.status).toBe(200);
    expect(replayed(theirs)).toBeNull();
    await finishRun(server.db, mine.body.metadata.marketId);
    const publish = await post(`/v2/discovery/${mine.body.metadata.marketId}/publish`, "shared", {});
    expect(publish.status).toBe(200);
    expect(replayed(publish)).toBeNull();
  });

  it("lets one of many at once through; the others are told that it is in flight, or get its answer", async () => {
    const before = await server.db.prisma.market.count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(START, "at-once")));
    expect(await server.db.prisma.market.count()).toBe(before + 1);
    const fresh = answers.filter((answer) => answer.status === 200 && replayed(answer) === null);
    expect(fresh).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 200) expect(answer.body).toEqual(fresh[0]?.body);
      else expect(answer.body).toEqual(refusal("CONFLICT", expect.stringContaining("still in flight")));
  });

  it("works on extending, publishing and creating teams", async () => {
    const marketId = await startMarket(server);
    await finishRun(server.db, marketId);
    const extend = () =>
      server.ask("POST", `/v2/discovery/${marketId}/start`, {
        body,
        key,
        headers: { "idempotency-key": "extend", prefer: "return=minimal" },
      });
    const extended = await extend();
    expect(extended.status).toBe(200);
    const extendedAgain = await extend();
    expect(replayed(extendedAgain)).toBe("true");
    expect(extendedAgain.headers.get("preference-applied")).toBe("return=minimal");
    expect(extendedAgain.body).toEqual(extended.body);
    await finishRun(server.db, marketId);

    const publish = () => post(`/v2/discovery/${marketId}/publish`, "publish", {});
    const published = await publish();
    expect(published.status).toBe(200);
    expect((await publish()).body).toEqual(published.body);

    const user = await server.db.prisma.user.create({
      data: { firstName: "A", lastName: "B", email: "a@b.com", passwordHash: "x" },
    });
    const team = { name: "Once", domain: "once.com", teamAdmin: user.id };
    const made = await post("/v2/teams", "team", team, { key: server.platformKey });
    expect(made.status).toBe(200);
    const madeAgain = await post("/v2/teams", "team", team, { key: server.platformKey });
    expect([madeAgain.status, replayed(madeAgain)]).toEqual([200, "true"]);
    expect(madeAgain.body).toEqual(made.body);
  });

  it("keeps refusals that are final, and not those of a wrong input", async () => {
    const marketId = await startMarket(server);
    const path = `/v2/discovery/${marketId}/start`;
    const busy = await post(path, "busy");
    expect(busy.status).toBe(409);
    await finishRun(server.db, marketId);
    const again = await post(path, "busy");
    expect([again.status, replayed(again)]).toEqual([409, "true"]);
    expect(again.body).toEqual(busy.body);

    const wrong = { searchCriteria: { ...CRITERIA, count: 0 } };
    expect((await post(START, "corrected", wrong)).status).toBe(400);
    expect((await post(START, "corrected")).status).toBe(200);
  });

  it("has 1 to 255 characters", async () => {
    for (const name of ["x".repeat(256), ""]) {
      const { status, body: answer } = await post(START, name);
      expect(status).toBe(400);
      expect(answer.message).toBe("Bad Request - Invalid input: Idempotency-Key must have 1–255 characters");
    }
    expect((await post(START, "x".repeat(255))).status).toBe(200);
  });

  it("is forgotten after 24 hours", async () => {
    const first = await post(START, "old");
    await server.db.prisma.idempotencyRecord.updateMany({ where: { key: "old" }, data: { expiresAt: new Date(0) } });
    const later = await post(START, "old", { searchCriteria: { ...CRITERIA, count: 9 } });
    expect(later.status).toBe(200);
    expect(replayed(later)).toBeNull();
    expect(later.body.metadata.marketId).not.toBe(first.body.metadata.marketId);
  });
});

describe("a process that dies", () => {
  it("before it did anything blocks its key for the lease and no longer", async () => {
    await claim("died-early");
    expect((await post(START, "died-early")).body).toEqual(
      refusal("CONFLICT", expect.stringContaining("still in flight")),
    );
    await expireLease("died-early");
    const answer = await post(START, "died-early");
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it("after it started the job and before it answered has it done once", async () => {
    const caller = await authenticateKey(server.db, key);
    const input = { searchCriteria: { ...CRITERIA, marketName: "Survivor" } };
    const { marketId } = await startDiscovery(server.db, caller, input, await claim("died-late", input));
    await expireLease("died-late");
    const before = await written(server.db);
    const answer = await post(START, "died-late", input);
    expect(answer.status).toBe(200);
    expect(answer.body.metadata).toEqual({ marketId });
    expect(replayed(answer)).toBe("true");
    expect(await written(server.db)).toEqual(before);
    expect((await post(START, "died-late", input)).body).toEqual(answer.body);
  });

  it("or only stalled cannot do it again once another attempt took over", async () => {
    const caller = await authenticateKey(server.db, key);
    const input = { searchCriteria: { ...CRITERIA, marketName: "Stalled" } };
    const stalled = await claim("stalled", input);
    await expireLease("stalled");
    const answer = await post(START, "stalled", input);
    expect(answer.status).toBe(200);
    const before = await written(server.db);
    await expect(startDiscovery(server.db, caller, input, stalled)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await written(server.db)).toEqual(before);
    await keepAnswer(server.db.prisma, stalled, { status: 200, body: '"wrong"', headers: {} });
    expect((await post(START, "stalled", input)).body).toEqual(answer.body);
  });

  it("in the middle of its transaction leaves nothing behind", async () => {
    const name = randomUUID();
    const attempt = await claim("rolled-back");
    await expect(
      doOnce(server.db.prisma, attempt, async (tx) => {
        await tx.market.create({ data: { teamId: server.teamId, name, status: "discovering" } });
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await server.db.prisma.market.count({ where: { name } })).toBe(0);
    expect(attempt.effect).toBeNull();
  });
});

describe("Idempotency-Key on a mutation of the graph", () => {
  const START_MUTATION = `mutation ($searchCriteria: SearchCriteriaInput!) {
    startDiscovery(input: { searchCriteria: $searchCriteria }) { market { marketId name } job { jobId status } }
  }`;
  const graph = (
    idempotencyKey: string,
    query: string,
    variables: object = {},
    options: { key?: string; headers?: Record<string, string> } = {},
  ) => {
    const headers = { ...options.headers, "idempotency-key": idempotencyKey };
    return server.ask("POST", "/graphql", { body: { query, variables }, key: options.key ?? key, headers });
  };
  const start = (idempotencyKey: string, criteria: object = CRITERIA, options?: { key: string }) =>
    graph(idempotencyKey, START_MUTATION, { searchCriteria: criteria }, options);
  const codeIn = ({ body: answer }: { body: { errors?: { extensions: { code: string } }[] } }) =>
    answer.errors?.[0]?.extensions.code;

  it("does it once and gives the same answer again", async () => {
    const first = await start("graph-1");
    expect([first.status, replayed(first), codeIn(first)]).toEqual([200, null, undefined]);
    await finishRun(server.db, first.body.data.startDiscovery.market.marketId);
    const before = await written(server.db);
    const again = await start("graph-1");
    expect([again.status, replayed(again)]).toEqual([200, "true"]);
    expect(again.body).toEqual(first.body);
    expect(await written(server.db)).toEqual(before);
  });

  it("belongs to the key: another input is a conflict, another team's request is its own", async () => {
    const mine = await start("graph-2");
    const before = await written(server.db);
    const other = await start("graph-2", { ...CRITERIA, count: 4 });
    expect([other.status, codeIn(other), other.body.data]).toEqual([409, "CONFLICT", undefined]);
    expect(await written(server.db)).toEqual(before);
    const theirs = await start("graph-2", CRITERIA, { key: server.otherKey });
    expect([theirs.status, replayed(theirs)]).toEqual([200, null]);
    expect(theirs.body.data.startDiscovery.market.marketId).not.toBe(mine.body.data.startDiscovery.market.marketId);
    // Nor is it the key of the same operation on /v2, whose answer has another form.
    expect(replayed(await post(START, "graph-2"))).toBeNull();
  });

  it("lets one of many at once through", async () => {
    const before = await server.db.prisma.market.count();
    const answers = await Promise.all(Array.from({ length: 6 }, () => start("graph-3")));
    expect(await server.db.prisma.market.count()).toBe(before + 1);
    const [fresh, ...more] = answers.filter((answer) => answer.status === 200 && replayed(answer) === null);
    expect(more).toEqual([]);
    for (const answer of answers)
      if (answer.status === 200) expect(answer.body).toEqual(fresh?.body);
      else expect(codeIn(answer)).toBe("CONFLICT");
  });

  it("is done once by mutations that make, run, resume and fork, also where the process died before it answered", async () => {
    const once = async (name: string, query: string, variables: object) => {
      const first = await graph(name, query, variables);
      expect([first.status, codeIn(first)]).toEqual([200, undefined]);
      // As if the process had been killed between the transaction and its answer.
      await server.db.prisma.idempotencyRecord.updateMany({
        where: { key: name },
        data: { status: null, body: null, leasedUntil: new Date(0) },
      });
      const before = await written(server.db);
      const again = await graph(name, query, variables);
      expect([again.status, replayed(again)]).toEqual([200, "true"]);
      expect(again.body).toEqual(first.body);
      expect(await written(server.db)).toEqual(before);
      return first.body.data;
    };
    await once("collection", 'mutation { createCollection(input: { name: "Once" }) { collectionId } }', {});
    const asked = 'mutation { createDossier(input: { agentType: THEME, query: "Kites?" }) { agentId } }';
    const { agentId } = (await once("dossier", asked, {})).createDossier;
    expect(await server.db.prisma.dossier.count({ where: { query: "Kites?" } })).toBe(1);
    await once("run", "mutation ($agentId: UUID!) { runDossier(input: { agentId: $agentId }) { taskId } }", {
      agentId,
    });

    const { market, job } = (await start("to-go-on")).body.data.startDiscovery;
    await finishRun(server.db, market.marketId, "failed");
    const started = "{ market { marketId } job { jobId } }";
    const { jobId } = job;
    await once("resume", `mutation ($jobId: Int!) { resumeDiscovery(input: { jobId: $jobId }) ${started} }`, { jobId });
    await once("fork", `mutation ($jobId: Int!) { forkDiscovery(input: { jobId: $jobId }) ${started} }`, { jobId });
  });

  it("keeps a refusal that is final, and no other", async () => {
    const { marketId } = (await start("busy-market")).body.data.startDiscovery.market;
    const extend = `mutation ($marketId: Int!, $searchCriteria: SearchCriteriaInput!) {
      extendDiscovery(input: { marketId: $marketId, searchCriteria: $searchCriteria }) { job { jobId } } }`;
    const busy = await graph("graph-busy", extend, { marketId, searchCriteria: CRITERIA });
    expect(codeIn(busy)).toBe("CONFLICT");
    await finishRun(server.db, marketId);
    const again = await graph("graph-busy", extend, { marketId, searchCriteria: CRITERIA });
    expect([again.status, replayed(again)]).toEqual([busy.status, "true"]);
    expect(again.body).toEqual(busy.body);

    expect(codeIn(await start("graph-corrected", { ...CRITERIA, count: 0 }))).toBe("INVALID_INPUT");
    expect((await start("graph-corrected")).status).toBe(200);

    const reader = await server.keyOf(server.teamId, ["markets:read"]);
    const refused = await start("graph-refused", CRITERIA, { key: reader });
    expect([codeIn(refused), replayed(await start("graph-refused", CRITERIA, { key: reader }))]).toEqual([
      "FORBIDDEN",
      null,
    ]);
  });

  it("goes with one mutation whose answer holds no secret; queries and sign-ins do not look at it", async () => {
    const twice = `mutation { a: createCollection(input: { name: "A" }) { name } ...more }
      fragment more on Mutation { b: createCollection(input: { name: "B" }) { name } }`;
    expect(codeIn(await graph("two", twice))).toBe("INVALID_INPUT");
    expect(await server.db.prisma.collection.count({ where: { name: { in: ["A", "B"] } } })).toBe(0);
    const { marketId } = (await start("to-publish")).body.data.startDiscovery.market;
    await finishRun(server.db, marketId);
    const secret = `mutation { publishMarket(input: { marketId: ${marketId} }) { market { download { url } } } }`;
    expect(codeIn(await graph("secret", secret))).toBe("INVALID_INPUT");

    const frame = "mutation { createFrameToken { accessToken } }";
    for (const query of [frame, "{ viewer { team { name } } }"]) {
      expect(replayed(await graph("unkept", query))).toBeNull();
      const again = await graph("unkept", query);
      expect([again.status, replayed(again)]).toEqual([200, null]);
    }
    expect(await server.db.prisma.idempotencyRecord.count({ where: { key: "unkept" } })).toBe(0);
  });

  it("is not answered to a frame or a user whose request was another one", async () => {
    const first = await start("graph-frame");
    const minted = await graph("none", "mutation { createFrameToken { accessToken } }");
    const response = await fetch(`${server.url}/graphql?sessionId=${minted.body.data.createFrameToken.accessToken}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "graph-frame" },
      body: JSON.stringify({ query: START_MUTATION, variables: { searchCriteria: CRITERIA } }),
    });
    expect(await response.text()).not.toContain(`"marketId":${first.body.data.startDiscovery.market.marketId}`);
    expect(response.headers.get("idempotency-replayed")).toBeNull();
  });
});
