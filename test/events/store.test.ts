import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { groupObservations, groupObservationsOfWeek } from "#intelligence/events/group-observations";
import { groupDocuments } from "#intelligence/events/grouping/group-documents";
import { waitingWeeks } from "#intelligence/events/read-week";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Article, clear, eventOf, lineage, partition, plainDeps, store } from "./store-support.ts";

let database: TestDatabase;
let db: TestDatabase["db"];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database?.drop());
beforeEach(() => clear(db));

/** A day of March 2026, whose 2nd, 9th, 16th … are Mondays. */
const march = (day: number, hour = 12) => new Date(Date.UTC(2026, 2, day, hour));
const article = (name: string, tags: string, day = 4): Article => ({
  url: `https://paper.example.com/${name}`,
  title: `${name} ${tags}`,
  publishedAt: march(day),
});
const group = (overrides: Parameters<typeof plainDeps>[0] = {}) => groupObservations(db, plainDeps(overrides));
/** As the workers do: each week that waits by itself, all at the same time, until none waits. */
async function groupWeeks(overrides: Parameters<typeof plainDeps>[0] = {}): Promise<void> {
  for (let weeks = await waitingWeeks(db); weeks.length > 0; weeks = await waitingWeeks(db))
    await Promise.all(weeks.map((week) => groupObservationsOfWeek(db, plainDeps(overrides), week)));
}
const idOf = (name: string) => eventOf(db, `https://paper.example.com/${name}`);
const events = () =>
  db.query<{ id: number; title: string; lastUpdated: Date; recordedStart: Date; publishedAt: Date }>(
    `SELECT id, title, last_updated AS "lastUpdated", recorded_start AS "recordedStart", published_at AS "publishedAt"
     FROM events ORDER BY id`,
    [],
  );

describe("the groups", () => {
  const WORDS = ["storm", "harbour", "merger", "Oslo", "strike", "kites", "recall", "election", "Lagos", "copper"];
  const anArticle = fc.record({
    name: fc.integer({ min: 0, max: 30 }),
    tags: fc.subarray(["#a", "#b", "#c", "#d", "#e"], { minLength: 1, maxLength: 2 }),
    words: fc.subarray(WORDS, { minLength: 2, maxLength: 4 }),
    // Three weeks, with both sides of two borders.
    day: fc.integer({ min: 5, max: 19 }),
  });
  const toArticle = ({ name, tags, words, day }: { name: number; tags: string[]; words: string[]; day: number }) => ({
    url: `https://paper.example.com/${name}`,
    title: `${words.join(" ")} ${tags.join(" ")}`,
    publishedAt: march(day),
  });

  it.each([
    ["by hashtags", {}, group, 25],
    ["by hashtags, all weeks at the same time", {}, groupWeeks, 10],
    [
      "as the product groups",
      { groupDocuments: (documents: Parameters<typeof groupDocuments>[0]) => groupDocuments(documents) },
      group,
      15,
    ],
  ])(
    "follow from the observations that there are, in whatever order and batches they came, changed and went (%s)",
    async (_how, overrides, regroup, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(anArticle, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
          fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
          async (batches, gone) => {
            await clear(db);
            // The same name again is the same article with another title or another day.
            const last = new Map<string, Article>();
            for (const batch of batches) {
              const articles = new Map(batch.map((one) => [one.name, toArticle(one)]));
              await store(db, [...articles.values()]);
              for (const one of articles.values()) last.set(one.url, one);
              await regroup(overrides);
            }
            for (const name of gone) {
              const url = `https://paper.example.com/${name}`;
              await db.query("DELETE FROM observations WHERE url = $1", [url]);
              last.delete(url);
            }
            await regroup(overrides);
            const grown = await partition(db);
            const orphans = await db.query(
              "SELECT FROM events e WHERE NOT EXISTS (SELECT FROM observations o WHERE o.event_id = e.id)",
              [],
            );
            expect(orphans).toHaveLength(0);

            await clear(db);
            await store(
              db,
              [...last.values()].sort((a, b) => (a.url < b.url ? 1 : -1)),
            );
            await group(overrides);
            expect(await partition(db)).toEqual(grown);
          },
        ),
        { numRuns, seed: 20260304 },
      );
    },
  );

  it("go on across the border of two weeks, and from there into the next", async () => {
    await store(db, [
      article("friday", "#a", 6),
      article("sunday", "#a", 8),
      article("monday", "#a", 9),
      article("nextSunday", "#a", 15),
      article("nextMonday", "#a", 16),
      // Two days without a word lie between it and the border.
      article("late", "#b", 12),
      article("later", "#b", 17),
    ]);
    await group();
    const long = await idOf("friday");
    for (const name of ["sunday", "monday", "nextSunday", "nextMonday"]) expect(await idOf(name)).toBe(long);
    expect(await idOf("late")).not.toBe(await idOf("later"));
  });
});

