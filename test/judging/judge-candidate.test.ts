import { describe, expect, it } from "vitest";
import type { DirectoryCompany } from "#companies/directory-company";
import { fieldText, judgeCandidate } from "#markets/judging/index";
import { company, criteria, LABELS, PROSE, retrieverOf, searchBy } from "../retrieval/small-directory.ts";

const retriever = await retrieverOf(PROSE);
const byName = new Map(PROSE.map((one) => [one.name, one]));

/** Judges a company of the invented directory by a plan as discovery does, with all companies as candidates. */
async function judge(name: string, given: Parameters<typeof criteria>[0], record?: DirectoryCompany) {
  const plan = await retriever.plan(criteria(given));
  const { candidates, scale } = await searchBy(retriever, plan, { limit: 50 });
  const found = record ?? byName.get(name);
  if (!found) throw new Error(`no company ${name}`);
  const candidate = candidates.find(({ companyId }) => companyId === found.id) ?? { relevance: 0 };
  return judgeCandidate(plan, found, { candidate, scale });
}

const WIND = {
  userPrompt: "Find makers of components for wind turbines, such as gearboxes and blades",
  marketRole: "manufacturer",
};

describe("the offer", () => {
  it("is met with the very words of the record", async () => {
    const judgement = await judge("Nordwind Gears", WIND);
    expect(judgement.verdict).toBe("in");
    const offer = judgement.criteria.find(({ criterion }) => criterion === "offer");
    expect(offer?.evidence?.text).toContain("gearboxes");
    expect(judgement.reason).toContain("gearboxes");
  });

  it("cites spans that stand in the record at the offsets given", async () => {
    for (const one of PROSE) {
      const judgement = await judge(one.name, {
        ...WIND,
        keywords: { irrelevant: ["banks"] },
        assertions: ["repairs blades at sea"],
      });
      for (const { evidence } of judgement.criteria) {
        if (evidence) expect(fieldText(one, evidence.field).slice(evidence.start, evidence.end)).toBe(evidence.text);
      }
    }
  });

  it("of alternatives is met by any, and the reason says by which", async () => {
    const given = { userPrompt: "Makers of camera lenses or rotor blades" };
    const [optics, blades] = [await judge("Aalen Optics", given), await judge("Rotorblatt Werke", given)];
    expect([optics.verdict, blades.verdict]).toEqual(["in", "in"]);
    expect(optics.reason).toMatch(/^Offers camera lenses: “.*camera lenses/);
    expect(blades.reason).toMatch(/^Offers rotor blades: “/);
  });

  it("that asks for all is met by who shows all, and the others are told what is missing", async () => {
    const given = { userPrompt: "Companies that make both camera lenses and binoculars" };
    const both = await judge("Aalen Optics", given);
    expect(both.verdict).toBe("in");
    expect(both.criteria.find(({ criterion }) => criterion === "offer")?.parts).toEqual([
      "camera lenses",
      "binoculars",
    ]);
    const one = await judge("Rotorblatt Werke", { userPrompt: "Companies that make both rotor blades and binoculars" });
    expect(one).toMatchObject({ verdict: "related", rule: "offer" });
    expect(one.reason).toContain("binoculars is asked for too, and not shown");
  });

  it("is not met by another trade", async () => {
    const judgement = await judge("Kalt Bakeries", WIND);
    expect(judgement).toMatchObject({ verdict: "failed", rule: "offer" });
  });

  it("is found in labels where there is no prose", async () => {
    const labels = await retrieverOf(LABELS);
    const plan = await labels.plan(criteria({ userPrompt: "payroll software" }));
    const { candidates, scale } = await searchBy(labels, plan, { limit: 5 });
    const [best] = candidates;
    const found = LABELS.find(({ id }) => id === best?.companyId);
    if (!best || !found) throw new Error("nothing found");
    const judgement = judgeCandidate(plan, found, { candidate: best, scale });
    expect(judgement.verdict).toBe("in");
    expect(judgement.criteria[0]?.evidence).toMatchObject({ field: "keywords", text: "payroll software" });
  });
});

