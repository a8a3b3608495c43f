import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  CriteriaNotesDocument,
  DiscoveredMarketDocument,
  ExtendDiscoveryDocument,
  MarketCriteriaDocument,
  PreviewDocument,
  type SearchCriteriaInput,
  WhyNotDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, start, WIND_CRITERIA } from "../support/discovery.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(() => system.stop());

const read = async (marketId: number) =>
  present((await system.answer(key, DiscoveredMarketDocument, { marketId })).market);

describe("a discovery", () => {
  it("finds the wanted number of companies, each with evidence that stands in its record", async () => {
    const { market } = await start(system, key);
    const { status, jobs } = await ended(system, key, market.marketId);
    expect(status).toBe("IN_REVIEW");
    expect(jobs).toMatchObject([
      { status: "COMPLETED", progress: 1, stage: "completed", companiesFound: 5, error: null },
    ]);
    // So small a directory has no vectors: rules judge, whose errors nobody measured.
    expect(jobs[0]?.report).not.toHaveProperty("recall");
    expect(jobs[0]?.report?.estimate).toMatchObject({
      recall: null,
      sentence: expect.stringContaining("not estimated"),
    });
    const { companies } = await read(market.marketId);
    expect(companies.totalCount).toBe(5);
    expect(companies.edges.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    for (const { node, score, reasons } of companies.edges) {
      expect(["DE", "AT"]).toContain(node.country);
      expect(node.domain).toMatch(/turbines/);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      const offer = reasons.find(({ criterion }) => criterion === "offer");
      expect(offer).toMatchObject({ outcome: "MET" });
      if (offer?.evidence?.field === "description")
        expect(node.description?.slice(offer.evidence.start, offer.evidence.end)).toBe(offer.evidence.text);
    }
  });

  it("takes examples that the question names from the directory, and tells names that it does not have", async () => {
    const userPrompt = "Companies like Baltic Turbines, Alpen Turbines and Niemandsland Werke";
    const { market } = await start(system, key, { userPrompt, count: 3 });
    const { jobs } = await ended(system, key, market.marketId);
    const notes = jobs[0]?.report?.notes ?? [];
    expect(notes).toContain("“Baltic Turbines” was taken as the example Baltic Turbines AG (baltic-turbines.com).");
    expect(notes).toContain("“Alpen Turbines” was taken as the example Alpen Turbines GmbH (alpen-turbines.com).");
    expect(notes).toContain(
      "No company of the directory is called “Niemandsland Werke”, so nothing could be learned from it.",
    );
    const { companies } = await read(market.marketId);
    expect(companies.totalCount).toBe(3);
    for (const { node } of companies.edges) expect(node.domain).toMatch(/turbines|blades/);
  });

  it("keeps a verdict on every candidate: excluded kind, other country, duplicate, beyond the wanted number", async () => {
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    const { rejected } = await read(market.marketId);
    const verdictOf = (domain: string) => rejected.find((candidate) => candidate.domain === domain);
    expect(verdictOf("kiel-windparks.com")).toMatchObject({ verdict: "EXCLUDED" });
    expect(verdictOf("oresund-blades.dk")).toMatchObject({ verdict: "FAILED", rule: "location" });
    const alpen = rejected.filter(({ domain }) => domain.startsWith("alpen-turbines"));
    expect(alpen.find(({ verdict }) => verdict === "DUPLICATE")).toMatchObject({
      rule: expect.stringMatching(/^alpen-turbines\./),
      reason: expect.stringMatching(
        /^The same company as alpen-turbines\.\w+: names that agree, one label at two suffixes, one country/,
      ),
    });
    expect(rejected.filter(({ verdict }) => verdict === "BELOW_CUT")).toHaveLength(3);
    for (const { reason } of rejected) expect(reason).not.toBe("");
  });

  it("writes one ordered log without gaps that reaches every phase", async () => {
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    const { log } = await read(market.marketId);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1));
    const phases = [...new Set(log.map(({ phase }) => phase))];
    expect(phases).toEqual(["QUEUED", "PLANNING", "SEARCHING", "RESOLVING", "JUDGING", "STORING", "COMPLETED"]);
    const progress = log.map((entry) => entry.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it("completes with no company and says why when there are none", async () => {
    const { market } = await start(system, key, { ...WIND_CRITERIA, locations: [{ country: "NZ" }] });
    const { status, jobs } = await ended(system, key, market.marketId);
    expect(status).toBe("IN_REVIEW");
    expect(jobs[0]).toMatchObject({ status: "COMPLETED", companiesFound: 0 });
    expect(jobs[0]?.report?.notes.join(" ")).toMatch(/Found 0 of up to 5 companies/);
  });

  it("obeys constraints", async () => {
    const constraints = {
      maxEmployees: 200,
      excludeDomains: ["castor-turbines.com"],
      minProbability: 2,
      targetRecall: 0.9,
    };
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 50, constraints });
    const { jobs } = await ended(system, key, market.marketId);
    expect(jobs[0]?.report?.notes.join(" ")).toContain("constraints.minProbability was not used");
    expect(jobs[0]?.report?.notes.join(" ")).toContain(
      "targetRecall 0.9 cannot be guaranteed: no verdict has a probability",
    );
    const { companies, rejected } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.domain).sort()).toEqual([
      "alpen-turbines.com",
      "baltic-turbines.com",
      "donau-turbines.com",
    ]);
    expect(rejected.find(({ domain }) => domain === "castor-turbines.com")).toMatchObject({ verdict: "EXCLUDED" });
  });

  it("takes the seeds as the market when no search is wanted", async () => {
    const { market } = await start(system, key, {
      userPrompt: "these",
      performSearch: false,
      seedDomains: ["mira-bakery.com", "https://www.kiel-windparks.com/", "unknown-firm.com"],
    });
    await ended(system, key, market.marketId);
    const { companies } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.domain).sort()).toEqual(["kiel-windparks.com", "mira-bakery.com"]);
    const { jobs } = await marketState(system, key, market.marketId);
    expect(jobs[0]?.report?.notes).toContain("Not in the directory, so not in the market: unknown-firm.com.");
  });

  it("takes from the prompt what the fields leave open, tells it, and keeps the criteria as they were sent", async () => {
    const userPrompt = "Find 2 makers of wind turbine components in Germany or Austria, not wind farm operators";
    const { market } = await start(system, key, { userPrompt });
    await ended(system, key, market.marketId);
    const { companies, rejected } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.country).filter((code) => code !== "DE" && code !== "AT")).toEqual(
      [],
    );
    expect(companies.totalCount).toBe(2);
    expect(rejected.find(({ domain }) => domain === "kiel-windparks.com")).toMatchObject({ verdict: "EXCLUDED" });
    const { jobs } = await marketState(system, key, market.marketId);
    expect(jobs[0]?.report).toMatchObject({ wanted: 2 });
    expect(jobs[0]?.report?.notes.join(" ")).toContain(
      "Taken from the prompt: 2 companies; not wind farm operators; in Germany or Austria.",
    );
    const kept = await system.answer(key, MarketCriteriaDocument, { marketId: market.marketId });
    expect(kept.market?.criteria).toEqual({ count: 25, locations: [], keywords: { irrelevant: [] } });
  });

  it("lets a field that says something stand against the prompt", async () => {
    const userPrompt = "Find 2 makers of wind turbine components in Germany";
    const { market } = await start(system, key, { userPrompt, count: 25, locations: [{ country: "AT" }] });
    await ended(system, key, market.marketId);
    const { companies } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.country)).toEqual(["AT", "AT"]);
    expect((await marketState(system, key, market.marketId)).jobs[0]?.report).toMatchObject({ wanted: 25 });
  });
});

