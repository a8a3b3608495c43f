import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { type CursorPage, readByCursors } from "../support/cursor-pages.ts";
import { seedCompany, seedEsgItem, seedEvent, seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let marketId: number;
let companyIds: number[];
let personId: number;
let eventId: number;
let collectionId: number;
let agentId: string;

const NOBODY = "00000000-0000-4000-8000-000000000000";
const at = (day: number) => new Date(Date.UTC(2026, 4, 1 + day));
const ROWS = 7;
/** Numbers the rows, so that each is in front of all that came before it. */
let count = 0;

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const { db } = system.database;
  companyIds = [];
  for (let i = 0; i < 3; i++) companyIds.push((await seedCompany(db, `kites-${i}.com`)).id);
  marketId = await seedMarket(db, teamId, companyIds);
  collectionId = (await db.prisma.collection.create({ data: { teamId, name: "Ours" } })).id;
  eventId = await seedEvent(db, { title: "Storm" });
  ({ id: personId } = await db.prisma.person.findUniqueOrThrow({ where: { id: await person(companyIds[0] ?? 0, 1) } }));
  agentId = await dossier("Who owns it?", at(0));
  // Half of them are alike in what they are sorted by.
  for (let i = 0; i < ROWS; i++) {
    const half = Math.floor(i / 2);
    const companyId = companyIds[i % 3] ?? 0;
    await person(companyIds[0] ?? 0, half + 1, half % 2 === 1);
    await person(companyId, half + 1, half % 2 === 0);
    await sighting(at(half));
    await esgItem(companyIds[0] ?? 0, i < 3 ? null : at(half));
    await esgItem(companyId, i < 3 ? null : at(half));
    await user(`Adé ${half}`, `Agren ${half % 2}`);
    // A cursor does not hold the whole of a long question.
    await dossier(`${"如何？".repeat(i === 3 ? 1_300 : 170)}${half}`, at(half));
    await run(at(half));
    await lineage();
    await review((await seedCompany(db, `reviewed-${i}.com`)).id, at(half));
  }
});
afterAll(() => system?.stop());

const person = async (companyId: number, rank: number, isFormer = false): Promise<number> => {
  const name = `Person ${++count}`;
  const days = { firstSeenAt: at(0), lastSeenAt: at(rank % 2) };
  const { id } = await system.database.db.prisma.person.create({
    data: { companyId, name, nameKey: name.toLowerCase(), role: "Chief Executive Officer", isFormer, rank, ...days },
  });
  return id;
};

const sighting = (publishedAt: Date) =>
  system.database.db.prisma.personSighting.create({
    data: {
      personId,
      url: `https://paper.com/${++count}`,
      name: "Person",
      role: "Chief Executive Officer",
      isFormer: false,
      rank: 1,
      quote: "q",
      // As if it were not known of every other one.
      publishedAt: count % 2 === 0 ? publishedAt : null,
      retrievedAt: publishedAt,
    },
  });

const esgItem = (companyId: number, publishedAt: Date | null) =>
  seedEsgItem(system.database.db, companyId, `https://paper.com/esg/${++count}`, { publishedAt });

const user = (firstName: string, lastName: string, id: string = randomUUID(), email = `m-${++count}@kites.com`) =>
  system.database.db.prisma.user.create({
    data: { id, firstName, lastName, email, passwordHash: "x", memberships: { create: { teamId } } },
  });

const dossier = async (query: string, createdAt: Date, id: string = randomUUID()): Promise<string> => {
  const data = { agentId: id, teamId, collectionId, agentType: "theme" as const, query, createdBy: NOBODY, createdAt };
  await system.database.db.prisma.dossier.create({ data: { ...data, lastModifiedAt: createdAt } });
  return id;
};

const run = (createdAt: Date) =>
  system.database.db.prisma.dossierTask.create({ data: { agentId, status: "completed", createdAt } });

const lineage = () =>
  system.database.db.prisma.eventLineage.create({
    data: { kind: "merge", fromEventId: ++count, toEventId: eventId, runId: NOBODY },
  });

const review = (companyId: number, reviewedAt: Date) =>
  system.database.db.prisma.marketReview.create({
    data: { marketId, companyId, isAccepted: true, reviewedBy: NOBODY, reviewedAt },
  });

/** An id that is in front of all others, and of those that were made before. */
const frontId = () => `00000000-0000-4000-8000-${String(999_999 - ++count).padStart(12, "0")}`;

type Rows = { text: string; values: unknown[] };
const withId = (table: string, column: string, value: unknown): Rows => ({
  text: `DELETE FROM ${table} WHERE ${column} = $1`,
  values: [value],
});
const later = () => at(100 + ++count);

