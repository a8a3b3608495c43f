import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CompaniesOfMarketsDocument,
  FilteredCompaniesDocument,
  type FilteredCompaniesQueryVariables,
  JudgedByJobDocument,
  type JudgedByJobQueryVariables,
  MarketsNamedDocument,
  OneListInTwoWaysDocument,
  PageOfRanksDocument,
  type PageOfRanksQuery,
  SortedMarketsDocument,
  WholeMarketDocument,
  WhyNotDocument,
} from "#generated/tests/graphql";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { seedJob } from "../support/jobs.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { seedMarkets } from "./market-seeds.ts";

let system: TestSystem;
let mine: { teamId: number; key: string };
let others: { teamId: number; key: string };
let marketIds: number[];

beforeAll(async () => {
  system = await startSystem();
  mine = await system.team();
  others = await system.team();
  marketIds = await seedMarkets(system.database.db, mine.teamId, 3, 30);
  await seedMarkets(system.database.db, others.teamId, 1, 2);
});
afterAll(() => system.stop());

/** The statements of the operation itself: those that authenticate the key are the same for every request. */
const ofOperation = (statements: string[]) => statements.filter((sql) => !/api_keys/.test(sql));

describe("market", () => {
  it("gives a market with criteria history, jobs and companies in one call", async () => {
    const { market } = await system.answer(mine.key, WholeMarketDocument, { marketId: marketIds[0] ?? 0, first: 2 });
    expect(market).toMatchObject({
      marketId: marketIds[0],
      status: "IN_REVIEW",
      criteria: { userPrompt: "kites", locations: [{ country: "DE" }] },
      criteriaHistory: [
        { criteria: { count: 25, form: { anyOf: [{ head: "kites" }], places: [{ country: "DE" }], noneOf: [] } } },
      ],
      jobs: { totalCount: 1, edges: [{ node: { workflowName: "first_pass", status: "COMPLETED" } }] },
      companies: {
        totalCount: 30,
        pageInfo: { hasNextPage: true },
        edges: [{ rank: 1, score: 1, verdict: "IN", reason: "reason 0", node: { name: "Company 0" } }, { rank: 2 }],
      },
    });
  });

  it.each([2, 30])("is one statement for a page of %i companies", async (first) => {
    system.statements();
    await system.answer(mine.key, WholeMarketDocument, { marketId: marketIds[0] ?? 0, first });
    const statements = ofOperation(system.statements());
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain("LEFT JOIN LATERAL");
  });

  it("is one statement for the companies of many markets", async () => {
    system.statements();
    const { markets } = await system.answer(mine.key, CompaniesOfMarketsDocument, {});
    expect(markets.edges.map(({ node }) => node.companies.edges.length)).toEqual([3, 3, 3]);
    expect(ofOperation(system.statements())).toHaveLength(1);
  });

  it("says why not from what is stored; what a worker has to judge is refused while none can be asked", async () => {
    const { domain } = await seedCompany(system.database.db, "elsewhere.com", { name: "Elsewhere" });
    const ask = (name: string) => system.ask(mine.key, WhyNotDocument, { marketId: marketIds[0] ?? 0, domain: name });
    const stored = await ask(`company-${mine.teamId}-0-1.com`);
    expect(stored.data?.market?.whyNot).toMatchObject({ verdict: "IN", wasCandidate: true });
    expect((await ask(domain)).errors?.[0]?.extensions.code).toBe("SERVICE_UNAVAILABLE");
  });

  it("takes one statement more where one list is asked for in two ways, whatever the number of rows", async () => {
    for (const first of [1, 3]) {
      system.statements();
      const { markets } = await system.answer(mine.key, OneListInTwoWaysDocument, { first });
      const lists = markets.edges.map(({ node }) => node);
      expect(lists.map(({ best, newest }) => [best.edges.length, newest.edges.length, newest.totalCount])).toEqual(
        Array.from({ length: first }, () => [2, 1, 30]),
      );
      expect(ofOperation(system.statements())).toHaveLength(2);
    }
  });

  it("answers a list that is selected in parts as one that is selected at once", async () => {
    const whole = await system.graph(
      mine.key,
      "query ($id: Int!) { market(marketId: $id) { companies(first: 2) { totalCount pageInfo { hasNextPage endCursor } edges { cursor rank node { name domain } } } } }",
      { id: marketIds[0] },
    );
    const parts = await system.graph(
      mine.key,
      /* GraphQL */ `
        query ($id: Int!, $no: Boolean = false) {
          market(marketId: $id) { companies(first: 2) { totalCount } ...Pages }
          market(marketId: $id) { companies(first: 2) { edges { cursor ...Edge } edges { node { domain country @include(if: $no) } } } }
        }
        fragment Pages on Market { companies(first: 2) { pageInfo { hasNextPage endCursor } } }
        fragment Edge on MarketCompanyEdge { rank node { ... on Node { ... on Company { name } } } }`,
      { id: marketIds[0] },
    );
    expect(parts).toEqual(whole);
  });

  it("filters and sorts a market's companies, where what is not known comes last", async () => {
    const { db } = system.database;
    const companies = [
      ["alder.com", "Alder", "DE", 10],
      ["birch.com", "birch 100%", "AT", null],
      ["cedar.com", "Cedar", null, 500],
    ] as const;
    const ids: number[] = [];
    for (const [domain, name, country, employees] of companies)
      ids.push((await seedCompany(db, domain, { name, country, employees })).id);
    const marketId = await seedMarket(db, mine.teamId, ids, "A market of trees");
    const names = async (variables: Omit<FilteredCompaniesQueryVariables, "marketId">) => {
      const { market } = await system.answer(mine.key, FilteredCompaniesDocument, { marketId, ...variables });
      const list = present(market).companies;
      expect(list.totalCount).toBe(list.edges.length);
      return list.edges.map(({ node }) => node.name);
    };
    expect(await names({ orderBy: "COUNTRY" })).toEqual(["birch 100%", "Alder", "Cedar"]);
    expect(await names({ orderBy: "EMPLOYEES" })).toEqual(["Cedar", "Alder", "birch 100%"]);
    expect(await names({ filter: { countries: ["at", "DE"] } })).toEqual(["Alder", "birch 100%"]);
    expect(await names({ filter: { search: " CEDAR.com " } })).toEqual(["Cedar"]);
    expect(await names({ filter: { search: "0%" } })).toEqual(["birch 100%"]);
    expect(await names({ filter: { search: "%" } })).toEqual(["birch 100%"]);
    expect(await names({ filter: { search: "reason 2", countries: ["DE"] } })).toEqual([]);
    const { markets } = await system.answer(mine.key, SortedMarketsDocument, { orderBy: "NAME" });
    expect(markets.edges[0]?.node.name).toBe("A market of trees");
  });

  it("sorts names as readers do, without regard to case and accents, from page to page", async () => {
    const { db } = system.database;
    const ids: number[] = [];
    for (const [i, name] of ["Zinc", "ägir", "Bern", "Éclair", "aare"].entries())
      ids.push((await seedCompany(db, `sorted-${i}.com`, { name })).id);
    const id = await seedMarket(db, mine.teamId, ids, "Ä market of letters");
    const query =
      "query ($id: Int!, $after: String) { market(marketId: $id) { companies(first: 2, after: $after, orderBy: NAME) { pageInfo { endCursor } edges { node { name } } } } }";
    interface Sorted {
      companies: { pageInfo: { endCursor: string }; edges: { node: { name: string } }[] };
    }
    const names: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { data } = await system.graph(mine.key, query, { id, after });
      const { companies } = present(data).market as Sorted;
      names.push(...companies.edges.map(({ node }) => node.name));
      after = companies.pageInfo.endCursor;
    }
    expect(names).toEqual(["aare", "ägir", "Bern", "Éclair", "Zinc"]);
    const { markets } = await system.answer(mine.key, SortedMarketsDocument, { orderBy: "NAME" });
    const all = markets.edges.map(({ node }) => node.name);
    expect(all.indexOf("Ä market of letters")).toBe(all.indexOf("A market of trees") - 1);
  });

  it("tells what a discovery has judged so far, also while it runs, and to its team alone", async () => {
    const { db } = system.database;
    const { marketId, jobId } = await seedJob(db, { teamId: mine.teamId }, { status: "running" });
    const verdicts = ["in", "failed", "failed"] as const;
    for (const [i, verdict] of verdicts.entries()) {
      const { id, domain } = await seedCompany(db, `judged-${i}.com`);
      const data = { marketId, companyId: id, jobId, domain, verdict, score: 1 - i / 10, reason: "r", criteria: [] };
      await db.prisma.candidate.create({ data: { ...data, generators: [], judgedBy: "x", judgedInJob: jobId } });
    }
    const job = async (key: string, variables: Omit<JudgedByJobQueryVariables, "jobId"> = {}) =>
      (await system.answer(key, JudgedByJobDocument, { jobId, ...variables })).discoveryJob;
    const all = present(await job(mine.key));
    expect(all.verdictCounts).toEqual(
      expect.arrayContaining([
        { verdict: "IN", count: 1 },
        { verdict: "FAILED", count: 2 },
      ]),
    );
    expect(all.candidates.map(({ domain }) => domain)).toEqual(["judged-0.com", "judged-1.com", "judged-2.com"]);
    await db.prisma.candidate.updateMany({
      where: { jobId, domain: "judged-0.com" },
      data: { criteria: [{ criterion: "offer", outcome: "met", note: "n", evidence: null, probability: 0.8 }] },
    });
    const chances = "query ($jobId: Int!) { discoveryJob(jobId: $jobId) { candidates { probability } } }";
    const { data } = await system.graph(mine.key, chances, { jobId });
    expect(data).toEqual({
      discoveryJob: { candidates: [{ probability: 0.8 }, { probability: null }, { probability: null }] },
    });
    const failed = present(await job(mine.key, { first: 1, verdicts: ["FAILED"] }));
    expect(failed.candidates).toEqual([
      { domain: "judged-1.com", verdict: "FAILED", company: { name: "judged-1.com" } },
    ]);
    expect(await job(others.key)).toBeNull();
  });

  it("says what is wrong with a list's arguments at the list", async () => {
    const { data, errors } = await system.graph(
      mine.key,
      "query ($id: Int!) { market(marketId: $id) { name companies(first: 0) { totalCount } } }",
      { id: marketIds[0] },
    );
    expect(data).toEqual({ market: null });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("first must be 1–100"),
      path: ["market", "companies"],
    });
  });

  it("pages through all companies without gaps or repeats", async () => {
    const ranks: number[] = [];
    let after: string | null = null;
    do {
      const variables = { marketId: marketIds[1] ?? 0, after };
      const answer: PageOfRanksQuery = await system.answer(mine.key, PageOfRanksDocument, variables);
      const { edges, pageInfo } = present(answer.market).companies;
      ranks.push(...edges.map(({ rank }) => rank));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(ranks).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  });

  it("says for a domain in any spelling why it is in, and null for one that nobody looked at", async () => {
    const query =
      "query ($id: Int!, $domain: String!) { market(marketId: $id) { candidate(domain: $domain) { verdict reason company { domain } } } }";
    const known = await system.graph(mine.key, query, {
      id: marketIds[0],
      domain: `https://www.Company-${mine.teamId}-0-4.com/about`,
    });
    expect(known.data).toEqual({
      market: {
        candidate: { verdict: "IN", reason: "reason 4", company: { domain: `company-${mine.teamId}-0-4.com` } },
      },
    });
    const unknown = await system.graph(mine.key, query, { id: marketIds[0], domain: "nobody.com" });
    expect(unknown.data).toEqual({ market: { candidate: null } });
  });
});

describe("markets(search:)", () => {
  it.each([
    ["%", ["100 % wool"]],
    ["_", ["snow_boards"]],
    ["\\", ["back\\slash"]],
    ["% W", ["100 % wool"]],
    ["%o", []],
    ["O", ["100 % wool", "snow_boards"]],
  ])("takes %j as part of a name, in any case", async (search, names) => {
    const { teamId, key } = await system.team();
    const named = ["100 % wool", "snow_boards", "back\\slash"].map((name) => ({
      teamId,
      name,
      status: "inReview" as const,
    }));
    await system.database.db.prisma.market.createMany({ data: named });
    const { markets } = await system.answer(key, MarketsNamedDocument, { search });
    expect(markets.edges.map(({ node }) => node.name).sort()).toEqual(names);
    expect(markets.totalCount).toBe(names.length);
  });
});
