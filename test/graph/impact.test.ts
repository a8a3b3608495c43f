import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "#accounts/auth/scopes";
import {
  CreateDossierDocument,
  type CreateDossierInput,
  EventByIdDocument,
  NewsAndEventsDocument,
  PageOfNewsDocument,
  WindowsDocument,
} from "#generated/tests/graphql";
import { type CursorPage, readByCursors } from "../support/cursor-pages.ts";
import { seedCompany, seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let others: { teamId: number; key: string };
let othersSubscribed: string;
let marketIds: number[];
let companyIds: number[];
let collectionId: number;
let eventId: number;

const COMPANIES = 12;

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  others = await system.team();
  othersSubscribed = await system.key(others.teamId, SCOPES, ["events-monitor"]);
  const { db } = system.database;
  companyIds = [];
  for (let i = 0; i < COMPANIES; i++) companyIds.push((await seedCompany(db, `kites-${i}.com`)).id);
  marketIds = [
    await seedMarket(db, teamId, companyIds, "All"),
    await seedMarket(db, teamId, companyIds.slice(0, 3), "Few"),
  ];
  for (const [i, companyId] of companyIds.entries()) {
    await seedNews(db, [companyId], 5, `own ${i}`);
    await seedEsgItem(db, companyId, `https://paper.com/${i}`, {
      isInternal: i % 2 === 0,
      social: ["Layoffs"],
      sentimentScore: -0.5,
    });
  }
  // Told of two companies of the market: one article, one event.
  await seedNews(db, companyIds.slice(0, 2), 1, "shared");
  eventId = await seedEvent(db, {
    title: "Storm",
    companyIds: companyIds.slice(0, 2),
    observations: 4,
    datapoints: ["Wind"],
    alertTypes: ["Weather"],
  });
  await seedEvent(db, { title: "Long ago", age: 400, entities: [], companyIds: companyIds.slice(0, 1) });
  collectionId = (await db.prisma.collection.create({ data: { teamId, name: "Ours" } })).id;
  for (let i = 0; i < 4; i++)
    await db.prisma.dossier.create({
      data: {
        teamId,
        collectionId,
        agentType: "theme",
        query: `question ${i}`,
        createdBy: "00000000-0000-0000-0000-000000000000",
        tasks: { create: { status: "completed" } },
      },
    });
});
afterAll(() => system?.stop());

/** For operations whose data nobody looks into. */
const graph = (query: string, variables: object = {}, by = key) => system.graph(by, query, variables);

/** The statements of the operation itself: who asks is found out before it. */
const ofOperation = () => system.statements().filter((sql) => !/api_keys/.test(sql));

async function statementsOf(query: string, variables: object) {
  system.statements();
  const { errors } = await graph(query, variables);
  expect(errors).toBeUndefined();
  return ofOperation();
}