describe("an offer in a directory of labels", async () => {
  const labelled = Object.entries({
    "Alba Blades": ["Wind turbine blades"],
    "Boreal Rotors": ["Rotor blades", "Wind turbines"],
    "Cierzo Wind": ["Modular wind turbine blades"],
    "Dansk Gear": ["Wind turbine gearboxes"],
    "Elbe Lager": ["Wind turbine bearings"],
    Fernsprech: ["Mobile telephony"],
    "Gulf Phones": ["Mobile phone network"],
    "Hello Phones": ["Mobile phones"],
    "Ivory Phones": ["Phone network", "Telephone sets"],
    "Jura Insurance": ["Insurance"],
    "Kanton Life": ["Life insurance"],
    "Lago Cover": ["Car insurance"],
    "Malt House": ["Beverages", "Brewers"],
    "Nera Labs": ["Pharmaceuticals", "Contract research"],
    "Nordic Trials": ["Contract research organization"],
    "Osten Pharma": ["Pharmaceuticals", "Contract development and manufacturing"],
    "Pika Guard": ["Information security"],
    "Quai Locks": ["Home security"],
    "Rhine Solar": ["Solar cells"],
    "Saale Tools": ["Solar cell equipment"],
    "Tejo Power": ["Fuel cells"],
    ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`Bakery ${i}`, ["Bread", "Cakes"]])),
  }).map(([name, keywords], i) => company(i + 1, name, { keywords }));
  const labels = await retrieverOf(labelled);
  const verdicts = async (userPrompt: string, synonyms: string[] = []) => {
    const plan = await labels.plan(criteria({ userPrompt, keywords: { synonyms } }));
    const { candidates, scale } = await searchBy(labels, plan, { limit: 20 });
    return new Map(
      candidates.flatMap((candidate) => {
        const found = labelled.find(({ id }) => id === candidate.companyId);
        return found ? [[found.name, judgeCandidate(plan, found, { candidate, scale }).verdict] as const] : [];
      }),
    );
  };

  it("is met by the noun that makes it, and what only belongs to the same thing is related", async () => {
    const found = await verdicts("wind turbine rotor blades");
    expect(["Alba Blades", "Boreal Rotors", "Cierzo Wind"].map((name) => found.get(name))).toEqual(["in", "in", "in"]);
    expect(["Dansk Gear", "Elbe Lager"].map((name) => found.get(name))).toEqual(["related", "related"]);
  });

  it("is met by what the thing is, where the noun says only that something belongs to it", async () => {
    const found = await verdicts("wind turbine components");
    expect(["Alba Blades", "Dansk Gear", "Elbe Lager"].map((name) => found.get(name))).toEqual(["in", "in", "in"]);
    expect((await verdicts("insurance companies")).get("Kanton Life")).toBe("in");
  });

  it("is met by another word of a family that the directory does not use, and by a compound in more words", async () => {
    expect((await verdicts("breweries")).get("Malt House")).toBe("in");
    const found = await verdicts("cybersecurity software");
    expect(found.get("Pika Guard")).toBe("in");
    expect(found.get("Quai Locks")).not.toBe("in");
  });

  it("is not met by a word of it that belongs to something else", async () => {
    const contract = await verdicts("pharmaceutical contract manufacturers");
    expect([contract.get("Osten Pharma"), contract.get("Nera Labs")]).toEqual(["in", "related"]);
    const cells = await verdicts("solar cell makers");
    expect(cells.get("Rhine Solar")).toBe("in");
    expect(["Saale Tools", "Tejo Power"].map((name) => cells.get(name))).not.toContain("in");
  });

  it("is met by a synonym, and by a word of its family", async () => {
    expect((await verdicts("mobile phones")).get("Fernsprech")).toBe("related");
    expect((await verdicts("mobile phones", ["telephones"])).get("Fernsprech")).toBe("in");
  });
});

describe("places", () => {
  const inSpain = { ...WIND, locations: [{ country: "ES", address: null, coordinates: null }] };

  it("fails a company elsewhere and says where it is", async () => {
    const judgement = await judge("Rotorblatt Werke", inSpain);
    expect(judgement).toMatchObject({
      verdict: "failed",
      rule: "location",
      reason: "Based in Husum, Germany, not in Spain.",
    });
  });

  it("fails a company of which no country is known, saying that it is not known", async () => {
    const judgement = await judge("Nacelle Partners", inSpain);
    expect(judgement).toMatchObject({ verdict: "failed", rule: "location" });
    expect(judgement.criteria[0]).toMatchObject({ criterion: "location", outcome: "unknown", evidence: null });
  });

  it("tells cities of one country apart", async () => {
    const inHusum = { ...WIND, locations: [{ country: "DE", address: ["Husum"], coordinates: null }] };
    expect((await judge("Rotorblatt Werke", inHusum)).verdict).toBe("in");
    expect((await judge("Aalen Optics", inHusum)).reason).toBe("Based in Aalen, Germany, not in Husum, Germany.");
  });
});