const newPerson = async () => withId("people", "id", await person(companyIds[0] ?? 0, -count));
const newSighting = async () => withId("person_sightings", "id", (await sighting(later())).id);
const newEsgItem = async () => withId("esg_items", "id", await esgItem(companyIds[0] ?? 0, later()));
const newReview = async () => {
  const { id } = await seedCompany(system.database.db, `new-${++count}.com`);
  await review(id, later());
  return withId("market_reviews", "company_id", id);
};
const newUser = async () => {
  const name = ` ${String(999_999 - ++count)}`;
  const { id } = await user(name, name, frontId(), `${name.trim()}@a.com`);
  return withId("users", "id", id);
};
/** In front where the last names come in descending order. */
const lastUser = async () => withId("users", "id", (await user("Z", `Z ${100_000 + ++count}`)).id);
const newDossier = async () =>
  withId("dossiers", "agent_id", await dossier(` ${999_999 - ++count}`, later(), frontId()));
/** In front where the oldest come first. */
const oldDossier = async () => withId("dossiers", "agent_id", await dossier("Z", at(-++count)));
const newRun = async () => withId("dossier_tasks", "task_id", (await run(later())).taskId);
const newLineage = async () => withId("event_lineage", "id", (await lineage()).id);

/** Lists, and what comes in front of their rows; how to take it away again is what it gives. */
const LISTS: [list: string, query: () => string, insert: () => Promise<Rows>][] = [
  [
    "sources of a person",
    () =>
      `node(id: "${globalId("Person", personId)}") { ... on Person { list: sources(PAGE) { ROWS node { url } } } } }`,
    newSighting,
  ],
  [
    "people of a company",
    () => 'company(identifier: "kites-0.com") { list: people(PAGE) { ROWS node { id } } } }',
    newPerson,
  ],
  ["people of a market", () => `${market()} { list: people(PAGE) { ROWS node { id } } } }`, newPerson],
  [
    "ESG items of a company",
    () => 'company(identifier: "kites-0.com") { list: esgItems(PAGE) { ROWS node { id } } } }',
    newEsgItem,
  ],
  ["ESG items of a market", () => `${market()} { list: esgItems(PAGE) { ROWS node { id } } } }`, newEsgItem],
  [
    "ESG items of a market, filtered",
    () => `${market()} { list: esgItems(filter: { source: [EXTERNAL] }, PAGE) { ROWS node { id } } } }`,
    newEsgItem,
  ],
  ["reviews of a market", () => `${market()} { list: reviews(PAGE) { ROWS node { company { id } } } } }`, newReview],
  ...(
    [
      ["", newUser],
      ["sortBy: [{ field: FIRST_NAME, order: ASC }]", newUser],
      ["sortBy: [{ field: LAST_NAME, order: DESC }, { field: FULL_NAME, order: ASC }]", lastUser],
      ["sortBy: [{ field: FULL_NAME, order: ASC }, { field: FULL_NAME, order: DESC }]", newUser],
      ["sortBy: [{ field: EMAIL, order: ASC }]", newUser],
      ["sortBy: [{ field: ID, order: ASC }, { field: EMAIL, order: DESC }]", newUser],
    ] as const
  ).map(([sort, insert]): (typeof LISTS)[number] => [
    `users of a team, ${sort === "" ? "by name" : sort}`,
    () => `team(teamId: ${teamId}) { list: users(${sort} PAGE) { ROWS node { id } } } }`,
    insert,
  ]),
  ...(
    [
      ["", newDossier],
      ["sort: [{ field: CREATED_AT, order: ASC }]", oldDossier],
      ["sort: [{ field: LAST_MODIFIED_AT, order: DESC }, { field: QUERY, order: DESC }]", newDossier],
      ["sort: [{ field: QUERY, order: ASC }, { field: AGENT_ID, order: DESC }]", newDossier],
      ["sort: [{ field: AGENT_ID, order: ASC }]", newDossier],
    ] as const
  ).map(([sort, insert]): (typeof LISTS)[number] => [
    `dossiers, ${sort === "" ? "newest first" : sort}`,
    () => `list: dossiers(collectionId: ${collectionId}, ${sort} PAGE) { ROWS node { id } } }`,
    insert,
  ]),
  ["runs of a dossier", () => `dossier(agentId: "${agentId}") { list: tasks(PAGE) { ROWS node { id } } } }`, newRun],
  [
    "lineage of an event",
    () => `event(id: ${eventId}) { list: lineage(PAGE) { ROWS node { fromEventId } } } }`,
    newLineage,
  ],
];
const market = () => `market(marketId: ${marketId})`;
const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString("base64");

/** The query of a page of a list. */
const pageOf = (asked: string) =>
  `query Page($first: Int!, $after: String) { ${asked
    .replace("PAGE", "first: $first, after: $after")
    .replace("ROWS", "pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor")} }`;

async function readPage(asked: string, after: string | null, first = 2): Promise<CursorPage<object>> {
  const { data, errors } = await system.graph(key, pageOf(asked), { first, after });
  expect(errors).toBeUndefined();
  const { list, ...parents } = data as { list?: CursorPage<object> } & Record<string, { list: CursorPage<object> }>;
  const [parent] = Object.values(parents);
  const page = list ?? parent?.list;
  if (page === undefined) throw new Error("no list");
  return page;
}

