import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MarketAnalysesDocument } from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish } from "../support/discovery.ts";
import { seedMarket } from "../support/impact.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let carMarket: number;
let oneFeature: number;

const FLAGS = { runTopicAnalysis: true, runPhraseExplorer: true, runGenerateFeatureMap: true };

const company = (name: string, description: string, more: object = {}) => ({
  domain: `${name.toLowerCase()}-autos.com`,
  name,
  description,
  country: "DE",
  ...more,
});
const CARS = [
  company("Seat", "Makes cars under Seat and Cupra."),
  company("Alpha", "Makes cars and vans."),
  company("Beta", "Makes gearboxes for cars."),
  company("Gamma", "Makes car seats and truck seats."),
  company("Delta", "Makes car seats and roof racks."),
  company("Epsilon", "Repairs cars and sells roof racks."),
  company("Zeta", "Repairs cars in its own garages."),
  company("Eta", "", { industries: ["Car manufacturing"] }),
  company("Theta", "Makes sports cars, and tows roof racks."),
  company("Iota", "Makes sports cars in its own garages."),
  company("Kappa", "Makes sports cars and roof racks."),
  company("Lambda", "Makes sports cars and car seats."),
  company("Mu", "Makes car seats and child seats."),
];
const OTHERS = Array.from({ length: 120 }, (_, i) => ({
  domain: `bakery-number-${i}.com`,
  name: `Bakery Number ${i}`,
  description: "The bakery bakes rye bread and cakes and sells them in its own shops.",
  country: "ES",
}));

const analyses = async (marketId: number) =>
  present((await system.answer(key, MarketAnalysesDocument, { marketId })).market);

async function cellsOf(marketId: number, feature: string) {
  const { featureMap } = await analyses(marketId);
  return Object.fromEntries(
    (featureMap?.companies.edges ?? []).map(({ node, cells }) => {
      const cell = cells.find((one) => one.feature === feature);
      return [
        node.domain.replace("-autos.com", ""),
        cell?.quote == null ? cell?.answer : `${cell.answer} ${cell.quote}`,
      ];
    }),
  );
}

/** Writes what the judge found for the offer of one company. */
async function judge(marketId: number, name: string, text: string, parts?: string[]): Promise<void> {
  const offer = {
    criterion: "offer",
    outcome: "met",
    note: "",
    evidence: { field: "description", start: 0, end: text.length, text },
    parts,
  };
  await system.database.db.query(
    `UPDATE market_companies SET criteria = $3::jsonb
     WHERE market_id = $1 AND company_id = (SELECT id FROM companies WHERE domain = $2)`,
    [marketId, `${name}-autos.com`, JSON.stringify([offer])],
  );
}

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  const { db } = system.database;
  await importTestCompanies(db, [...CARS, ...OTHERS]);
  const team = await system.team();
  key = team.key;
  const found = await db.prisma.company.findMany({
    where: { domain: { endsWith: "-autos.com" } },
    orderBy: { domain: "asc" },
  });
  const ids = found.map(({ id }) => id);
  carMarket = await seedMarket(db, team.teamId, ids, "Cars");
  oneFeature = await seedMarket(db, team.teamId, ids, "Vehicles");
  for (const [marketId, features] of [
    [carMarket, ["carmakers", "components", "vehicle chains"]],
    [oneFeature, ["vehicle companies"]],
  ] as const)
    await db.prisma.criteriaVersion.updateMany({ where: { marketId }, data: { features: [...features] } });
  await judge(carMarket, "alpha", "Makes cars and vans", ["carmakers", "components"]);
  await judge(oneFeature, "alpha", "Makes cars and vans");
  for (const marketId of [carMarket, oneFeature]) {
    await publish(system, key, marketId, FLAGS);
    await ended(system, key, marketId);
  }
});
afterAll(() => system?.stop());

describe("the feature map", () => {
  it("states the thing asked for of those who make it, by the words of their records, however the question names them", async () => {
    expect(await cellsOf(carMarket, "carmakers")).toMatchObject({
      alpha: "STATED Makes cars and vans",
      seat: "STATED Makes cars under Seat and Cupra",
      theta: expect.stringMatching(/^STATED Makes sports cars/),
    });
  });

  it("states it neither of those who make what it needs nor of those who repair it", async () => {
    const cells = await cellsOf(carMarket, "carmakers");
    expect([cells.beta, cells.gamma, cells.epsilon, cells.zeta]).toEqual(Array(4).fill("NOT_SAID"));
  });

  it("takes the class that a source gave a company for an implication, not for its own words", async () => {
    expect((await cellsOf(carMarket, "carmakers")).eta).toBe("IMPLIED Car manufacturing");
  });

  it("sees a component in what is made for another thing of the question", async () => {
    expect(await cellsOf(carMarket, "components")).toMatchObject({
      alpha: "NOT_SAID",
      beta: "IMPLIED Makes gearboxes for cars",
      gamma: expect.stringMatching(/^IMPLIED Makes car seats/),
    });
  });

  it("quotes what the judge went by where the question has one feature that no word of the record names", async () => {
    expect(await cellsOf(oneFeature, "vehicle companies")).toMatchObject({
      alpha: "IMPLIED Makes cars and vans",
      beta: "NOT_SAID",
    });
  });

  it("implies nothing by one word of several", async () => {
    expect(new Set(Object.values(await cellsOf(carMarket, "vehicle chains")))).toEqual(new Set(["NOT_SAID"]));
  });

  it("has columns that tell the companies apart: no verb, no company's name, nothing that nearly all of them say", async () => {
    const { featureMap } = await analyses(oneFeature);
    const columns = featureMap?.features.filter(({ origin }) => origin === "PHRASES").map(({ feature }) => feature);
    expect(columns).toEqual(expect.arrayContaining(["sports cars", "roof racks"]));
    expect(columns).not.toContain("cars");
    expect((await cellsOf(oneFeature, "car seats")).seat).toBe("NOT_SAID");
  });
});

describe("phrases and topics", () => {
  it("take no verb for a noun and no company's name for a thing", async () => {
    const { phrases } = await analyses(carMarket);
    const listed = new Map(phrases?.phrases.edges.map(({ node }) => [node.phrase, node.inMarket]));
    expect([...listed.keys()].filter((phrase) => phrase.startsWith("repairs"))).toEqual([]);
    expect([...listed.keys()].filter((phrase) => phrase.startsWith("tows"))).toEqual([]);
    // Gamma, Delta, Lambda and Mu, but not Seat.
    expect(listed.get("car seats") ?? listed.get("seats")).toBe(4);
  });

  it("give a topic only to companies that use one of its terms, and name none after what most of the market says", async () => {
    const { topics } = await analyses(carMarket);
    const texts = new Map(CARS.map(({ domain, description }) => [domain, description.toLowerCase()]));
    expect(topics?.topics.length).toBeGreaterThan(0);
    for (const { label, terms, companies } of topics?.topics ?? []) {
      expect(label.split(", ")).not.toContain("cars");
      expect(companies.edges.length).toBeGreaterThan(1);
      for (const { node } of companies.edges)
        expect(terms.some(({ term }) => texts.get(node.domain)?.includes(term.replace(/s$/, "")))).toBe(true);
    }
  });
});