describe("why not", () => {
  let marketId: number;

  beforeAll(async () => {
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 50 });
    ({ marketId } = market);
    await ended(system, key, marketId);
  });

  const whyNot = async (domain: string) =>
    present((await system.answer(key, WhyNotDocument, { marketId, domain })).market).whyNot;

  it.each([
    ["oresund-blades.dk", "FAILED", ["location"]],
    ["https://www.kiel-windparks.com/about", "EXCLUDED", ["exclusion: wind farm operators", "offer"]],
    ["mira-bakery.com", "FAILED", ["location", "offer"]],
  ])("%s: a market by the changed criteria has it", async (domain, verdict, conditions) => {
    const { smallestChange, criteria, ...why } = await whyNot(domain);
    expect(why).toMatchObject({ verdict, reason: expect.stringMatching(/\w/) });
    expect(criteria.some(({ outcome, evidence }) => outcome === "NOT_MET" && evidence !== null)).toBe(true);
    expect(smallestChange?.steps.map(({ condition }) => condition).sort()).toEqual(conditions);
    const { market } = await start(system, key, smallestChange?.searchCriteria as SearchCriteriaInput);
    await ended(system, key, market.marketId);
    const { companies } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.domain)).toContain(
      /[\w-]+\.(?:com|dk)/.exec(domain.replace("www.", ""))?.[0],
    );
  });

  it("is told of a company that the directory lacks, with what to do, and of one that is in", async () => {
    expect(await whyNot("nobody-knows-them.com")).toMatchObject({
      company: null,
      verdict: null,
      reason: expect.stringContaining("market import companies"),
      smallestChange: null,
    });
    expect(await whyNot("castor-turbines.com")).toMatchObject({
      verdict: "IN",
      wasCandidate: true,
      smallestChange: null,
    });
    const invalid = await system.ask(key, WhyNotDocument, { marketId, domain: "no domain" });
    expect(invalid.errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
  });

  it("is nothing for another team, and not for a key that may not read markets", async () => {
    const others = await system.team();
    const theirs = await system.ask(others.key, WhyNotDocument, { marketId, domain: "oresund-blades.dk" });
    expect(theirs.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    const { key: limited } = await system.team({ scopes: ["discovery:read"] });
    const refused = await system.ask(limited, WhyNotDocument, { marketId, domain: "oresund-blades.dk" });
    expect(JSON.stringify(refused)).not.toContain("Oresund");
  });
});

