import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importIdentifiers } from "#companies/identifiers/import-identifiers";
import { MarketAnalysesDocument } from "#generated/tests/graphql";
import { normalShare, standings } from "#pipeline/analyses/momentum/shrink";
import { PhraseFinder, phraseKey } from "#pipeline/analyses/phrases/find-phrases";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish, start, WIND_CRITERIA } from "../support/discovery.ts";
import { seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let otherKey: string;
let marketId: number;

const FLAGS = {
  runDunsMapper: true,
  runMomentumScore: true,
  runMarketRadar: true,
  runTopicAnalysis: true,
  runPhraseExplorer: true,
  runGenerateFeatureMap: true,
};

/** Publishes with all analyses and gives their jobs by flag. */
async function run(id = marketId) {
  await publish(system, key, id, FLAGS);
  const { jobs } = await ended(system, key, id);
  return new Map(jobs.slice(0, Object.keys(FLAGS).length).map((job) => [job.workflowName, job]));
}

const analyses = async (id = marketId) =>
  present((await system.answer(key, MarketAnalysesDocument, { marketId: id })).market);

/** Two kinds of firms in the market, and many of another trade around it. */
const KITES = ["Amber", "Brisk", "Calm", "Drift"].map((name, i) => ({
  domain: `${name.toLowerCase()}-kites.com`,
  name: `${name} Kites GmbH`,
  description: `${name} Kites GmbH makes power kites and kite control lines. It is a subsidiary of the zephyrion ag. Its power kites are sewn by hand from ripstop nylon.`,
  country: "DE",
  employees: 10 * (i + 1),
}));
const GLIDERS = ["Eagle", "Falcon", "Goshawk", "Harrier"].map((name, i) => ({
  domain: `${name.toLowerCase()}-gliders.com`,
  name: `${name} Gliders AG`,
  description: `${name} Gliders AG builds training gliders and tow winches. ${i === 0 ? "It does not make power kites." : "Its training gliders have carbon spars."}`,
  country: "AT",
}));
const BAKERIES = Array.from({ length: 60 }, (_, i) => ({
  domain: `bakery-number-${i}.com`,
  name: `Bakery Number ${i} SL`,
  description: "The bakery bakes rye bread and cakes and sells them in its own shops.",
  country: "ES",
}));

const domainsOf = (list: { edges: { node: { domain: string } }[] }) => list.edges.map(({ node }) => node.domain);

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  const { db } = system.database;
  await importTestCompanies(db);
  await importTestCompanies(db, [...KITES, ...GLIDERS, ...BAKERIES]);
  ({ key, teamId } = await system.team());
  ({ key: otherKey } = await system.team());
  const companies = await db.prisma.company.findMany({
    where: { OR: [{ domain: { endsWith: "-kites.com" } }, { domain: { endsWith: "-gliders.com" } }] },
    orderBy: { domain: "asc" },
  });
  marketId = await seedMarket(
    db,
    teamId,
    companies.map(({ id }) => id),
  );
  await db.prisma.criteriaVersion.updateMany({
    where: { marketId },
    data: { features: ["power kites", "carbon spars for gliders", "submarines"] },
  });
});
afterAll(() => system?.stop());

