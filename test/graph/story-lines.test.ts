import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  StoryLineOfEventDocument,
  StoryLineOfNodeDocument,
  StoryLinesOfEventsDocument,
} from "#generated/tests/graphql";
import { composeEvent } from "#intelligence/events/content/compose-event";
import { type GroupingDeps, groupObservations } from "#intelligence/events/group-observations";
import { recomposeEvents } from "#intelligence/events/recompose-events";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { type Article, clear, eventOf, plainDeps, store } from "../events/store-support.ts";
import { marketCommand } from "../support/market.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
let deps: GroupingDeps;

/** A matter over nine months, and other matters of the same company. */
const OFFER = "Calloway Brewing offers $5.2 billion for rival Fennick Breweries";
const RAISED = "Calloway Brewing raises offer for Fennick Breweries to $5.9 billion";
const DONE = "Calloway Brewing completes acquisition of Fennick Breweries for $5.9 billion";
const LAGER = "Calloway Brewing launches alcohol-free lager";
const CRASH = "Train crash near Ashby kills 11 people";
const TOLL = "Ashby train crash: 14 people killed, investigators say";
const DATED: readonly (readonly [string, string])[] = [
  ["2026-01-12", OFFER],
  ["2026-02-10", LAGER],
  ["2026-03-02", RAISED],
  ["2026-03-20", CRASH],
  ["2026-04-02", TOLL],
  ["2026-09-14", DONE],
];

const urlOf = (title: string) => `https://paper.example.com/${encodeURIComponent(title)}`;
const articleOf = ([day, title]: readonly [string, string]): Article => ({
  url: urlOf(title),
  title,
  publisher: "The Paper",
  publishedAt: new Date(`${day}T09:00:00Z`),
});
const ARTICLES = DATED.map(articleOf);

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const taxonomy = loadTaxonomy();
  deps = plainDeps({
    groupDocuments: (documents) => documents.map((_, i) => [i]),
    composeEvent: (observations) => composeEvent(observations, { taxonomy }),
  });
  await store(system.database.db, ARTICLES);
  await groupObservations(system.database.db, deps);
});
afterAll(() => system?.stop());

const idOf = async (title: string) => (await eventOf(system.database.db, urlOf(title))) ?? 0;
const lineOf = async (title: string) => {
  const { event } = await system.answer(key, StoryLineOfEventDocument, { id: String(await idOf(title)) });
  if (event == null) throw new Error(`no event for ${title}`);
  return event;
};
/** What every event follows, by the titles. */
const links = async () =>
  system.database.db.query<{ later: string; earlier: string }>(
    `SELECT a.title AS later, b.title AS earlier FROM event_follow_ups f JOIN events a ON a.id = f.event_id
     JOIN events b ON b.id = f.follows_event_id ORDER BY a.title`,
    [],
  );
const LINKS = [
  { later: TOLL, earlier: CRASH },
  { later: DONE, earlier: RAISED },
  { later: RAISED, earlier: OFFER },
];