describe("a preview", () => {
  it("has the companies and the counts that a discovery by the same criteria comes to, and starts nothing", async () => {
    const { db } = system.database;
    const jobs = () => db.query<{ n: number }>("SELECT count(*)::int AS n FROM jobs", []);
    const before = await jobs();
    const { previewDiscovery } = await system.answer(key, PreviewDocument, {
      searchCriteria: WIND_CRITERIA,
      first: 50,
    });
    expect(await jobs()).toEqual(before);
    const { market } = await start(system, key);
    const done = await ended(system, key, market.marketId);
    const { companies } = await read(market.marketId);
    expect(previewDiscovery.companies.map(({ domain, reason }) => [domain, reason])).toEqual(
      companies.edges.map(({ node, reason }) => [node.domain, reason]),
    );
    const { counts, candidates } = previewDiscovery;
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(candidates);
    expect(done.jobs[0]?.report).toMatchObject({
      wanted: previewDiscovery.wanted,
      candidates: candidates - counts.duplicate,
      found: counts.in,
    });
    expect(previewDiscovery.estimate.sentence).toContain("not estimated");
  });

  it("keeps companies of which a figure is not known where the constraints say so, and nobody else reads that", async () => {
    const found = async (constraints: object) => {
      const searchCriteria = { ...WIND_CRITERIA, constraints };
      return (await system.answer(key, PreviewDocument, { searchCriteria, first: 50 })).previewDiscovery;
    };
    // No record has a revenue, and every record has its employees.
    const any = await found({});
    expect(any.counts.in).toBeGreaterThan(0);
    for (const constraints of [{ minRevenue: 1e6 }, { minRevenue: 1e6, keepUnknown: false }])
      expect((await found(constraints)).counts.in).toBe(0);
    const kept = { minRevenue: 1e6, keepUnknown: true };
    const lenient = await found(kept);
    expect(lenient.companies.map(({ domain }) => domain)).toEqual(any.companies.map(({ domain }) => domain));
    expect(lenient.companies[0]?.reasons).toContainEqual({ criterion: "stated:minRevenue", outcome: "UNKNOWN" });
    expect(lenient.notes).toContainEqual(expect.stringContaining("The others stay in"));
    expect(lenient.notes.join(" ")).not.toContain("not used");
    const large = await found({ minEmployees: 350, keepUnknown: true });
    expect(large.companies.map(({ domain }) => domain)).toEqual(
      (await found({ minEmployees: 350 })).companies.map(({ domain }) => domain),
    );

    const { market } = await start(system, key, { ...WIND_CRITERIA, constraints: kept });
    await ended(system, key, market.marketId);
    expect((await read(market.marketId)).companies.totalCount).toBe(any.counts.in);
    const { key: others } = await system.team();
    const theirs = await system.ask(others, MarketCriteriaDocument, { marketId: market.marketId });
    expect(JSON.stringify(theirs)).not.toContain("count");
  });

  it("asks for the place where companies work apart from where they are based, and a constraint changes it", async () => {
    const found = async (searchCriteria: object) =>
      (await system.answer(key, PreviewDocument, { searchCriteria, first: 50 })).previewDiscovery.companies;
    const userPrompt = "Makers of wind turbine rotor blades with plants in Austria";
    const criterion = "constraint:operatesIn";
    const austrian = await found({ userPrompt });
    expect(austrian.map(({ domain }) => domain).sort()).toEqual(["gotha-turbines.com", "hanse-turbines.com"]);
    expect(austrian[0]?.reasons).toContainEqual({ criterion, outcome: "MET" });
    const german = await found({ userPrompt, constraints: { operatesIn: ["Germany"] } });
    expect(german.map(({ domain }) => domain)).toContain("elbe-turbines.com");
    expect(german.map(({ domain }) => domain)).not.toContain("gotha-turbines.com");
    const any = await found({ userPrompt, constraints: { operatesIn: [] } });
    expect(any.length).toBeGreaterThan(3);
    expect(any.flatMap(({ reasons }) => reasons.map((reason) => reason.criterion))).not.toContain(criterion);
  });

  it("takes examples by name, shows as many companies as are asked for, and is refused with what is wrong", async () => {
    const like = { userPrompt: "Companies like Baltic Turbines", count: 3 };
    const { previewDiscovery } = await system.answer(key, PreviewDocument, { searchCriteria: like, first: 2 });
    expect(previewDiscovery.companies).toHaveLength(2);
    expect(previewDiscovery.notes[0]).toContain("taken as the example Baltic Turbines AG");
    const wrong = await system.ask(key, PreviewDocument, { searchCriteria: { ...like, count: -1 }, first: 2 });
    expect(wrong.errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
    const { key: limited } = await system.team({ scopes: ["discovery:read"] });
    const refused = await system.ask(limited, PreviewDocument, { searchCriteria: like, first: 2 });
    expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});

describe("notes on criteria", () => {
  const notes = async (userPrompt: string, more: object = {}) => {
    const searchCriteria = { userPrompt, count: 3, ...more };
    return (await system.answer(key, CriteriaNotesDocument, { searchCriteria })).criteriaNotes;
  };

  it("tell before the start, as the report does after it, what was read otherwise and what no record has", async () => {
    const userPrompt = "The biggest makers of rotor blaades and unicorn saddles on Mars by revenue, family owned";
    const told = await notes(userPrompt);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^“blaades” was read as “blades”/),
        expect.stringMatching(/^No company's record has the words? .*“unicorn”/),
        expect.stringContaining("“Mars” is no place that is known here"),
        expect.stringMatching(/^“biggest by revenue” was not used: .* order by it\.$/),
        expect.stringContaining("“family owned” was not used"),
      ]),
    );
    const { market } = await start(system, key, { userPrompt, count: 3 });
    const { jobs } = await ended(system, key, market.marketId);
    expect(jobs[0]?.report?.notes).toEqual(expect.arrayContaining(told));
  });

  it("tell the English of another language, corrected countries and examples by name", async () => {
    expect(await notes("Hersteller von Windkraftanlagen in Deutschland")).toContainEqual(
      "Read in English as “makers of wind turbines in Germany”.",
    );
    expect(await notes("Makers of rotor blades in Nederlands")).toContainEqual(
      "“Nederlands” was read as “Netherlands”.",
    );
    expect((await notes("Companies like Baltic Turbines"))[0]).toContain("taken as the example Baltic Turbines AG");
    expect(await notes("Breweries in Belgium and Nederlands")).toContain("“Nederlands” was read as “Netherlands”.");
    expect(await notes("Makers of rotor blades in Europ")).toContain("“Europ” was read as “Europe”.");
    expect(await notes("Copper mines in the Congo")).toContainEqual(
      expect.stringMatching(/^“Congo” was read as DR Congo and Republic of the Congo/),
    );
  });

  it("tell examples that the directory does not have, places at the end of a list, and languages without a dictionary", async () => {
    for (const userPrompt of ["Companies like Grohe that make bathroom fittings, outside Germany", "Grohe's rivals"])
      expect(await notes(userPrompt)).toContainEqual(
        expect.stringContaining("No company of the directory is called “Grohe”"),
      );
    expect(await notes("Makers of rotor blades in Belgium and Wallonistan")).toContainEqual(
      expect.stringContaining("“Wallonistan” is no place that is known here"),
    );
    expect(await notes("Bedrijven die fietsen maken in Nederland")).toContainEqual(
      expect.stringContaining("seems to be in Dutch, which is not translated"),
    );
  });

  it("tell of how many companies a size or a year is known, and what becomes of the others", async () => {
    const known = async (column: string) => {
      const [row] = await system.database.db.query<{ n: number; all: number }>(
        `SELECT count(${column})::int AS n, count(*)::int AS "all" FROM companies`,
        [],
      );
      return `${row?.n} of ${row?.all} companies`;
    };
    const [years, ...others] = (await notes("Makers of rotor blades founded after 2015")).filter((note) =>
      note.includes("year of founding"),
    );
    expect(others).toEqual([]);
    expect(years).toContain(await known("founded"));
    expect(years).toContain("The others stay in");
    const [sizes] = (await notes("Makers of rotor blades", { constraints: { minEmployees: 50 } })).filter((note) =>
      note.includes("number of employees"),
    );
    expect(sizes).toContain(await known("employees"));
    expect(sizes).toContain("The others are left out");
  });

  it("are refused with what is wrong, and without the scope", async () => {
    const searchCriteria = { userPrompt: "Makers of rotor blades", count: -1 };
    const wrong = await system.ask(key, CriteriaNotesDocument, { searchCriteria });
    expect(wrong.errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
    const { key: limited } = await system.team({ scopes: ["discovery:read"] });
    const refused = await system.ask(limited, CriteriaNotesDocument, { searchCriteria });
    expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(refused.data?.criteriaNotes).toBeUndefined();
  });
});

describe("extending a market", () => {
  it("adds companies that are not in it yet, behind those that are, and judges nobody again by the same criteria", async () => {
    const { market, job } = await start(system, key);
    await ended(system, key, market.marketId);
    const before = (await read(market.marketId)).companies.edges.map(({ node }) => node.domain);
    const input = { marketId: market.marketId, searchCriteria: { ...WIND_CRITERIA, count: 2 } };
    const { extendDiscovery } = await system.answer(key, ExtendDiscoveryDocument, { input });
    expect(extendDiscovery.job.workflowName).toBe("second_pass");
    await ended(system, key, market.marketId);
    const after = (await read(market.marketId)).companies.edges;
    expect(after.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(after.slice(0, 5).map(({ node }) => node.domain)).toEqual(before);
    const judged = await system.database.db.prisma.candidate.findMany({
      where: { jobId: extendDiscovery.job.jobId, verdict: { not: "duplicate" } },
    });
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.every(({ judgedInJob }) => judgedInJob === job.jobId)).toBe(true);
  });

  it("judges the market's companies again when no search is wanted, and lets those go that fail", async () => {
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 50 });
    await ended(system, key, market.marketId);
    const searchCriteria = { ...WIND_CRITERIA, locations: [{ country: "AT" }], performSearch: false };
    await system.answer(key, ExtendDiscoveryDocument, { input: { marketId: market.marketId, searchCriteria } });
    await ended(system, key, market.marketId);
    const { companies } = await read(market.marketId);
    expect(companies.edges.map(({ node }) => node.country)).toEqual(["AT", "AT"]);
    expect(companies.edges.map(({ rank }) => rank)).toEqual([1, 2]);
  });
});