describe("an event", () => {
  it("keeps its id and its start when an article joins, and is updated", async () => {
    await store(db, [article("one", "#a"), article("two", "#a")]);
    expect(await group()).toEqual({ grouped: 2, created: 1, changed: 0, merged: 0, split: 0 });
    const [before] = await events();
    await store(db, [article("three", "#a", 3)]);
    expect(await group()).toEqual({ grouped: 1, created: 0, changed: 1, merged: 0, split: 0 });
    const [after, ...others] = await events();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, recordedStart: before?.recordedStart, publishedAt: march(3) });
    expect(after?.lastUpdated.getTime()).toBeGreaterThan(before?.lastUpdated.getTime() ?? 0);
    expect(await lineage(db)).toEqual([]);
  });

  it("stays as it was, to the millisecond, while something else happens in its week", async () => {
    await store(db, [article("one", "#a"), article("two", "#a")]);
    await group();
    const before = await events();
    let composed = 0;
    const { composeEvent } = plainDeps();
    await store(db, [article("other", "#b")]);
    await group({
      composeEvent: (observations) => {
        composed++;
        return composeEvent(observations);
      },
    });
    expect((await events())[0]).toEqual(before[0]);
    expect(composed).toBe(1);
  });

  it("is not updated when an article comes back with nothing new in it for the event", async () => {
    const same = { composeEvent: () => ({ ...plainDeps().composeEvent([]), title: "always the same" }) };
    await store(db, [article("one", "#a")]);
    await group(same);
    const before = await events();
    await db.query("UPDATE observations SET event_id = NULL, content_hash = 'another'", []);
    expect(await group(same)).toMatchObject({ grouped: 1, created: 0, changed: 0 });
    expect(await events()).toEqual(before);
    expect(await idOf("one")).toBe(before[0]?.id);
  });

  it("keeps its id when its only article is moved to another week", async () => {
    await store(db, [article("one", "#a", 4)]);
    await group();
    const id = await idOf("one");
    await store(db, [{ ...article("one", "#a", 25), title: "one, corrected #a" }]);
    await group();
    expect(await idOf("one")).toBe(id);
    expect(await lineage(db)).toEqual([]);
  });

  it("goes with its last article", async () => {
    await store(db, [article("one", "#a"), article("two", "#b")]);
    await group();
    await db.query("DELETE FROM observations WHERE title LIKE 'one%'", []);
    await group();
    expect((await events()).map(({ title }) => title)).toEqual(["two #b"]);
  });
});

describe("lineage", () => {
  it("records a merge: the event with more of the articles goes on", async () => {
    await store(db, [article("a1", "#a"), article("a2", "#a"), article("b1", "#b")]);
    await group();
    const [a, b] = [await idOf("a1"), await idOf("b1")];
    await store(db, [article("both", "#a #b")]);
    expect(await group()).toEqual({ grouped: 1, created: 0, changed: 1, merged: 1, split: 0 });
    expect(await lineage(db)).toEqual([{ kind: "merge", from: b, to: a }]);
    expect((await events()).map(({ id }) => id)).toEqual([a]);
  });

  it("records a split: the larger part keeps the id", async () => {
    await store(db, [article("a1", "#a"), article("b1", "#b"), article("b2", "#b"), article("both", "#a #b")]);
    await group();
    const id = await idOf("both");
    await store(db, [article("both", "#b")]);
    expect(await group()).toEqual({ grouped: 1, created: 1, changed: 1, merged: 0, split: 1 });
    expect([await idOf("both"), await idOf("b1")]).toEqual([id, id]);
    expect(await lineage(db)).toEqual([{ kind: "split", from: id, to: await idOf("a1") }]);
  });

  it("splits an event over two weeks where the articles at the border are gone", async () => {
    await store(db, [
      article("sunday", "#a", 8),
      article("friday", "#a", 6),
      article("monday", "#a", 9),
      article("thursday", "#a", 12),
    ]);
    await group();
    expect(await idOf("friday")).toBe(await idOf("thursday"));
    await db.query("DELETE FROM observations WHERE title LIKE 'monday%'", []);
    expect(await group()).toMatchObject({ created: 1, split: 1 });
    expect(await idOf("friday")).not.toBe(await idOf("thursday"));
  });
});