describe("unwanted kinds", () => {
  const noOperators = { ...WIND, keywords: { irrelevant: ["wind farm operators"] } };

  it("excludes a company whose main business is the unwanted kind", async () => {
    const judgement = await judge("Brisa Parks", noOperators);
    expect(judgement).toMatchObject({ verdict: "excluded", rule: "irrelevant: wind farm operators" });
  });

  it("keeps a maker, though its customers are of the unwanted kind", async () => {
    const maker = company(90, "Turmbau Nord", {
      description: "Turmbau Nord makes towers and gearboxes for wind farm operators and wind turbines.",
    });
    expect((await judge("", noOperators, maker)).verdict).not.toBe("excluded");
    expect((await judge("Nordwind Gears", noOperators)).verdict).toBe("in");
  });

  it("does not exclude for a word in a name", async () => {
    const miner = company(92, "Battery Mineral Resources", {
      description: "It explores for cobalt and lithium in Canada.",
    });
    const given = { userPrompt: "companies exploring for lithium", keywords: { irrelevant: ["batteries"] } };
    expect((await judge("", given, miner)).verdict).not.toBe("excluded");
  });

  it("tells a kind by its role where it is named by one", async () => {
    const given = {
      userPrompt: "Makers of gearboxes",
      marketRole: "manufacturer",
      keywords: { features: ["gearboxes"], irrelevant: ["distributors of gearboxes"] },
    };
    const maker = company(93, "Zahnrad", { description: "Zahnrad manufactures and distributes gearboxes." });
    const dealer = company(94, "Radhandel", { description: "Radhandel distributes gearboxes." });
    expect((await judge("", given, maker)).verdict).not.toBe("excluded");
    expect((await judge("", given, dealer)).verdict).toBe("excluded");
  });

  it("takes makers, named without a thing, for all who make, manufacture or produce", async () => {
    const given = {
      userPrompt: "Dealers of gearboxes, not the makers",
      marketRole: "distributor",
      keywords: { features: ["gearboxes"], irrelevant: ["makers"] },
    };
    const record = (description: string) => company(93, "Zahnrad", { description });
    for (const verb of ["manufactures", "produces", "makes"])
      expect((await judge("", given, record(`Zahnrad ${verb} and sells gearboxes.`))).verdict).toBe("excluded");
    expect((await judge("", given, record("Zahnrad distributes gearboxes."))).verdict).not.toBe("excluded");
  });

  it("excludes by a class label", async () => {
    const judgement = await judge("Fjordbank", {
      userPrompt: "Which companies finance wind turbines?",
      keywords: { irrelevant: ["banks"] },
    });
    expect(judgement).toMatchObject({ verdict: "excluded", rule: "irrelevant: banks" });
  });

  it("does not exclude for a label beside a main business that says what is wanted", async () => {
    const bank = (description: string) => company(95, "Seebank", { description, industries: ["Banks"] });
    const given = { userPrompt: "Which companies finance wind turbines?", keywords: { irrelevant: ["banks"] } };
    expect((await judge("", given, bank("Seebank finances wind turbines."))).verdict).not.toBe("excluded");
    expect((await judge("Fjordbank", given)).verdict).toBe("excluded");
  });

  it("excludes who makes anything where makers are not wanted, by noun or verb", async () => {
    const given = {
      userPrompt: "lithium exploration companies, no producers",
      marketRole: "manufacturer",
      keywords: { features: ["lithium exploration"], irrelevant: ["producers"] },
    };
    const miner = (description: string) => company(97, "Lithos", { description });
    const producer = miner("Lithos engages in the production of lithium concentrate and exploration of minerals.");
    expect((await judge("", given, producer)).verdict).toBe("excluded");
    expect((await judge("", given, miner("Lithos explores for lithium."))).verdict).not.toBe("excluded");
  });

  it("excludes a trade by what its companies write", async () => {
    const given = {
      userPrompt: "Makers of gearboxes",
      marketRole: "manufacturer",
      keywords: { features: ["gearboxes"], irrelevant: ["farm machinery makers"] },
    };
    const maker = (description: string) => company(96, "Zahnrad", { description });
    expect((await judge("", given, maker("Zahnrad makes tractors and gearboxes."))).verdict).toBe("excluded");
    expect((await judge("", given, maker("Zahnrad makes gearboxes."))).verdict).not.toBe("excluded");
  });

  it("does not exclude for a word in passing", async () => {
    const lender = company(91, "Kreditor", {
      description: "Kreditor buys unpaid loans from banks and collects them. It is no bank itself.",
      industries: ["Consumer Finance"],
    });
    const judgement = await judge(
      "",
      { userPrompt: "companies that buy and collect unpaid loans", keywords: { irrelevant: ["banks"] } },
      lender,
    );
    expect(judgement.verdict).not.toBe("excluded");
  });

  it("are told by the sentence behind a main business that leaves the role open", async () => {
    const given = { ...WIND, keywords: { irrelevant: ["wind farm operators"] } };
    const record = (description: string) => company(40, "Zephyr Power", { description });
    const operator = record(
      "Zephyr Power generates wind power. The company operates wind farms; produces rotor blades.",
    );
    const maker = record("Zephyr Power makes wind turbines. The company operates wind farms to test them.");
    expect((await judge("", given, operator)).verdict).toBe("excluded");
    expect((await judge("", given, maker)).verdict).not.toBe("excluded");
  });
});

