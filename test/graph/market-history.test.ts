import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ExtendDiscoveryDocument,
  MarketAtDocument,
  type MarketAtQuery,
  MarketChangesDocument,
  type MarketChangesQueryVariables,
  ReviewCompanyDocument,
  WithdrawReviewDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let teamId: number;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key, teamId } = await system.team());
});
afterAll(() => system?.stop());

/** Now, and the millisecond is over: what comes next has another moment. */
async function moment(): Promise<string> {
  const now = new Date().toISOString();
  await sleep(3);
  return now;
}

type Listed = NonNullable<NonNullable<MarketAtQuery["market"]>["asOf"]>["companies"]["edges"];

const flat = (companies: Listed) =>
  companies.map(({ node: { domain }, rank, score, reason }) => ({ domain, rank, score, reason }));

async function marketAt(marketId: number, at: string) {
  const { asOf } = present((await system.answer(key, MarketAtDocument, { marketId, at })).market);
  return present(asOf);
}

const companiesAt = async (marketId: number, at: string) => flat((await marketAt(marketId, at)).companies.edges);

async function changes(variables: MarketChangesQueryVariables) {
  return present(present((await system.answer(key, MarketChangesDocument, variables)).market).changes);
}

const standings = (list: ReturnType<typeof flat>) => new Map(list.map(({ domain, ...standing }) => [domain, standing]));

/** The list of a market as it stands in its table. */
const listed = (marketId: number) =>
  system.database.db.query<{ domain: string; rank: number; score: number; reason: string }>(
    `SELECT c.domain, m.rank, m.score, m.reason FROM market_companies m JOIN companies c ON c.id = m.company_id
     WHERE m.market_id = $1 ORDER BY m.rank, m.company_id`,
    [marketId],
  );

