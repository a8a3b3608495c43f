import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  EventHistoriesOfMarketDocument,
  EventHistoryDocument,
  EventHistoryOfNodeDocument,
  SurvivingEventDocument,
  TouchedCompaniesDocument,
} from "#generated/tests/graphql";
import { groupObservations } from "#intelligence/events/group-observations";
import { eventOf, plainDeps, store } from "../events/store-support.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let marketId: number;
/** Events of the story: the one that goes on, the one that went up into it, the one that came out of it. */
let stayed: number;
let gone: number;
let came: number;

const COMPANIES = ["Wolpertinger Kites", "Zephyrine Aviation", "Quillfeather Sails"];

const article = (name: string, tags: string, publisher: string) => ({
  url: `https://${publisher}.example.com/${name}`,
  title: `${tags} ${name}`,
  text: "",
  publisher,
  publishedAt: new Date("2026-03-04T12:00:00Z"),
});

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const { db } = system.database;
  const companies: number[] = [];
  for (const name of COMPANIES)
    companies.push((await seedCompany(db, `${name.toLowerCase().replace(" ", "-")}.com`, { name })).id);
  marketId = await seedMarket(db, teamId, companies);
  const group = () => groupObservations(db, plainDeps());
  const idOf = async (publisher: string, name: string) =>
    (await eventOf(db, `https://${publisher}.example.com/${name}`)) ?? 0;

  await store(db, [
    article("Wolpertinger Kites GmbH recalls kites", "#kites", "post"),
    article("Recall at Wolpertinger Kites GmbH", "#kites", "times"),
    article("Shop stops selling kites", "#shop", "herald"),
  ]);
  await group();
  gone = await idOf("herald", "Shop stops selling kites");
  // An article that speaks of both: the two are one.
  await store(db, [article("Kites recalled in all shops", "#kites #shop", "mail")]);
  await group();
  // Two that come in with it, and leave it when they are corrected.
  const sails = (tags: string) => [
    article("Zephyrine Aviation Inc buys Quillfeather Sails Ltd", tags, "post"),
    article("Zephyrine Aviation Inc deal done", `${tags} #now`, "times"),
  ];
  await store(db, sails("#kites #sails"));
  await group();
  await store(db, sails("#sails"));
  await group();
  stayed = await idOf("mail", "Kites recalled in all shops");
  came = await idOf("times", "Zephyrine Aviation Inc deal done");
});
afterAll(() => system?.stop());

const globalId = (id: number) => Buffer.from(`Event:${id}`).toString("base64");

describe("the history of an event", () => {
  it("says which events went up into it and which came out of it", async () => {
    const { event } = await system.answer(key, EventHistoryDocument, { id: String(stayed) });
    expect(event).toEqual({
      eventId: stayed,
      articleCount: 4,
      independentSources: 4,
      formerIds: [gone],
      lineage: {
        totalCount: 2,
        edges: [
          { node: { kind: "SPLIT", fromEventId: stayed, toEventId: came, at: expect.any(String) } },
          { node: { kind: "MERGE", fromEventId: gone, toEventId: stayed, at: expect.any(String) } },
        ],
      },
    });
  });

  it("leads from the id of an event that is no more to the one that it went up into", async () => {
    const data = await system.answer(key, SurvivingEventDocument, { id: String(gone), global: globalId(gone) });
    const survivor = { eventId: stayed, formerIds: [gone] };
    expect(data).toEqual({ event: survivor, node: survivor });
  });

  it("takes as many statements for one event as for many", async () => {
    const counts: number[] = [];
    for (const first of [1, 50]) {
      system.statements();
      const { market } = await system.answer(key, EventHistoriesOfMarketDocument, { id: marketId, first });
      expect(market?.events.edges).toHaveLength(first === 1 ? 1 : 2);
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
    for (const by of [unsubscribed, unscoped])
      for (const id of [stayed, gone])
        for (const [way, asked] of [
          ["event", system.ask(by, EventHistoryDocument, { id: String(id) })],
          ["node", system.ask(by, EventHistoryOfNodeDocument, { id: globalId(id) })],
          ["market", system.ask(by, EventHistoriesOfMarketDocument, { id: marketId })],
        ] as const) {
          const { data, errors } = await asked;
          expect([way, errors?.[0]?.extensions.code]).toEqual([way, "FORBIDDEN"]);
          expect(JSON.stringify(data ?? null)).not.toContain("formerIds");
        }
  });
});

describe("the companies that an event touches", () => {
  it("are those that its headlines name, and lead back to it", async () => {
    const { event, company } = await system.answer(key, TouchedCompaniesDocument, { id: String(stayed) });
    expect(event?.companies.edges).toEqual([
      {
        node: { name: "Wolpertinger Kites" },
        evidence: {
          articles: 2,
          method: "name",
          quote: expect.stringContaining("Wolpertinger Kites"),
          confidence: expect.any(Number),
        },
      },
    ]);
    expect(company?.events.edges).toEqual([{ node: { eventId: stayed } }]);
  });
});