describe("the probability of the offer", async () => {
  const plan = await retriever.plan(criteria(WIND));
  const scale = { best: 0.9, ordinary: 0.1, vectors: true };
  const signals = {
    lexical: 1,
    words: 1,
    sentences: null,
    feedback: 1,
    seeds: null,
    classes: 1,
    wordCosine: 0.8,
    sentenceCosine: null,
  };
  const offerOf = (name: string, strength: number, minProbability: number | null = null) => {
    const found = byName.get(name);
    if (!found) throw new Error(`no company ${name}`);
    const weak = { ...signals, lexical: strength, words: strength, feedback: strength, classes: strength };
    const candidate = { relevance: strength, signals: weak };
    const judgement = judgeCandidate({ ...plan, minProbability }, found, { candidate, scale });
    return { ...judgement.criteria.find(({ criterion }) => criterion === "offer"), verdict: judgement.verdict };
  };

  it("decides where the company was compared with a directory that has vectors", () => {
    const [strong, weak] = [offerOf("Nordwind Gears", 1), offerOf("Kalt Bakeries", 0.1)];
    expect(strong).toMatchObject({ verdict: "in", outcome: "met" });
    expect(weak).toMatchObject({ verdict: "failed", outcome: "notMet" });
    expect(weak.probability).toBeLessThan(0.12);
    expect(strong.probability).toBeGreaterThan(3 * (weak.probability ?? 1));
  });

  it("makes a company that is near the offer related, and the caller may set from where it is in", () => {
    const strengths = Array.from({ length: 40 }, (_, i) => i / 40);
    const near = strengths
      .map((strength) => ({ strength, ...offerOf("Torre Components", strength) }))
      .find(({ verdict }) => verdict === "related");
    expect(near).toMatchObject({ outcome: "notMet" });
    const { strength = 0, probability = 0 } = near ?? {};
    expect(offerOf("Torre Components", strength, probability - 0.01)).toMatchObject({ verdict: "in", outcome: "met" });
    expect(offerOf("Torre Components", strength, 1).verdict).toBe("related");
    expect(offerOf("Kalt Bakeries", 0).verdict).toBe("failed");
  });

  it("is given for a company of labels alone too, but not where nothing was compared: rules decide", async () => {
    const labelled = company(95, "Gearlist", { keywords: ["wind turbine gearboxes"] });
    const { criteria: outcomes } = judgeCandidate(plan, labelled, { candidate: { relevance: 1, signals }, scale });
    expect(outcomes.find(({ criterion }) => criterion === "offer")?.probability).toBeGreaterThan(0.35);
    const compared = await judge("Nordwind Gears", WIND);
    expect(compared.criteria.find(({ criterion }) => criterion === "offer")).not.toHaveProperty("probability");
  });
});

describe("places that are left out", () => {
  const outside = { ...WIND, locations: [], keywords: { irrelevant: ["companies in Denmark"] } };

  it("fail a company that is there, and no other", async () => {
    expect(await judge("Nordwind Gears", outside)).toMatchObject({
      verdict: "failed",
      rule: "location",
      reason: "Based in Odense, Denmark, which is left out.",
    });
    expect((await judge("Rotorblatt Werke", outside)).verdict).toBe("in");
  });

  it("are told from a kind that a place only describes", async () => {
    const { excludedPlaces, exclusions } = await retriever.plan(
      criteria({
        userPrompt: "wine makers",
        keywords: { irrelevant: ["Champagne houses", "Indian companies", "China"] },
      }),
    );
    expect(excludedPlaces.map(({ country }) => country)).toEqual(["IN", "CN"]);
    expect(exclusions.map(({ phrase }) => phrase)).toEqual(["Champagne houses"]);
  });
});