const remove = async (rows: Rows | undefined) => {
  if (rows !== undefined) await system.database.db.query(rows.text, rows.values);
};

describe.each(LISTS)("the pages of a list: %s", (_list, query, insert) => {
  it("have no row twice and miss none, whatever comes in meanwhile", async () => {
    const asked = query();
    const pageAfter = (after: string | null) => readPage(asked, after);
    const before = await readByCursors(pageAfter);
    expect(before.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(before.map((node) => JSON.stringify(node))).size).toBe(before.length);
    expect((await readPage(asked, null, 100)).edges.map(({ node }) => node)).toEqual(before);
    const added: Rows[] = [];
    expect(await readByCursors(pageAfter, async () => added.push(await insert()))).toEqual(before);
    expect(added.length).toBeGreaterThan(1);
    // They are rows of the list, which another reader sees.
    expect((await readPage(asked, null, 100)).edges).toHaveLength(before.length + added.length);
    for (const rows of added) await remove(rows);
  });

  it("miss no row where one goes that was shown", async () => {
    const asked = query();
    const pageAfter = (after: string | null) => readPage(asked, after);
    const shown = [await insert(), await insert()];
    const before = await readByCursors(pageAfter);
    expect(await readByCursors(pageAfter, () => remove(shown.pop()))).toEqual(before);
    expect(shown).toEqual([]);
  });

  it("are refused by a cursor of another list, a made-up one, and one from before cursors held sort keys", async () => {
    const asked = query();
    const { endCursor } = (await readPage(asked, null)).pageInfo;
    const [name, ...keys] = JSON.parse(Buffer.from(endCursor ?? "", "base64url").toString()) as string[];
    const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    const codeOf = async (after: string) =>
      (await system.graph(key, pageOf(asked), { first: 2, after })).errors?.[0]?.extensions.code;
    const position = Buffer.from("offset:1").toString("base64url");
    for (const after of [position, "x", "", cursor("other", ...keys), cursor(name, ...keys, "1"), cursor(name)])
      expect([after, await codeOf(after)]).toEqual([after, "INVALID_INPUT"]);
    expect(await codeOf(cursor(name, ...keys.slice(0, -1), "no number; DROP"))).toBe("INVALID_INPUT");
    const nowhere = cursor(name, "2026-01-01 00:00:00 Foo/Bar", ...keys.slice(1));
    if (/^\d{4}-\d\d-\d\d/.test(keys[0] ?? "")) expect(await codeOf(nowhere)).toBe("INVALID_INPUT");
    expect(await codeOf(cursor(name, ...keys))).toBeUndefined();
  });

  it("are counted only where the total is asked for", async () => {
    const asked = query();
    system.statements();
    const { endCursor } = (await readPage(asked, null)).pageInfo;
    await readPage(asked, endCursor);
    expect(system.statements().filter((sql) => /count\(\*\)/.test(sql))).toEqual([]);
    const { data } = await system.graph(key, pageOf(asked.replace("ROWS", "totalCount ROWS")), {
      first: 1,
      after: null,
    });
    const counted = /"totalCount":(\d+)/.exec(JSON.stringify(data))?.[1];
    expect(Number(counted)).toBe((await readPage(asked, null, 100)).edges.length);
    expect(system.statements().filter((sql) => /count\(\*\)/.test(sql))).toHaveLength(1);
  });
});

it("a cursor that one list refuses leaves the other lists of the query as they are", async () => {
  const { endCursor } = (await readPage(`${market()} { list: reviews(PAGE) { ROWS node { company { id } } } } }`, null))
    .pageInfo;
  const [name, , company] = JSON.parse(Buffer.from(endCursor ?? "", "base64url").toString()) as string[];
  const forged = Buffer.from(JSON.stringify([name, "never", company])).toString("base64url");
  const page = "{ edges { node { company { id } } } }";
  const { data, errors } = await system.graph(
    key,
    `query ($after: String, $forged: String) { a: ${market()} { reviews(first: 2, after: $after) ${page} }
      b: ${market()} { reviews(first: 2, after: $forged) ${page} } }`,
    { after: endCursor, forged },
  );
  expect(data).toMatchObject({ a: { reviews: { edges: [{}, {}] } }, b: null });
  expect(errors?.map(({ path }) => path)).toEqual([["b", "reviews", "edges"]]);
});

it("an offset is refused beside a cursor, and skips rows without one", async () => {
  const ask = async (page: string) =>
    system.graph(key, `{ ${market()} { esgItems(${page}) { edges { cursor node { id } } } } }`);
  interface Answer {
    market: { esgItems: CursorPage<{ id: string }> };
  }
  const all = ((await ask("first: 100")).data as unknown as Answer).market.esgItems.edges;
  const some = ((await ask("first: 2, offset: 3")).data as unknown as Answer).market.esgItems.edges;
  expect(some).toEqual(all.slice(3, 5));
  expect((await ask(`after: "${all[0]?.cursor}", offset: 1`)).errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
});
