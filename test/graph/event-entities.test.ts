import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { EntitiesOfEventsDocument, EntityNodeDocument } from "#generated/tests/graphql";
import { composeEvent } from "#intelligence/events/content/compose-event";
import { type GroupingDeps, groupObservations } from "#intelligence/events/group-observations";
import { recomposeEvents } from "#intelligence/events/recompose-events";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { plainDeps, store } from "../events/store-support.ts";
import { seedCompany } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let deps: GroupingDeps;

const HIRED = "Calloway Brewing names Mira Galdan chief executive";
const LEFT = "Mira Galdan resigns as chief executive of Calloway";
const FINED = "Denmark fines Calloway Brewing $40 million";
const STORM = "Storm kills 3 people in Denmark";
const TITLES = [HIRED, LEFT, FINED, STORM];

const articleOf = (title: string, day: number) => ({
  url: `https://paper.example.com/${day}`,
  title,
  publisher: "The Paper",
  publishedAt: new Date(Date.UTC(2026, 2, day)),
});

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const { id } = await seedCompany(system.database.db, "calloway.example.com", { name: "Calloway Brewing AG" });
  const taxonomy = loadTaxonomy();
  deps = plainDeps({
    groupDocuments: (documents) => documents.map((_, i) => [i]),
    composeEvent: (observations) => composeEvent(observations, { taxonomy }),
    // As the directory's names link it.
    linkCompanies: async (_db, texts) =>
      texts.map(({ title }) =>
        (/Calloway(?: Brewing)?/.exec(title) ?? []).map((quote) => ({
          companyId: id,
          quote,
          method: "name",
          confidence: 0.9,
        })),
      ),
  });
  await store(
    system.database.db,
    TITLES.map((title, i) => articleOf(title, i + 1)),
  );
  await groupObservations(system.database.db, deps);
});
afterAll(() => system?.stop());

/** The ids of the entities of all events, by their names, and the events that have them. */
async function entities(): Promise<Map<string, { ids: Set<string>; titles: Set<string> }>> {
  const { events } = await system.answer(key, EntitiesOfEventsDocument, {});
  const found = new Map<string, { ids: Set<string>; titles: Set<string> }>();
  for (const { node } of events.edges)
    for (const { entity } of [...node.relevantEntities, ...node.impactedEntities]) {
      if (entity === null) throw new Error(`an entity of “${node.title}” has no id`);
      const known = found.get(entity.name) ?? { ids: new Set(), titles: new Set() };
      found.set(entity.name, known);
      known.ids.add(entity.id);
      known.titles.add(node.title);
    }
  return found;
}

async function idOf(name: string): Promise<string> {
  const [id = ""] = (await entities()).get(name)?.ids ?? [];
  return id;
}

async function entityOf(id: string, page: { first?: number; after?: string | null; filter?: object } = {}) {
  const { node } = await system.answer(key, EntityNodeDocument, { id, ...page });
  if (node?.__typename !== "Entity") throw new Error(`no entity ${id}`);
  return node;
}

describe("an entity of events", () => {
  it("has one id in all events that name it, as relevant or as impacted", async () => {
    const found = await entities();
    for (const [name, titles] of [
      ["Mira Galdan", [HIRED, LEFT]],
      ["Calloway Brewing AG", [HIRED, LEFT, FINED]],
      ["Denmark", [FINED, STORM]],
    ] as const)
      expect([name, found.get(name)?.ids.size, [...(found.get(name)?.titles ?? [])].sort()]).toEqual([
        name,
        1,
        [...titles].sort(),
      ]);
  });

  it("is a node with its kind, its company and pages of its events", async () => {
    const person = await entityOf(await idOf("Mira Galdan"));
    expect(person).toMatchObject({ name: "Mira Galdan", entityType: "person", company: null });
    expect(person.id).toBe(Buffer.from(`Entity:${person.entityId}`).toString("base64"));
    const id = await idOf("Calloway Brewing AG");
    const company = await entityOf(id, { first: 2 });
    expect(company).toMatchObject({ entityType: "company", company: { domain: "calloway.example.com" } });
    expect(company.events).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const rest = await entityOf(id, { first: 2, after: company.events.pageInfo.endCursor });
    expect(rest.events.pageInfo.hasNextPage).toBe(false);
    const titles = [...company.events.edges, ...rest.events.edges].map(({ node }) => node.title);
    expect(titles.sort()).toEqual([HIRED, LEFT, FINED].sort());
  });

  it("has the events that meet a filter", async () => {
    const { events } = await entityOf(await idOf("Calloway Brewing AG"), {
      filter: { alertTypes: ["Fine or settlement"] },
    });
    expect(events.edges.map(({ node }) => node.title)).toEqual([FINED]);
    expect([events.totalCount, events.unfilteredTotalCount]).toEqual([1, 3]);
  });

  it("keeps its id when its events are written again, and when it is in none any more", async () => {
    const { db } = system.database;
    const before = await entities();
    await db.query("UPDATE events SET content_hash = 'other'", []);
    await recomposeEvents(db, deps);
    expect(await entities()).toEqual(before);
    const id = await idOf("Mira Galdan");
    await db.query("DELETE FROM observations WHERE title = ANY($1)", [[HIRED, LEFT]]);
    await groupObservations(db, deps);
    expect((await entityOf(id)).events).toMatchObject({ totalCount: 0, edges: [] });
    await store(db, [articleOf(HIRED, 1), articleOf(LEFT, 2)]);
    await groupObservations(db, deps);
    expect(await idOf("Mira Galdan")).toBe(id);
    expect((await entityOf(id)).events.totalCount).toBe(2);
  });

  it("is read by as many statements for one event as for many", async () => {
    const counts: number[] = [];
    for (const first of [1, 50]) {
      system.statements();
      const { events } = await system.answer(key, EntitiesOfEventsDocument, { first });
      expect(events.edges.length).toBe(first === 1 ? 1 : TITLES.length);
      counts.push(system.statements().filter((sql) => !/api_keys/.test(sql)).length);
    }
    expect(counts[0]).toBe(counts[1]);
  });

  it("is told to nobody without the subscription or the scope", async () => {
    const unsubscribed = await system.key(teamId);
    const unscoped = await system.key(
      teamId,
      SCOPES.filter((scope) => scope !== "impact:read"),
      ["events-monitor"],
    );
    const rival = await system.key((await system.team({ name: "Rival Research" })).teamId, SCOPES);
    const id = await idOf("Calloway Brewing AG");
    for (const by of [unsubscribed, unscoped, rival])
      for (const asked of [system.ask(by, EntityNodeDocument, { id }), system.ask(by, EntitiesOfEventsDocument, {})]) {
        const { data, errors } = await asked;
        expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
        expect(JSON.stringify(data ?? null)).not.toContain("Calloway");
      }
  });
});