describe("pipeline flags", () => {
  it("run as jobs of their own on a start, visible beside the discovery", async () => {
    const { market } = await start(system, key, WIND_CRITERIA, { runReverseGeocoding: true });
    const { jobs } = await ended(system, key, market.marketId);
    expect(jobs.map(({ workflowName, kind, status }) => ({ workflowName, kind, status }))).toEqual([
      { workflowName: "runReverseGeocoding", kind: "PIPELINE", status: "COMPLETED" },
      { workflowName: "first_pass", kind: "DISCOVERY", status: "COMPLETED" },
    ]);
    const places = (await read(market.marketId)).companies.edges.map(({ node, place }) => [
      node.domain,
      place?.city,
      place?.source,
      place?.by,
    ]);
    expect(places).toContainEqual(["alpen-turbines.com", "Munich", "coordinates", "gazetteer"]);
    expect(places.filter(([, city]) => city === "Hamburg").length).toBeGreaterThan(0);
  });

  it("publish at once when the review is skipped", async () => {
    const { market } = await start(system, key, WIND_CRITERIA, { skipDiscoveryReview: true });
    await ended(system, key, market.marketId);
    const published = await marketStateWhenPublished(market.marketId);
    expect(published.status).toBe("PUBLISHED");
  });
});

describe("records of one company", () => {
  it("stay apart in a market once a person has distinguished them", async () => {
    const platform = await system.key(null, SCOPES);
    const distinguish = `mutation { distinguishCompanies(company: "alpen-turbines.de", from: "alpen-turbines.com", reason: "two") { domain } }`;
    expect((await system.graph(key, distinguish)).errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect((await system.graph(platform, distinguish)).errors).toBeUndefined();
    const { market } = await start(system, key, { ...WIND_CRITERIA, count: 50 });
    await ended(system, key, market.marketId);
    const { companies, rejected } = await read(market.marketId);
    const domains = companies.edges.map(({ node }) => node.domain);
    expect(domains).toEqual(expect.arrayContaining(["alpen-turbines.com", "alpen-turbines.de"]));
    expect(rejected.filter(({ verdict }) => verdict === "DUPLICATE")).toEqual([]);
  });
});

async function marketStateWhenPublished(marketId: number) {
  for (let i = 0; i < 300; i++) {
    const state = await marketState(system, key, marketId);
    if (state.status === "PUBLISHED") return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return marketState(system, key, marketId);
}