describe("a story line", () => {
  it("is shown by the command line, with what changed and why the events are linked", async () => {
    const environment = { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir, NODE_ENV: "test" };
    const [offer, raised, done] = [await idOf(OFFER), await idOf(RAISED), await idOf(DONE)];
    const { stdout } = await marketCommand(["events", "show", String(raised)], environment);
    expect(stdout.slice(stdout.indexOf("Story line"))).toBe(
      [
        "Story line, earliest first:",
        `2026-01-12  Event ${offer}: ${OFFER}`,
        `2026-03-02  Event ${raised}: ${RAISED}`,
        `            follows event ${offer} (likelihood 0.82): both mention Calloway Brewing, Fennick Breweries, offer`,
        `2026-09-14  Event ${done}: ${DONE}`,
        "            acquisition stage: completed",
        "            acquisition amount: $5.9 billion",
        `            follows event ${raised} (likelihood 0.73): both mention Calloway Brewing, Fennick Breweries`,
        "",
      ].join("\n"),
    );
    const shown = await marketCommand(["events", "show", String(raised), "--json"], environment);
    const { id, storyLine } = JSON.parse(shown.stdout);
    expect([id, storyLine.map((one: { id: number }) => one.id)]).toEqual([raised, [offer, raised, done]]);
    expect((await marketCommand(["events", "show", String(await idOf(LAGER))], environment)).stdout).not.toContain(
      "Story line",
    );
  });

  it("has the events of one matter over months, and no other matter of the same company", async () => {
    for (const title of [OFFER, RAISED, DONE]) {
      const { storyLine } = await lineOf(title);
      expect(storyLine.edges.map(({ node }) => node.title)).toEqual([OFFER, RAISED, DONE]);
      expect(storyLine.totalCount).toBe(3);
    }
    const { followsUpOn, followUps, storyLine } = await lineOf(LAGER);
    expect(followsUpOn).toBeNull();
    expect(followUps).toEqual({ totalCount: 0, edges: [] });
    expect(storyLine.edges).toEqual([{ node: { title: LAGER } }]);
  });

  it("says of each event which one it follows, what both share, and what changed", async () => {
    const raised = await lineOf(RAISED);
    expect(raised.followUps).toEqual({ totalCount: 1, edges: [{ node: { event: { title: DONE } } }] });
    expect(raised.followsUpOn).toMatchObject({
      follows: { title: OFFER },
      sharedNames: expect.arrayContaining(["Calloway Brewing", "Fennick Breweries"]),
    });
    expect(raised.followsUpOn?.likelihood).toBeGreaterThanOrEqual(0.5);
    const toll = await lineOf(TOLL);
    expect(toll.followsUpOn?.sharedTerms).toEqual(expect.arrayContaining(["crash", "train"]));
    expect(toll.followsUpOn?.developments).toContainEqual({
      frame: "accident",
      role: "deaths",
      before: expect.stringContaining("11"),
      after: expect.stringContaining("14"),
    });
    const done = await lineOf(DONE);
    expect(done.followsUpOn?.developments).toContainEqual(
      expect.objectContaining({ frame: "acquisition", role: "stage", after: "completed" }),
    );
  });

  it("is paged, and reached from a node", async () => {
    const id = Buffer.from(`Event:${await idOf(DONE)}`).toString("base64");
    const { node } = await system.answer(key, StoryLineOfNodeDocument, { id });
    expect(node).toEqual({
      storyLine: {
        edges: [{ node: { title: OFFER } }, { node: { title: RAISED } }],
        pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
      },
    });
  });

  it("takes as many statements for one event as for many", async () => {
    const counts: number[] = [];
    for (const first of [1, 50]) {
      system.statements();
      const { events } = await system.answer(key, StoryLinesOfEventsDocument, { first });
      expect(events.edges.length).toBe(first === 1 ? 1 : DATED.length);
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
    const id = await idOf(DONE);
    const global = Buffer.from(`Event:${id}`).toString("base64");
    for (const by of [unsubscribed, unscoped])
      for (const asked of [
        system.ask(by, StoryLineOfEventDocument, { id: String(id) }),
        system.ask(by, StoryLineOfNodeDocument, { id: global }),
        system.ask(by, StoryLinesOfEventsDocument, {}),
      ]) {
        const { data, errors } = await asked;
        expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
        expect(JSON.stringify(data ?? null)).not.toContain("Calloway");
      }
  });
});

/** The gravest impact of each event, by its title. */
const impacts = async () =>
  Object.fromEntries(
    (
      await system.database.db.query<{ title: string; severity: number; stated: number | null; rationale: string }>(
        `SELECT DISTINCT ON (e.title) e.title, i.severity, i.stated_severity AS stated, i.rationale
         FROM events e JOIN event_impacted_entities i ON i.event_id = e.id ORDER BY e.title, i.severity DESC, i.position`,
        [],
      )
    ).map(({ title, ...impact }) => [title, impact]),
  );

describe("novelty", () => {
  const impactOf = async (title: string) => {
    const { data } = await system.graph(
      key,
      `{ event(id: "${await idOf(title)}") { impactedEntities { severity rationale } } }`,
    );
    const { impactedEntities } = present(data?.event) as {
      impactedEntities: { severity: number; rationale: string }[];
    };
    return impactedEntities;
  };

  it("lowers the severity of a follow-up, less where it tells a development, and says so", async () => {
    const [first, toll, raised] = [await impactOf(CRASH), await impactOf(TOLL), await impactOf(RAISED)];
    expect(first.every(({ rationale }) => !rationale.includes("Novelty"))).toBe(true);
    const stored = await impacts();
    expect(toll[0]?.rationale).toContain(`Novelty: follows “${CRASH}” of 2026-03-20, new: deaths 11`);
    expect(toll[0]?.rationale).toMatch(/severity × 0\.95\.$/);
    expect(toll[0]?.severity).toBeCloseTo((stored[TOLL]?.stated ?? 0) * 0.95, 2);
    expect(raised[0]?.rationale).toContain(`Novelty: follows “${OFFER}” of 2026-01-12, without a change`);
    expect(raised[0]?.severity).toBeCloseTo((stored[RAISED]?.stated ?? 0) * 0.9, 2);
  });

  it("finds follow-ups by the severity that is shown", async () => {
    const severity = (await impacts())[RAISED]?.severity ?? 0;
    const found = async (least: number) => {
      const filter = `{ minLikelihood: 0, minSeverity: ${least} }`;
      const { data } = await system.graph(key, `{ events(first: 50, filter: ${filter}) { edges { node { title } } } }`);
      const { edges } = present(data?.events) as { edges: { node: { title: string } }[] };
      return edges.map(({ node }) => node.title);
    };
    expect(await found(severity)).toContain(RAISED);
    expect(await found(severity + 0.01)).not.toContain(RAISED);
  });
});

describe("the links between events", () => {
  it("are the same whatever the order in which the articles came", async () => {
    const { db } = system.database;
    expect(await links()).toEqual(LINKS);
    const before = await impacts();
    for (const order of [
      [5, 0, 2, 1, 4, 3],
      [2, 5, 3, 0, 4, 1],
      [4, 3, 5, 2, 1, 0],
    ]) {
      await clear(db);
      for (const at of order) {
        await store(db, ARTICLES.slice(at, at + 1));
        await groupObservations(db, deps);
      }
      expect(await links()).toEqual(LINKS);
      expect(await impacts()).toEqual(before);
    }
  });

  it("lead past an event that is gone, and change with what an event says", async () => {
    const { db } = system.database;
    await db.query("DELETE FROM observations WHERE url = $1", [urlOf(RAISED)]);
    await groupObservations(db, deps);
    expect(await links()).toEqual([
      { later: TOLL, earlier: CRASH },
      { later: DONE, earlier: OFFER },
    ]);
    const [followUp, first] = [(await impacts())[DONE], (await impacts())[OFFER]];
    expect(followUp?.rationale).toContain(`Novelty: follows “${OFFER}”`);
    expect(first?.stated).toBeNull();
    const corrected = "Harbour Ferries opens a line to Malta";
    await store(db, [{ ...articleOf(["2026-01-12", OFFER]), title: corrected }]);
    await groupObservations(db, deps);
    expect(await links()).toEqual([{ later: TOLL, earlier: CRASH }]);
    // The follow-up is the first of its matter now, with all that its own articles state.
    expect((await impacts())[DONE]).toEqual({
      severity: followUp?.stated,
      stated: null,
      rationale: followUp?.rationale.replace(/ Novelty: .*$/, ""),
    });
    await store(db, ARTICLES);
    await groupObservations(db, deps);
    expect(await links()).toEqual(LINKS);
  });

  it("are found anew with the events", async () => {
    const { db } = system.database;
    await db.query("DELETE FROM event_follow_ups", []);
    await db.query("UPDATE events SET content_hash = 'other'", []);
    await recomposeEvents(db, deps);
    expect(await links()).toEqual(LINKS);
  });
});