describe("the analyses of a market", () => {
  it("are null before they ran", async () => {
    expect(await analyses()).toMatchObject({
      momentum: null,
      radar: null,
      topics: null,
      phrases: null,
      featureMap: null,
    });
  });

  it("run on start too, and say what is missing and how to get it", async () => {
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 1 }, FLAGS);
    const { jobs } = await ended(system, key, market.marketId);
    const pipeline = jobs.filter(({ kind }) => kind === "PIPELINE");
    expect(pipeline.map(({ status }) => status)).toEqual(Array(6).fill("COMPLETED"));
    const found = await analyses(market.marketId);
    expect(found.momentum?.notes[0]).toContain("no articles are stored yet: import some with");
    expect(found.topics).toMatchObject({ topics: [], notes: [expect.stringContaining("topics need 6")] });
    expect(found.radar).toMatchObject({
      companies: { edges: [] },
      offRadar: {
        edges: [{ point: { x: null, quadrant: null, why: expect.stringContaining("off the radar: no news") } }],
      },
    });
    expect(found.phrases?.notes[0]).toContain("extend the discovery");
    const mapper = pipeline.find(({ workflowName }) => workflowName === "runDunsMapper");
    expect(mapper?.report?.notes[0]).toContain("market -- import identifiers FILE");
  });

  it("are one job each, with counts in the job's report, and name the job in the graph", async () => {
    const jobs = await run();
    expect([...jobs.keys()].sort()).toEqual(Object.keys(FLAGS).sort());
    expect([...jobs.values()].map(({ status }) => status)).toEqual(Array(6).fill("COMPLETED"));
    expect(jobs.get("runTopicAnalysis")?.report).toMatchObject({ topics: 2, companies: 8 });
    expect(jobs.get("runMarketRadar")?.report).toMatchObject({
      companies: 8,
      placed: 0,
      notes: [expect.stringContaining("8 companies are off the radar because nothing is known of their momentum")],
    });
    expect((await analyses()).momentum?.jobId).toBe(jobs.get("runMomentumScore")?.jobId);
  });

  it("find topics with the companies that write about them", async () => {
    const { topics } = await analyses();
    const sets = topics?.topics.map(({ companies }) => domainsOf(companies).sort());
    expect(sets?.map((domains) => domains.join()).sort()).toEqual(
      [KITES, GLIDERS].map((firms) => firms.map(({ domain }) => domain).join()).sort(),
    );
    const kites = topics?.topics.find(({ companies }) => domainsOf(companies).includes("amber-kites.com"));
    expect(kites?.terms.map(({ term }) => term)).toContain("power kites");
  });

  it("find phrases that the market uses and the rest of the directory does not, in any number", async () => {
    const { phrases } = await analyses();
    expect(phrases).toMatchObject({ marketCompanies: 8, otherCompanies: 76 });
    const found = phrases?.phrases.edges.map(({ node }) => node) ?? [];
    expect(found.find(({ phrase }) => phrase === "training gliders")).toMatchObject({ inMarket: 4, elsewhere: 0 });
    // G² of the table 4 0 4 76, by hand: 2·(4·ln(4·84/(8·4)) + 4·ln(4·84/(8·80)) + 76·ln(76·84/(76·80))).
    expect(found.find(({ phrase }) => phrase === "training gliders")?.logLikelihood).toBeCloseTo(21.08, 1);
    const listed = found.map(({ phrase }) => phrase);
    expect(listed).not.toContain("shops");
    // Legal forms and what lists say of everybody stand in four records each, and tell nothing.
    expect(listed.filter((phrase) => /\b(ag|gmbh|subsidiary)\b/.test(phrase))).toEqual([]);
  });

  it("say of each feature whether a company says it of itself, with its words, and take no denial for a yes", async () => {
    const { featureMap } = await analyses();
    expect(featureMap?.features.slice(0, 3)).toEqual([
      { feature: "power kites", origin: "CRITERIA", stated: 4, implied: 0 },
      { feature: "carbon spars for gliders", origin: "CRITERIA", stated: 0, implied: 3 },
      { feature: "submarines", origin: "CRITERIA", stated: 0, implied: 0 },
    ]);
    const cellsOf = (domain: string) =>
      featureMap?.companies.edges.find(({ node }) => node.domain === domain)?.cells.slice(0, 3);
    expect(cellsOf("amber-kites.com")?.[0]).toEqual({
      feature: "power kites",
      answer: "STATED",
      field: "description",
      quote: expect.stringContaining("makes power kites"),
    });
    expect(cellsOf("eagle-gliders.com")?.map(({ answer }) => answer)).toEqual(["NOT_SAID", "NOT_SAID", "NOT_SAID"]);
  });

  it("score momentum by what is known, shrunk towards the market's mean, and rank nobody by one article", async () => {
    const { db } = system.database;
    const ids = new Map(
      (await db.prisma.company.findMany({ select: { id: true, domain: true } })).map(({ id, domain }) => [domain, id]),
    );
    const id = (domain: string) => ids.get(domain) ?? 0;
    await db.prisma.newsItem.create({
      data: {
        url: "https://news.example.com/elsewhere",
        title: "Elsewhere",
        publishedAt: new Date("2026-10-20"),
        contentHash: "x",
      },
    });
    // Recent and earlier stories, and what they say of the company, half a point up or down. The window ends with the
    // newest, of 20 May 2026.
    for (const [domain, recent, base, sentiment] of [
      ["amber-kites.com", 12, 3, 0.6],
      ["brisk-kites.com", 6, 12, 0.1],
      ["calm-kites.com", 6, 24, -0.6],
      ["drift-kites.com", 1, 0, 0.4],
      ["eagle-gliders.com", 6, 12, 0],
    ] as const) {
      await seedNews(db, [id(domain)], recent + base, domain);
      await db.query(
        `UPDATE company_news SET sentiment = $2::float8 + CASE news_item_id % 2 WHEN 0 THEN 0.5 ELSE -0.5 END, published_at = published_at - CASE WHEN news_item_id IN
           (SELECT news_item_id FROM company_news WHERE company_id = $1 ORDER BY published_at LIMIT $3)
           THEN make_interval(days => (100 + 20 * (news_item_id % 10))::int) ELSE interval '0 days' END WHERE company_id = $1`,
        [id(domain), sentiment, base],
      );
    }
    await db.query("UPDATE company_news SET sentiment = 0.9 WHERE company_id = $1", [id("drift-kites.com")]);
    // A fine for one of them, and a contract for another.
    await seedEvent(db, { title: "A fine", lastUpdated: new Date("2026-05-10"), companyIds: [id("calm-kites.com")] });
    await seedEvent(db, {
      title: "A contract",
      lastUpdated: new Date("2026-05-11"),
      companyIds: [id("amber-kites.com")],
    });
    await seedEvent(db, { title: "A plant", lastUpdated: new Date("2026-05-12"), companyIds: [id("brisk-kites.com")] });
    for (const [domain, effect] of [
      ["calm-kites.com", -0.8],
      ["amber-kites.com", 0.8],
      ["brisk-kites.com", 0.1],
    ] as const)
      await db.query("UPDATE event_companies SET effect = $2 WHERE company_id = $1", [id(domain), effect]);
    await run();
    const { momentum } = await analyses();
    expect(momentum?.asOf).toBe("2026-05-20T00:00:00.000Z");
    const ranked = momentum?.companies.edges ?? [];
    expect(domainsOf({ edges: ranked }).slice(0, 5)).toEqual([
      "amber-kites.com",
      "brisk-kites.com",
      "eagle-gliders.com",
      "calm-kites.com",
      "drift-kites.com",
    ]);
    expect(ranked.map(({ momentum: { rank } }) => rank)).toEqual([1, 2, 3, 4, null, null, null, null]);
    const [amber, , , calm, drift] = ranked.map((edge) => edge.momentum);
    expect(amber?.score).toBeGreaterThan(75);
    expect(calm?.score).toBeLessThan(25);
    // The best sentiment of all, of one article: near the market's mean, with nearly the whole range as its interval.
    expect(drift?.score).toBeGreaterThan(45);
    expect(drift?.score).toBeLessThan(60);
    const dates = `{ market(marketId: ${marketId}) { momentum { companies { edges { momentum { asOf } } } } } }`;
    expect((await system.graph(otherKey, dates)).data).toEqual({ market: null });
    const dated = await system.graph(key, dates);
    expect(dated.data?.market).toMatchObject({
      momentum: {
        companies: {
          edges: [0, 1, 2, 3, 4, 5, 6, 7].map((place) => ({
            momentum: { asOf: place < 5 ? "2026-05-20T00:00:00.000Z" : null },
          })),
        },
      },
    });
    expect((drift?.high ?? 0) - (drift?.low ?? 0)).toBeGreaterThan(70);
    expect((amber?.high ?? 0) - (amber?.low ?? 0)).toBeLessThan((drift?.high ?? 0) - (drift?.low ?? 0));
    expect(amber?.parts.map(({ name, evidence }) => [name, evidence])).toEqual([
      ["newsVolume", 15],
      ["events", 1],
      ["sentiment", 12],
    ]);
    expect(amber?.parts[0]?.words).toMatch(/^12 stories in 90 days after 3 in \d+$/);
    for (const { momentum: one } of ranked.slice(0, 5)) {
      expect(one.low).toBeLessThan(one.score ?? 0);
      expect(one.high).toBeGreaterThan(one.score ?? 100);
      expect(one.confidence).toBeLessThan(1);
    }
    expect(ranked[5]?.momentum).toEqual({
      score: null,
      low: null,
      high: null,
      rank: null,
      confidence: 0,
      parts: [],
    });
    expect(momentum?.notes).toEqual([
      expect.stringMatching(/^the news and events end on 2026-05-20, \d+ days before this run/),
      expect.stringContaining("left out: the change of revenue,"),
      expect.stringContaining("left out: the change of employees,"),
      expect.stringContaining("1 company has a score but no rank"),
    ]);
  });

  it("place companies by fit and momentum, with the reasons, and leave those without data off the radar", async () => {
    const { radar, companies, momentum } = await analyses();
    expect(domainsOf(radar?.offRadar ?? { edges: [] }).sort()).toEqual([
      "falcon-gliders.com",
      "goshawk-gliders.com",
      "harrier-gliders.com",
    ]);
    expect(radar?.offRadar.edges[0]?.point).toMatchObject({
      x: null,
      quadrant: null,
      why: expect.stringContaining("off the radar: no news, event or figure of the last two years shows its momentum"),
    });
    const amber = radar?.companies.edges.find(({ node }) => node.domain === "amber-kites.com")?.point;
    expect(amber).toMatchObject({
      x: 1,
      quadrant: "CORE_AHEAD",
      why: expect.stringMatching(
        /^scored 1 in its search.*momentum \d.*12 stories in 90 days.*1 event that goes one way.*10 employees$/,
      ),
    });
    expect(amber?.yLow).toBeLessThan(amber?.y ?? 0);
    expect(radar?.companies.edges.find(({ node }) => node.domain === "drift-kites.com")?.point).toMatchObject({
      scale: 0.875,
      y: expect.any(Number),
      quadrant: null,
      why: expect.stringContaining("so not enough is known to call it ahead of the market's mean or behind it"),
    });
    expect(radar?.companies.edges).toHaveLength(5);
    expect(companies.edges.filter(({ radar: place }) => place?.quadrant != null)).toHaveLength(
      radar?.companies.edges.filter(({ point }) => point.quadrant !== null).length ?? 0,
    );
    // Whoever is called ahead or behind has a rank, and an interval that excludes the market's mean.
    const ranks = new Map(momentum?.companies.edges.map(({ node, momentum: { rank } }) => [node.domain, rank]));
    const called = radar?.companies.edges.filter(({ point }) => point.quadrant !== null) ?? [];
    expect(called.length).toBeGreaterThan(0);
    for (const { node, point } of called) {
      expect(ranks.get(node.domain)).not.toBeNull();
      expect((point.yLow ?? 0) > 0.5 || (point.yHigh ?? 1) < 0.5).toBe(true);
    }
  });

  it("map numbers of an imported table by domain, then ISIN, then name, and nothing ambiguous", async () => {
    const { db } = system.database;
    await db.prisma.company.update({ where: { domain: "calm-kites.com" }, data: { isin: "US0378331005" } });
    const table = [
      "domain,isin,name,country,duns,lei,source",
      "https://www.amber-kites.com/,,,,15-048-3782,,Dun register",
      ",,Amber Kites,Germany,804735132,,Dun register",
      ",,BRISK KITES,DE,,529900T8BM49AURSDO55,LEI register",
      ",US0378331005,,,,HWUPKR0MPOU8FGXBT394,LEI register",
      ",,Drift Kites GmbH,DE,123456789,,Dun register",
      ",,Drift Kites AG,DE,987654321,,Dun register",
      "other-site.com,,Eagle Gliders,AT,111222333,,Dun register",
    ].join("\n");
    const report = await importIdentifiers(db, {
      url: "https://example.com/numbers.csv",
      body: Buffer.from(table),
      contentType: "text/csv",
    });
    expect(report).toMatchObject({ read: 7, inserted: 7, setAsideCount: 0 });
    const jobs = await run();
    const { companies } = await analyses();
    const numbers = companies.edges.flatMap(({ node }) =>
      node.identifiers.map((one) => ({ domain: node.domain, ...one })),
    );
    expect(numbers.sort((a, b) => a.line - b.line)).toEqual([
      {
        domain: "amber-kites.com",
        scheme: "DUNS",
        value: "150483782",
        method: "DOMAIN",
        source: "Dun register",
        line: 2,
      },
      {
        domain: "brisk-kites.com",
        scheme: "LEI",
        value: "529900T8BM49AURSDO55",
        method: "NAME",
        source: "LEI register",
        line: 4,
      },
      {
        domain: "calm-kites.com",
        scheme: "LEI",
        value: "HWUPKR0MPOU8FGXBT394",
        method: "ISIN",
        source: "LEI register",
        line: 5,
      },
    ]);
    expect(jobs.get("runDunsMapper")?.report).toMatchObject({
      mapped: 3,
      duns: 1,
      lei: 2,
      ambiguous: 1,
      notes: [expect.stringContaining("drift-kites.com")],
    });
  });

  it("come to the same when they run again, asked for over /v2", async () => {
    const strip = ({ companies: _, ...rest }: Awaited<ReturnType<typeof analyses>>) =>
      JSON.parse(JSON.stringify(rest), (name, value) => (name === "jobId" ? undefined : value));
    const before = await analyses();
    const published = await system.rest(key, "POST", `/v2/discovery/${marketId}/publish`, { pipelineChoices: FLAGS });
    expect(published.status).toBe(200);
    await ended(system, key, marketId);
    const after = await analyses();
    expect(strip(after)).toEqual(strip(before));
    expect(after.momentum?.jobId).toBeGreaterThan(before.momentum?.jobId ?? 0);
    expect(after.companies).toEqual(before.companies);
  });

  it("show nothing to another team, and nothing without markets:read", async () => {
    expect((await system.ask(otherKey, MarketAnalysesDocument, { marketId })).data).toEqual({ market: null });
    const narrow = await system.key(teamId, ["discovery:read"]);
    for (const field of [
      "momentum { notes }",
      "radar { notes }",
      "topics { notes }",
      "phrases { notes }",
      "featureMap { notes }",
    ]) {
      const { errors } = await system.graph(narrow, `{ market(marketId: ${marketId}) { ${field} } }`);
      expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    }
  });

  it("shrink a value the more, the less is known of it", () => {
    const others = [0.2, -0.4, 0.1, 0.5, -0.3].map((value) => ({ value, variance: 0.01 }));
    const standing = (variance: number) =>
      standings([{ value: 1, variance }, ...others], 0.5)[0] ?? { mean: 0, variance: 0 };
    const [exact, few, one] = [standing(0), standing(0.2), standing(2)];
    expect(exact.mean).toBeGreaterThan(few.mean);
    expect(few.mean).toBeGreaterThan(one.mean);
    expect(one.mean).toBeGreaterThan(0);
    expect(exact.variance).toBeLessThan(few.variance);
    expect(few.variance).toBeLessThan(one.variance);
    expect(one.variance).toBeLessThanOrEqual(1);
    expect(normalShare(1.96)).toBeCloseTo(0.975, 4);
  });

  it("count a phrase as one company, in the singular and the plural and across no full stop", () => {
    const finder = new PhraseFinder(["Wind turbine", "gearboxes", "industries gas", "turbine blade"].map(phraseKey));
    expect([...finder.find("Wind-turbines. Blades and a gearbox for wind\nturbine.")]).toEqual([
      "wind turbine",
      "gearbox",
    ]);
    expect([...finder.find("the industry gases of WIND TURBINES")]).toEqual(["industry gas", "wind turbine"]);
  });

  it("are read in as many statements for one company as for all", async () => {
    const statements = async (first: number) => {
      system.statements();
      const query = `{ market(marketId: ${marketId}) { companies(first: ${first}) { edges { momentum { score } radar { x } node { name identifiers { value } } } } } }`;
      expect((await system.graph(key, query)).errors).toBeUndefined();
      return system.statements().filter((sql) => !/api_keys/.test(sql)).length;
    };
    expect(await statements(1)).toBe(3);
    expect(await statements(50)).toBe(3);
  });
});