describe("a run", () => {
  const many = () => Array.from({ length: 40 }, (_, i) => article(`n${i}`, `#t${i % 10}`, 2 + (i % 28)));

  it("that is cut off between weeks is finished by the next one, to the same end", async () => {
    await store(db, many());
    await group();
    const undisturbed = await partition(db);
    await clear(db);
    await store(db, many());
    for (let weeks = 0; weeks < 3; weeks++) {
      const stop = new AbortController();
      let blocks = 0;
      const { composeEvent } = plainDeps();
      const run = groupObservations(
        db,
        plainDeps({
          composeEvent(observations) {
            if (blocks++ > 12) stop.abort(new Error("killed"));
            return composeEvent(observations);
          },
        }),
        { signal: stop.signal },
      );
      await expect(run).rejects.toThrow("killed");
    }
    const waiting = await db.query("SELECT FROM observations WHERE event_id IS NULL", []);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThan(40);
    await group();
    expect(await partition(db)).toEqual(undisturbed);
  });

  it("waits where another run has the week, and groups nothing twice", async () => {
    await store(db, many());
    let waited = 0;
    const options = { onWaiting: () => waited++ };
    const reports = await Promise.all([
      groupObservations(db, plainDeps(), options),
      groupObservations(db, plainDeps(), options),
    ]);
    expect(waited).toBeGreaterThan(0);
    expect(reports.reduce((sum, { grouped }) => sum + grouped, 0)).toBe(40);
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe((await events()).length);
  });

  it("groups weeks beside one another at the same time as one run would, with the stories across their borders", async () => {
    const across = [5, 8, 9, 12, 15, 16, 19, 22, 23, 26].flatMap((day) =>
      ["#a", "#b", "#c"].map((tag) => article(`${tag.slice(1)}${day}`, tag, day)),
    );
    await store(db, across);
    await group();
    const undisturbed = await partition(db);
    expect(undisturbed.length).toBeLessThan(across.length / 2);
    await clear(db);
    await store(db, across);
    expect(await waitingWeeks(db)).toHaveLength(4);
    await groupWeeks();
    expect(await partition(db)).toEqual(undisturbed);
    // The middle of each chain goes: it is split, and joined again when the articles are back.
    const middle = across.filter(({ publishedAt }) => [15, 16].includes(publishedAt.getUTCDate()));
    await db.query("DELETE FROM observations WHERE url = ANY($1)", [middle.map(({ url }) => url)]);
    await groupWeeks();
    expect(await partition(db)).not.toEqual(undisturbed);
    await store(db, middle);
    await groupWeeks();
    expect(await partition(db)).toEqual(undisturbed);
  });

  it("leaves an article that changes under its hands to the next run", async () => {
    await store(db, [article("one", "#a"), article("two", "#a")]);
    const { linkCompanies } = plainDeps();
    await group({
      async linkCompanies(database, texts) {
        if (texts.some(({ title }) => title === "one #a")) await store(db, [article("one", "#b")]);
        return linkCompanies(database, texts);
      },
    });
    expect(await partition(db)).toEqual([["https://paper.example.com/one"], ["https://paper.example.com/two"]]);
    expect((await events()).map(({ title }) => title).sort()).toEqual(["one #b", "two #a"]);
  });

  it("reports how far it is", async () => {
    await store(db, many());
    const seen: { done: number; total: number }[] = [];
    await groupObservations(db, plainDeps(), { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ done: 40, total: 40 });
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
  });
});