describe("lists under companies, markets and events", () => {
  const underMarket = (inner: string) =>
    `query ($id: Int!, $first: Int) { market(marketId: $id) { companies(first: $first) { edges { node { ${inner} } } } } }`;
  const ofMarket = (inner: string) => `query ($id: Int!, $first: Int) { market(marketId: $id) { ${inner} } }`;

  it.each([
    ["company.news", underMarket("news(first: 2) { totalCount edges { node { title } } }"), 1],
    ["company.esgItems", underMarket("esgItems(first: 2) { totalCount edges { node { title } } }"), 2],
    [
      "company.events",
      underMarket("events(first: 2) { totalCount edges { node { title impactedEntities { name } } } }"),
      1,
    ],
    [
      "company.events with a filter",
      underMarket(
        "events(first: 2, filter: { minSeverity: 1 }) { totalCount unfilteredTotalCount edges { node { title vectorIndex { anchorText } references { url } } } }",
      ),
      1,
    ],
    ["market.news", ofMarket("news(first: $first) { totalCount edges { node { title } } }"), 1],
    [
      "market.esgItems",
      ofMarket(
        "esgItems(first: $first, filter: { source: [INTERNAL] }) { totalCount unfilteredTotalCount edges { node { title company { name } } } }",
      ),
      3,
    ],
    ["company.esgIncidents", underMarket("esgIncidents(first: 2) { totalCount edges { node { severity } } }"), 2],
    ["market.esgIncidents", ofMarket("esgIncidents(first: $first) { edges { node { items { title } } } }"), 3],
    ["market.events", ofMarket("events(first: $first) { totalCount edges { node { title } } }"), 1],
    [
      "event.companies and event.observations",
      ofMarket(
        "events(first: $first) { edges { node { companies(first: 2) { totalCount edges { node { name } } } observations(first: 2) { totalCount edges { node { url } } } } } }",
      ),
      1,
    ],
  ])("take as many statements for one row as for all: %s", async (_edge, query, count) => {
    const one = await statementsOf(query, { id: marketIds[0], first: 1 });
    const all = await statementsOf(query, { id: marketIds[0], first: 100 });
    expect(one).toHaveLength(count);
    expect(all).toHaveLength(count);
  });

  it("are not read for a key that may not see them", async () => {
    const reader = await system.key(teamId, ["markets:read"]);
    system.statements();
    const { errors } = await graph(
      underMarket("news { edges { node { title } } }"),
      { id: marketIds[0], first: 1 },
      reader,
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const statements = ofOperation();
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain("company_news");
  });

  it("take the same statements for one dossier as for four: collection.dossiers", async () => {
    const query =
      "query ($id: Int!, $first: Int) { collection(collectionId: $id) { dossiers(first: $first) { totalCount edges { node { query lastTask { success } } } } } }";
    expect(await statementsOf(query, { id: collectionId, first: 1 })).toHaveLength(3);
    expect(await statementsOf(query, { id: collectionId, first: 4 })).toHaveLength(3);
  });

  it("give an article and an event that concern two companies of a market once", async () => {
    const { market } = await system.answer(key, NewsAndEventsDocument, { id: marketIds[0] ?? 0 });
    const titles = market?.news.edges.map(({ node }) => node.title);
    expect(titles?.filter((title) => title === "shared 0")).toHaveLength(1);
    expect(market?.news.totalCount).toBe(COMPANIES * 5 + 1);
    expect(market?.events).toMatchObject({
      totalCount: 2,
      edges: [{ node: { title: "Storm" } }, { node: { title: "Long ago" } }],
    });
  });

  it("have no default window and scores, unlike the events monitor", async () => {
    const { company, events } = await system.answer(key, WindowsDocument, { id: "kites-0.com" });
    expect(company?.events.totalCount).toBe(2);
    expect(events).toEqual({ totalCount: 1, edges: [{ node: { title: "Storm" } }] });
  });

  it("page through all rows without gaps or repeats", async () => {
    const pageAfter = async (after: string | null) =>
      (await system.answer(key, PageOfNewsDocument, { id: marketIds[0] ?? 0, after })).market?.news;
    const seen: number[] = [];
    for (let page = await pageAfter(null); page; ) {
      seen.push(...page.edges.map(({ node }) => node.newsItemId));
      const { hasNextPage, endCursor } = page.pageInfo;
      page = hasNextPage ? await pageAfter(endCursor ?? null) : undefined;
    }
    expect(seen).toHaveLength(COMPANIES * 5 + 1);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("a page by a cursor", () => {
  const CONNECTION = "{ pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { id } } }";
  type Listed = CursorPage<{ id: string }>;
  const DAYS = "filter: { minLikelihood: 0, minSeverity: 0 }";
  /** Lists, and what comes in front of their rows while somebody pages through them. */
  const LISTS: [list: string, query: string, insert: () => Promise<unknown>][] = [
    ["news of a market", "market(marketId: $id) { list: news(first: 2, after: $after)", () => newerNews()],
    [
      "news of a company",
      'company(identifier: "kites-0.com") { list: news(first: 2, after: $after)',
      () => newerNews(),
    ],
    ["events", `list: events(${DAYS}, first: 2, after: $after)`, () => newerEvent()],
    ["events of a market", "market(marketId: $id) { list: events(first: 2, after: $after)", () => newerEvent()],
    [
      "events of a company",
      'company(identifier: "kites-0.com") { list: events(first: 2, after: $after)',
      () => newerEvent(),
    ],
    ["articles of an event", "event(id: $event) { list: observations(first: 2, after: $after)", () => earlierArticle()],
    ["companies of an event", "event(id: $event) { list: companies(first: 1, after: $after)", () => touchedCompany()],
    ["markets", "list: markets(first: 1, after: $after)", () => seedMarket(system.database.db, teamId, [], "New")],
    ...["RANK", "NAME", "NEWEST", "COUNTRY", "EMPLOYEES"].map((order): (typeof LISTS)[number] => [
      `companies of a market, ${order}`,
      `market(marketId: $id) { list: companies(first: 5, after: $after, orderBy: ${order})`,
      () => betterCompany(),
    ]),
  ];
  let count = 0;
  const newerNews = async () => {
    const { db } = system.database;
    const title = `new ${++count}`;
    await seedNews(db, companyIds.slice(0, 1), 1, title);
    await db.pool.query(
      `WITH newest AS (UPDATE news_items SET published_at = now() WHERE title LIKE $1 RETURNING id, published_at)
       UPDATE company_news cn SET published_at = newest.published_at FROM newest WHERE newest.id = cn.news_item_id`,
      [`${title} %`],
    );
  };
  const newerEvent = () =>
    seedEvent(system.database.db, { title: `new ${++count}`, companyIds: companyIds.slice(0, 1) });
  const earlierArticle = () =>
    system.database.db.pool.query(
      `INSERT INTO observations SELECT (jsonb_populate_record(o, jsonb_build_object('id', 1000 + $2::int, 'url', 'new' || $2,
         'published_at', o.published_at - interval '1 day'))).* FROM observations o WHERE event_id = $1 ORDER BY published_at LIMIT 1`,
      [eventId, ++count],
    );
  const touchedCompany = async () => {
    const { id } = await seedCompany(system.database.db, `new-${++count}.com`, { name: `A ${999 - count}` });
    await system.database.db.prisma.eventCompany.create({
      data: { eventId, companyId: id, articles: 1, confidence: 1, method: "name", quote: "q" },
    });
  };
  const betterCompany = async () => {
    const { db } = system.database;
    const { id } = await seedCompany(db, `new-${++count}.com`, {
      name: `A ${999 - count}`,
      country: "AA",
      employees: 1_000_000 + count,
    });
    const { jobId } = await db.prisma.marketCompany.findFirstOrThrow({ where: { marketId: marketIds[0] ?? 0 } });
    await db.prisma.marketCompany.create({
      data: { marketId: marketIds[0] ?? 0, companyId: id, jobId, rank: -count, score: 1, reason: "", criteria: [] },
    });
  };

  it.each(LISTS)("has no row twice and misses none, whatever comes in meanwhile: %s", async (_list, asked, insert) => {
    const end = asked.startsWith("list") ? "" : "}";
    const query = `query Page($id: Int!, $event: ID!, $after: String) { ${asked} ${CONNECTION} ${end} m: market(marketId: $id) { id } e: event(id: $event) { id } }`;
    const pageAfter = async (after: string | null): Promise<Listed> => {
      const { data, errors } = await graph(query, { id: marketIds[0], event: String(eventId), after });
      expect(errors).toBeUndefined();
      const { list, ...parents } = data as { list?: Listed } & Record<string, { list?: Listed } | null>;
      const found = list ?? Object.values(parents).find((parent) => parent?.list !== undefined)?.list;
      if (found === undefined) throw new Error("no list");
      return found;
    };
    await insert();
    await insert();
    const before = await readByCursors(pageAfter);
    expect(before.length).toBeGreaterThan(2);
    expect(await readByCursors(pageAfter, insert)).toEqual(before);
  });

  it("is refused by a cursor that is not of this list, or of none", async () => {
    const first = async (list: string) => {
      const { data } = await graph(
        `query First($id: Int!) { market(marketId: $id) { ${list} { edges { cursor } } } }`,
        { id: marketIds[0] },
      );
      return (data as { market: Record<string, { edges: { cursor: string }[] }> }).market.list?.edges[0]?.cursor ?? "";
    };
    const [byRank, byName] = [await first("list: companies"), await first("list: companies(orderBy: NAME)")];
    const forged = (...keys: unknown[]) => {
      const [name] = JSON.parse(Buffer.from(byRank, "base64url").toString());
      return Buffer.from(JSON.stringify([name, ...keys])).toString("base64url");
    };
    const query =
      "query Foreign($id: Int!, $after: String) { market(marketId: $id) { companies(after: $after) { edges { rank } } } }";
    // Thrice: by the executor, and by the shorter way.
    for (const after of [
      byName,
      "x",
      "",
      forged("1"),
      forged(1, 2),
      forged("a", "1"),
      forged("99999999999", "1"),
      forged("1", "2; DROP"),
    ])
      for (let i = 0; i < 3; i++) {
        const { errors } = await graph(query, { id: marketIds[0], after });
        expect([after, errors?.[0]?.extensions.code]).toEqual([after, "INVALID_INPUT"]);
      }
    expect((await graph(query, { id: marketIds[0], after: byRank })).errors).toBeUndefined();
    // A cursor is no key to anything.
    expect(
      (await graph(query, { id: marketIds[0], after: byRank }, othersSubscribed)).errors?.[0]?.extensions.code,
    ).toBe("NOT_FOUND");
  });
});

describe("an event", () => {
  it("is found by its number and by its global id, and not otherwise", async () => {
    const byNumber = (await system.answer(key, EventByIdDocument, { id: String(eventId) })).event;
    expect(byNumber).toMatchObject({ eventId, title: "Storm" });
    expect((await system.answer(key, EventByIdDocument, { id: byNumber?.id ?? "" })).event).toEqual(byNumber);
    for (const id of ["999999", "x", Buffer.from("Market:1").toString("base64")])
      expect((await system.ask(key, EventByIdDocument, { id })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });

  it("is refused to a key without the subscription, by every way to it", async () => {
    const unsubscribed = await system.key(teamId);
    const globalId = Buffer.from(`Event:${eventId}`).toString("base64");
    for (const query of [
      "{ events { totalCount } }",
      `{ event(id: "${eventId}") { title } }`,
      `{ node(id: "${globalId}") { ... on Event { title } } }`,
      '{ company(identifier: "kites-0.com") { events { totalCount } } }',
      `{ market(marketId: ${marketIds[0]}) { events { totalCount } } }`,
    ]) {
      const { errors, data } = await graph(query, {}, unsubscribed);
      expect([query, errors?.[0]?.extensions.code]).toEqual([query, "FORBIDDEN"]);
      expect(JSON.stringify(data ?? null)).not.toContain("Storm");
    }
  });
});

describe("another team's key", () => {
  it.each([
    ["market.news", "query ($id: Int!) { market(marketId: $id) { news { totalCount } } }"],
    ["market.esgItems", "query ($id: Int!) { market(marketId: $id) { esgItems { totalCount } } }"],
    ["market.esgIncidents", "query ($id: Int!) { market(marketId: $id) { esgIncidents { totalCount } } }"],
    ["market.events", "query ($id: Int!) { market(marketId: $id) { events { totalCount } } }"],
  ])("gets NOT_FOUND from %s", async (_field, query) => {
    const { data, errors } = await graph(query, { id: marketIds[0] }, othersSubscribed);
    expect(data).toEqual({ market: null });
    expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });

  it.each([
    ["team", "query ($id: Int!) { team(teamId: $id) { users { totalCount } } }", () => teamId],
    [
      "collection",
      "query ($id: Int!) { collection(collectionId: $id) { dossiers { totalCount } } }",
      () => collectionId,
    ],
    ["dossiers", "query ($id: Int!) { dossiers(collectionId: $id) { totalCount } }", () => collectionId],
  ])("gets NOT_FOUND from %s, exactly as for what does not exist", async (_field, query, id) => {
    const theirs = await graph(query, { id: id() }, othersSubscribed);
    const nobodys = await graph(query, { id: 2147483647 }, othersSubscribed);
    expect(theirs.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(theirs.errors?.[0]?.message.replace(String(id()), "#")).toBe(
      nobodys.errors?.[0]?.message.replace("2147483647", "#"),
    );
  });

  it("gets no dossier by its id, nor those in no collection", async () => {
    const { prisma } = system.database.db;
    const { agentId } = await prisma.dossier.findFirstOrThrow({ where: { teamId } });
    const one = await graph("query ($id: UUID!) { dossier(agentId: $id) { query } }", { id: agentId }, others.key);
    expect(one.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    await prisma.dossier.create({
      data: { teamId, agentType: "theme", query: "loose", createdBy: agentId },
    });
    expect((await graph("{ dossiers { totalCount } }", {}, others.key)).data).toEqual({ dossiers: { totalCount: 0 } });
  });

  it("cannot write a dossier into a collection or about a market that is not its own", async () => {
    const { prisma } = system.database.db;
    const before = await prisma.dossier.count();
    const create = (input: object, by: string) =>
      graph("mutation ($input: CreateDossierInput!) { createDossier(input: $input) { agentId } }", { input }, by);
    const foreign: object[] = [
      { agentType: "THEME", query: "q", collectionId },
      { agentType: "MARKET", query: "q", marketId: marketIds[0] },
    ];
    for (const input of foreign) {
      expect((await create(input, others.key)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    }
    expect((await create({ agentType: "THEME", query: "q", teamId }, others.key)).errors?.[0]?.extensions.code).toBe(
      "FORBIDDEN",
    );
    expect(await prisma.dossier.count()).toBe(before);
  });

  it("cannot make a collection for another team", async () => {
    const { errors } = await graph(
      'mutation ($teamId: Int!) { createCollection(input: { teamId: $teamId, name: "Mine" }) { collectionId } }',
      { teamId },
      others.key,
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});

describe("a key without the scope", () => {
  it.each<[Scope, string]>([
    ["impact:read", '{ company(identifier: "kites-0.com") { name } }'],
    ["impact:read", '{ companies(search: { keyword: "kites" }) { totalCount } }'],
    ["impact:read", "{ events { totalCount } }"],
    ["impact:read", "query ($id: Int!) { market(marketId: $id) { news { totalCount } } }"],
    [
      "impact:read",
      "query ($id: Int!) { market(marketId: $id) { companies { edges { node { news { totalCount } } } } } }",
    ],
    [
      "impact:read",
      "query ($id: Int!) { market(marketId: $id) { companies { edges { node { esgItems { totalCount } } } } } }",
    ],
    ["markets:read", "query ($id: Int!) { market(marketId: $id) { esgItems { totalCount } } }"],
    ["markets:read", "query ($id: Int!) { market(marketId: $id) { esgIncidents { totalCount } } }"],
    ["impact:read", '{ company(identifier: "kites-0.com") { esgIncidents { totalCount } } }'],
    ["teams:read", "query ($id: Int!) { market(marketId: $id) { team { users { totalCount } } } }"],
    ["collections:read", "{ dossiers { totalCount } }"],
    ["collections:write", 'mutation { createCollection(input: { name: "x" }) { collectionId } }'],
    ["collections:write", 'mutation { createDossier(input: { agentType: THEME, query: "x" }) { agentId } }'],
  ])("%s is FORBIDDEN %s", async (scope, query) => {
    const without = await system.key(
      teamId,
      SCOPES.filter((other) => other !== scope),
      ["events-monitor"],
    );
    const { errors } = await graph(query, { id: marketIds[0] }, without);
    expect(errors?.[0]).toMatchObject({ message: "Forbidden", extensions: { code: "FORBIDDEN" } });
  });

  it("of a team cannot make teams, whatever its scopes", async () => {
    const { errors } = await graph(
      'mutation { createTeam(input: { name: "x", domain: "x.com", teamAdmin: "7d1f0c3e-2a51-4d5b-9a53-0f6d1b1c2e4f" }) { teamId } }',
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});

describe("collections and dossiers", () => {
  it("are made for the key's team, under a name once", async () => {
    const create = () =>
      graph('mutation { createCollection(input: { name: " Kites " }) { collectionId name team { teamId } } }');
    expect((await create()).data).toEqual({
      createCollection: { collectionId: expect.any(Number), name: "Kites", team: { teamId } },
    });
    expect((await create()).errors?.[0]?.extensions.code).toBe("CONFLICT");
  });

  it("ask about a company, a market or a theme, each with its own subject", async () => {
    const create = (input: CreateDossierInput) => system.ask(key, CreateDossierDocument, { input });
    expect(
      (await create({ agentType: "COMPANY", query: "Who owns it?", company: "https://kites-3.com", collectionId }))
        .data,
    ).toEqual({
      createDossier: {
        agentType: "COMPANY",
        query: "Who owns it?",
        collectionId,
        company: { domain: "kites-3.com" },
        market: null,
        lastTask: null,
      },
    });
    expect(
      (await create({ agentType: "MARKET", query: "q", marketId: marketIds[1] })).data?.createDossier.market,
    ).toEqual({
      marketId: marketIds[1],
    });
    for (const [input, code] of [
      [{ agentType: "COMPANY", query: "q" }, "INVALID_INPUT"],
      [{ agentType: "COMPANY", query: "q", company: "nobody.com" }, "NOT_FOUND"],
      [{ agentType: "THEME", query: "q", company: "kites-3.com" }, "INVALID_INPUT"],
      [{ agentType: "THEME", query: "  " }, "INVALID_INPUT"],
      [{ agentType: "MARKET", query: "q", marketId: 2147483647 }, "NOT_FOUND"],
    ] as const)
      expect([input, (await create(input)).errors?.[0]?.extensions.code]).toEqual([input, code]);
  });
});