describe("examples and excluded domains", () => {
  it("are never results", async () => {
    expect(await judge("Nordwind Gears", { ...WIND, seedDomains: ["nordwindgears.example"] })).toMatchObject({
      verdict: "excluded",
      rule: "seed",
    });
    expect(
      await judge("Nordwind Gears", { ...WIND, constraints: { excludeDomains: ["www.NordwindGears.example"] } }),
    ).toMatchObject({
      verdict: "excluded",
      rule: "excludeDomains",
    });
  });
});

describe("constraints", () => {
  it("are met, not met or unknown by what the record has, and unknown fails", async () => {
    const given = { ...WIND, constraints: { minEmployees: 100 } };
    expect((await judge("Nordwind Gears", given)).verdict).toBe("in");
    expect(await judge("Rotorblatt Werke", given)).toMatchObject({
      verdict: "failed",
      rule: "constraint:minEmployees",
    });
    const unknown = await judge("Torre Components", given);
    expect(unknown.criteria.find(({ criterion }) => criterion === "constraint:minEmployees")?.outcome).toBe("unknown");
    expect(unknown.verdict).toBe("failed");
  });

  it("that the question states keep out who is known to fail them; who is not known stays and is said to be unknown", async () => {
    const given = { ...WIND, userPrompt: `${WIND.userPrompt}, with at least 100 employees, founded before 2000` };
    const outcomes = (judgement: Awaited<ReturnType<typeof judge>>) =>
      judgement.criteria.filter(({ criterion }) => criterion.startsWith("stated:")).map(({ outcome }) => outcome);
    const known = await judge("Nordwind Gears", given);
    expect(known.verdict).toBe("in");
    expect(outcomes(known)).toEqual(["met", "met"]);
    expect(known.criteria.find(({ criterion }) => criterion === "stated:foundedTo")?.evidence?.text).toBe(
      "founded in 1981",
    );
    expect(await judge("Rotorblatt Werke", given)).toMatchObject({ verdict: "failed", rule: "stated:minEmployees" });
    const unknown = await judge("Torre Components", given);
    expect(unknown.verdict).toBe("in");
    expect(outcomes(unknown)).toEqual(["unknown", "unknown"]);
    const young = { ...WIND, userPrompt: `${WIND.userPrompt}, large caps only`, constraints: { foundedFrom: 1990 } };
    const gears = PROSE.find(({ name }) => name === "Nordwind Gears");
    if (!gears) throw new Error("no company");
    const capOf = async (marketCapBand: "nano" | "large" | null) =>
      (await judge("", young, { ...gears, marketCapBand })).criteria.flatMap(({ criterion, outcome }) =>
        /^stated:marketCapBands|^constraint:foundedFrom/.test(criterion) ? [outcome] : [],
      );
    expect(await capOf("nano")).toEqual(["notMet", "notMet"]);
    expect(await capOf("large")).toEqual(["met", "notMet"]);
    expect(await capOf(null)).toEqual(["unknown", "notMet"]);
  });

  it("find a certification in another spelling, not in a longer number", async () => {
    expect((await judge("Rotorblatt Werke", { ...WIND, constraints: { certifications: ["ISO-9001"] } })).verdict).toBe(
      "in",
    );
    expect((await judge("Rotorblatt Werke", { ...WIND, constraints: { certifications: ["ISO 900"] } })).verdict).toBe(
      "failed",
    );
  });
});

describe("assertions", () => {
  const outcomeOf = async (name: string, assertion: string) => {
    const judgement = await judge(name, { ...WIND, assertions: [assertion] });
    return {
      verdict: judgement.verdict,
      outcome: judgement.criteria.find(({ criterion }) => criterion === "assertion:0")?.outcome,
    };
  };

  it("are met by a sentence that has their words", async () => {
    expect(await outcomeOf("Rotorblatt Werke", "It repairs blades")).toEqual({ verdict: "in", outcome: "met" });
  });

  it("are unknown where the record is silent, which fails nobody", async () => {
    expect(await outcomeOf("Nordwind Gears", "It repairs blades")).toEqual({ verdict: "in", outcome: "unknown" });
  });

  it("fail a company whose record says the contrary", async () => {
    expect(await outcomeOf("Nacelle Partners", "It has a business with solar power")).toEqual({
      verdict: "failed",
      outcome: "notMet",
    });
    expect((await outcomeOf("Nacelle Partners", "It has no solar power business")).outcome).toBe("met");
  });
});
