import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MarketAnalysesDocument } from "#generated/tests/graphql";
import { ended, publish } from "../support/discovery.ts";
import { seedCompany, seedMarket, seedNews } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let team: { teamId: number; key: string };

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  team = await system.team();
});
afterAll(() => system?.stop());

async function momentumOf(companyIds: number[]) {
  const marketId = await seedMarket(system.database.db, team.teamId, companyIds);
  await publish(system, team.key, marketId, { runMomentumScore: true });
  await ended(system, team.key, marketId);
  const { momentum } = present((await system.answer(team.key, MarketAnalysesDocument, { marketId })).market);
  const edges = momentum?.companies.edges ?? [];
  return {
    asOf: momentum?.asOf,
    notes: momentum?.notes ?? [],
    of: new Map(edges.map(({ node, momentum: one }) => [node.domain, one])),
  };
}

describe("momentum", () => {
  it("counts figures of two years, says that their year is not stored, and takes no tenfold change for growth", async () => {
    const { db } = system.database;
    const ids = await Promise.all(
      Object.entries({ "up.com": 120, "same.com": 100, "down.com": 80, "slip.com": 100_000 }).map(
        async ([domain, revenueUsd]) =>
          (await seedCompany(db, domain, { revenueUsd, previousRevenueUsd: 100, employees: 10 })).id,
      ),
    );
    await seedNews(db, ids.slice(0, 1), 1, "old");
    const { notes, of } = await momentumOf(ids);
    const scores = ["up.com", "same.com", "down.com"].map((domain) => of.get(domain)?.score ?? 0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(of.get("up.com")?.parts[0]?.words).toBe("revenue against the year before +20 %");
    expect(of.get("slip.com")).toMatchObject({ score: null, rank: null, parts: [] });
    expect(notes).toContainEqual(expect.stringContaining("which do not say of which year"));
    // One old article counts for nothing here: the figures are not of its day.
    expect(notes.filter((note) => note.includes("not of today"))).toEqual([]);
  });

  it("is less sure of a rise in news where news come in bursts, and says where no order can be told", async () => {
    const { db } = system.database;
    const market = async (name: string, burst: boolean) => {
      const ids: number[] = [];
      for (const [i, recent] of [9, 6, 4].entries()) {
        const { id, domain } = await seedCompany(db, `${name}-${i}.com`);
        ids.push(id);
        await seedNews(db, [id], recent + 12, domain);
        // Twelve earlier stories: one a month, or all in one.
        await db.query(
          `UPDATE company_news n SET published_at = n.published_at - make_interval(days => (95 + 30 * x.month)::int)
           FROM (SELECT news_item_id, CASE WHEN $2 THEN 11 ELSE (row_number() OVER (ORDER BY published_at)) - 1 END AS month
                 FROM company_news WHERE company_id = $1 ORDER BY published_at LIMIT 12) x
           WHERE n.company_id = $1 AND n.news_item_id = x.news_item_id`,
          [id, burst],
        );
      }
      return momentumOf(ids);
    };
    const [even, bursts] = [await market("even", false), await market("burst", true)];
    const known = ({ of }: typeof even, domain: string) => of.get(domain)?.parts[0]?.known ?? 0;
    expect(even.of.get("even-0.com")?.parts[0]).toMatchObject({ name: "newsVolume", evidence: 21 });
    expect(known(bursts, "burst-0.com")).toBeLessThan(known(even, "even-0.com"));
    expect(bursts.notes).toContainEqual(expect.stringContaining("their order may be chance"));
  });

  it("does not let one article that came long after the others move its window past them", async () => {
    const { db } = system.database;
    const ids: number[] = [];
    for (const [i, count] of [9, 6, 3].entries()) {
      const { id, domain } = await seedCompany(db, `archive-${i}.com`);
      ids.push(id);
      await seedNews(db, [id], count, domain);
    }
    // The archive ends in June 2024; one article is of May 2026.
    await db.query(
      `UPDATE company_news SET published_at = published_at - interval '700 days', sentiment = 0.5
       WHERE company_id = ANY($1::int[])`,
      [ids],
    );
    await seedNews(db, ids.slice(0, 1), 1, "late");
    const { notes, of, asOf } = await momentumOf(ids);
    expect(asOf).toBe("2024-06-19T00:00:00.000Z");
    expect(of.get("archive-1.com")?.parts.map(({ name, evidence }) => [name, evidence])).toEqual([["sentiment", 6]]);
    expect(notes).toContainEqual(
      "1 story or event does not count: too few to compare companies by, the newest is of 2026-05-20, and all others end on 2024-06-19",
    );
    // Notes have the words of analysts, no names of the API.
    expect(notes.filter((note) => /[a-z][A-Z]/.test(note))).toEqual([]);
  });
});