describe("the history of a market", () => {
  it("knows a market after its discovery, a review, its withdrawal, an extension and a new judgement, by what each left", async () => {
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 3 });
    const { marketId } = market;
    const created = await moment();
    await ended(system, key, marketId);
    const known: { at: string; list: Awaited<ReturnType<typeof listed>> }[] = [];
    const remember = async () => known.push({ at: await moment(), list: await listed(marketId) });
    await remember();
    const [first] = known;
    expect(first?.list).toHaveLength(3);
    const rejected = present(first?.list[0]).domain;

    await system.answer(key, ReviewCompanyDocument, { input: { marketId, domain: rejected, decision: "REJECTED" } });
    await remember();
    const [before, after] = known;
    const reviewed = await changes({ marketId, from: present(before).at, to: present(after).at });
    expect(reviewed.edges.find(({ node }) => node.company.domain === rejected)?.node).toMatchObject({
      kind: "LEFT",
      before: { rank: 1 },
      after: null,
    });
    expect(reviewed.counts).toMatchObject({ left: 1, entered: present(after).list.length - 2 });

    await system.answer(key, WithdrawReviewDocument, { marketId, domain: rejected });
    await remember();
    expect(known[2]?.list).toEqual(known[0]?.list);
    expect(await changes({ marketId, from: present(known[0]).at, to: present(known[2]).at })).toMatchObject({
      totalCount: 0,
      edges: [],
    });

    const extend = async (criteria: object) => {
      await system.answer(key, ExtendDiscoveryDocument, {
        input: { marketId, searchCriteria: { ...WIND_CRITERIA, ...criteria } },
      });
      await ended(system, key, marketId);
      await remember();
    };
    await extend({ count: 2 });
    expect(known[3]?.list.length).toBeGreaterThan(3);
    await extend({ performSearch: false, locations: [{ country: "AT" }] });
    expect(known[4]?.list.length).toBeLessThan(known[3]?.list.length ?? 0);

    expect(await companiesAt(marketId, created)).toEqual([]);
    expect((await marketAt(marketId, created)).criteria).toBeNull();
    for (const { at, list } of known) {
      expect(await companiesAt(marketId, at)).toEqual(list);
      expect(await marketAt(marketId, at)).toEqual(await marketAt(marketId, at));
    }
    const wanted = await Promise.all(known.map(async ({ at }) => (await marketAt(marketId, at)).criteria?.count));
    expect(wanted.slice(0, 4)).toEqual([3, 3, 3, 2]);
    const since = await changes({ marketId, from: created });
    expect(since.counts).toEqual({ entered: known[4]?.list.length, left: 0, moved: 0, rescored: 0 });
  }, 120_000);

  it("tells changes that lead from each moment to each later one, whatever the writers did", async () => {
    const { db } = system.database;
    const names = ["ada", "bee", "cat", "dog", "eel", "fox"].map((name) => `${name}-history.com`);
    const ids: number[] = [];
    for (const domain of names) ids.push((await seedCompany(db, domain)).id);
    const company = fc.record({
      id: fc.constantFrom(...ids),
      rank: fc.integer({ min: 1, max: 4 }),
      score: fc.constantFrom(0.25, 0.5),
      reason: fc.constantFrom("one", "two"),
    });
    const step = fc.oneof(
      fc.record({ upsert: fc.uniqueArray(company, { selector: ({ id }) => id, minLength: 1 }) }),
      fc.record({ remove: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }) }),
      fc.constant({ place: true }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (transactions) => {
          const marketId = await seedMarket(db, teamId, ids.slice(0, 2));
          const job = await db.prisma.job.findFirstOrThrow({ where: { marketId } });
          const known = [{ at: await moment(), list: await listed(marketId) }];
          for (const steps of transactions) {
            await db.prisma.$transaction(async (tx) => {
              for (const one of steps)
                if ("upsert" in one)
                  await tx.$executeRaw`
                INSERT INTO market_companies (market_id, company_id, job_id, rank, score, reason, criteria)
                SELECT ${marketId}, x.id, ${job.id}, x.rank, x.score, x.reason, '[]'
                FROM jsonb_to_recordset(${JSON.stringify(one.upsert)}::jsonb) AS x(id int, rank int, score float, reason text)
                ON CONFLICT (market_id, company_id) DO UPDATE SET rank = excluded.rank, score = excluded.score, reason = excluded.reason`;
                else if ("remove" in one)
                  await tx.marketCompany.deleteMany({ where: { marketId, companyId: { in: one.remove } } });
                else await tx.marketCompany.updateMany({ where: { marketId }, data: { place: { city: "Here" } } });
            });
            known.push({ at: await moment(), list: await listed(marketId) });
          }
          for (const { at, list } of known) expect(await companiesAt(marketId, at)).toEqual(list);
          const pairs = known.flatMap((earlier, i) => known.slice(i).map((later) => [earlier, later] as const));
          for (const [{ at: from, list }, { at: to, list: laterList }] of pairs) {
            const { edges, counts, totalCount } = await changes({ marketId, from, to, first: 100 });
            const state = standings(list);
            for (const { node } of edges) {
              expect(node.before).toEqual(state.get(node.company.domain) ?? null);
              if (node.after == null) state.delete(node.company.domain);
              else state.set(node.company.domain, node.after);
            }
            expect(state).toEqual(standings(laterList));
            expect(totalCount).toBe(edges.length);
            expect(counts.entered + counts.left + counts.moved + counts.rescored).toBe(edges.length);
          }
          // Rows that did not change are not written again.
          const [row] = await db.query<{ stale: number }>(
            `SELECT count(*)::int AS stale FROM (SELECT (is_in, rank, score, reason) IS NOT DISTINCT FROM
           lag((is_in, rank, score, reason)) OVER (PARTITION BY company_id ORDER BY id) AS same
         FROM market_company_history WHERE market_id = $1) x WHERE same`,
            [marketId],
          );
          expect(row?.stale).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it("gives the changes in pages, of the kinds that are asked for", async () => {
    const { db } = system.database;
    const ids: number[] = [];
    for (const name of ["one", "two", "three", "four"]) ids.push((await seedCompany(db, `${name}-paged.com`)).id);
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    const marketId = await seedMarket(db, teamId, [first, second, third]);
    const from = await moment();
    const job = await db.prisma.job.findFirstOrThrow({ where: { marketId } });
    await db.prisma.marketCompany.delete({ where: { marketId_companyId: { marketId, companyId: first } } });
    const set = (companyId: number, data: object) =>
      db.prisma.marketCompany.update({ where: { marketId_companyId: { marketId, companyId } }, data });
    await set(second, { rank: 1 });
    await set(third, { score: 0.1 });
    await db.prisma.marketCompany.create({
      data: { marketId, companyId: fourth, jobId: job.id, rank: 2, score: 1, reason: "new", criteria: [] },
    });
    const whole = await changes({ marketId, from });
    expect(whole.edges.map(({ node }) => [node.kind, node.company.domain])).toEqual([
      ["ENTERED", "four-paged.com"],
      ["LEFT", "one-paged.com"],
      ["MOVED", "two-paged.com"],
      ["RESCORED", "three-paged.com"],
    ]);
    const page = await changes({ marketId, from, to: whole.to, first: 3 });
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await changes({ marketId, from, to: whole.to, first: 3, after: page.pageInfo.endCursor ?? null });
    expect([...page.edges, ...rest.edges]).toEqual(whole.edges);
    const some = await changes({ marketId, from, to: whole.to, kinds: ["MOVED", "LEFT"] });
    expect(some.edges.map(({ node }) => node.kind)).toEqual(["LEFT", "MOVED"]);
    expect([some.totalCount, some.counts]).toEqual([2, { entered: 1, left: 1, moved: 1, rescored: 1 }]);
  });

  it("refuses moments before the history and after now, and another team's market", async () => {
    const { db } = system.database;
    const { id } = await seedCompany(db, "refused-history.com");
    const marketId = await seedMarket(db, teamId, [id]);
    const now = await moment();
    const { historySince } = await db.prisma.market.findUniqueOrThrow({ where: { id: marketId } });
    const early = new Date(historySince.getTime() - 1).toISOString();
    const late = new Date(Date.now() + 3_600_000).toISOString();
    const at = async (moment: string) => (await system.ask(key, MarketAtDocument, { marketId, at: moment })).errors;
    expect(await at(early)).toMatchObject([
      {
        extensions: { code: "NOT_FOUND" },
        message: expect.stringContaining(`its history begins at ${historySince.toISOString()}`),
      },
    ]);
    expect(await at(late)).toMatchObject([{ extensions: { code: "INVALID_INPUT" } }]);
    const between = async (from: string, to: string) =>
      (await system.ask(key, MarketChangesDocument, { marketId, from, to })).errors?.map(
        ({ extensions }) => extensions.code,
      );
    expect(await between(early, now)).toEqual(["NOT_FOUND"]);
    expect(await between(now, late)).toEqual(["INVALID_INPUT"]);
    expect(await between(now, historySince.toISOString())).toEqual(["INVALID_INPUT"]);
    const stranger = await system.team();
    expect((await system.ask(stranger.key, MarketAtDocument, { marketId, at: now })).data).toEqual({ market: null });
    expect((await system.ask(stranger.key, MarketChangesDocument, { marketId, from: now })).data).toEqual({
      market: null,
    });
  });

  it("is gone with its market and forgets a company that the directory no longer has", async () => {
    const { db } = system.database;
    const stays = await seedCompany(db, "stays-history.com");
    const goes = await seedCompany(db, "goes-history.com");
    const marketId = await seedMarket(db, teamId, [goes.id, stays.id]);
    const at = await moment();
    await db.prisma.company.delete({ where: { id: goes.id } });
    expect((await companiesAt(marketId, at)).map(({ domain }) => domain)).toEqual(["stays-history.com"]);
    await db.prisma.market.delete({ where: { id: marketId } });
    expect(await db.prisma.marketCompanyHistory.count({ where: { marketId } })).toBe(0);
  });
});
