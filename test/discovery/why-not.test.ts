import { beforeAll, describe, expect, it } from "vitest";
import type { DirectoryCompany } from "#companies/directory-company";
import { hash32 } from "#foundation/language/hash32";
import { contentStems } from "#foundation/language/stem";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { Retriever } from "#markets/retrieval/index";
import { type Change, smallestChange, type Unlikely } from "#markets/why-not/change";
import { constraintsOf } from "#markets/why-not/conditions";
import { createSimulation, type Outcome, type Simulation } from "#markets/why-not/simulation";
import { type EmbeddingsProvider, normalize } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";
import {
  criteria,
  LABELS as LABELS_EXAMPLES,
  PROSE as PROSE_EXAMPLES,
  retrieverOf,
} from "../retrieval/small-directory.ts";

/** With domains that a client may name. */
const named = (directory: DirectoryCompany[]) =>
  directory.map((company) => ({ ...company, domain: company.domain.replace(/example$/, "com") }));
const PROSE = named(PROSE_EXAMPLES);
const LABELS = named(LABELS_EXAMPLES);

const unpaid: Pay = () => Promise.reject(new Error("nothing is paid for"));

/** A sentence model of counted stems: texts are alike where they share words. */
const MODEL: EmbeddingsProvider = {
  name: "stems",
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(64);
      for (const stem of contentStems(text)) vector[(hash32(stem) >>> 0) % 64] = 1;
      return normalize(vector);
    }),
};

let retrievers: Map<DirectoryCompany[], Retriever>;

beforeAll(async () => {
  retrievers = new Map([
    [PROSE, await retrieverOf(PROSE, { sentences: { model: MODEL, pay: unpaid } })],
    [LABELS, await retrieverOf(LABELS)],
  ]);
});

function simulationOf(directory: DirectoryCompany[], company: DirectoryCompany) {
  const retriever = retrievers.get(directory) as Retriever;
  const companies = async (ids: number[]) => directory.filter(({ id }) => ids.includes(id));
  return {
    retriever,
    simulation: createSimulation(
      {
        retriever,
        companies,
        identities: async (ids) =>
          new Map((await companies(ids)).map((company) => [company.id, { ...company, isin: null, lei: null }])),
        apart: [],
        questionVector: (plan) => retriever.questionVector(plan, (texts) => MODEL.embed(texts, unpaid)),
      },
      company,
    ),
  };
}

interface Case {
  base: Outcome;
  change: Change | null;
  unlikely: Unlikely | null;
  letIn: Simulation["letIn"];
  isIn(changed: SearchCriteria): Promise<boolean>;
}

async function whyNot(directory: DirectoryCompany[], name: string, asked: SearchCriteria): Promise<Case> {
  const company = directory.find((one) => one.name === name) as DirectoryCompany;
  const { retriever, simulation } = simulationOf(directory, company);
  const base = await simulation.simulate(asked, { whole: true });
  const { change, unlikely } =
    base.obstacle === null
      ? { change: null, unlikely: null }
      : await smallestChange({ retriever, simulation, company }, base);
  const { letIn } = simulation;
  return {
    base,
    change,
    unlikely,
    letIn,
    isIn: async (changed) => (await simulation.simulate(changed)).obstacle === null,
  };
}

const WIND = criteria({
  userPrompt: "makers of wind turbine parts in Germany and Denmark, not wind farm operators",
  marketRole: "manufacturer",
  keywords: { features: ["wind turbine parts"], irrelevant: ["wind farm operators"] },
  locations: [
    { country: "DE", address: null, coordinates: null },
    { country: "DK", address: null, coordinates: null },
  ],
});

/** Questions that combine conditions which companies of the directory fail, drawn by a number. */
function drawn(number: number): SearchCriteria {
  const has = (bit: number) => ((number >> bit) & 1) === 1;
  const constraints = {
    ...(has(0) ? { minEmployees: 100 } : {}),
    ...(has(1) ? { certifications: ["ISO 9001"] } : {}),
    ...(has(2) ? { excludeDomains: ["torrecomponents.com", "fjordbank.com"] } : {}),
    ...(has(3) ? { minProbability: 0.6 } : {}),
  };
  return criteria({
    ...WIND,
    count: has(4) ? 1 : 25,
    constraints,
    seedDomains: has(5) ? ["norwindgears.com", "rotorblattwerke.com"] : [],
    locations: has(6) ? WIND.locations : [{ country: "ES", address: ["Bilbao"], coordinates: null }],
    keywords: {
      ...WIND.keywords,
      irrelevant: has(7) ? ["banks", "companies in Denmark"] : ["wind farm operators", "trading companies"],
    },
  });
}

/** The criteria with one step of a change taken back: the condition as it was, all others changed. */
function withoutStep(before: SearchCriteria, { criteria: after }: Change, condition: string): SearchCriteria {
  const constraint = (name: string): SearchCriteria => {
    const { [name]: was } = constraintsOf(before);
    const { [name]: _now, ...others } = constraintsOf(after);
    return { ...after, constraints: was === undefined ? others : { ...others, [name]: was } };
  };
  if (condition === "location") return { ...after, locations: before.locations };
  if (condition === "count") return { ...after, count: before.count };
  if (condition === "seed") return { ...after, seedDomains: before.seedDomains };
  if (condition.startsWith("exclusion: ")) {
    const irrelevant = [...after.keywords.irrelevant, condition.slice("exclusion: ".length)];
    return { ...after, keywords: { ...after.keywords, irrelevant } };
  }
  if (condition.startsWith("certification: ")) return constraint("certifications");
  if (condition === "offer" && constraintsOf(after).minProbability !== constraintsOf(before).minProbability)
    return constraint("minProbability");
  if (condition === "offer") return { ...after, userPrompt: before.userPrompt, keywords: before.keywords };
  return constraint(condition);
}

describe("the smallest change of the criteria", () => {
  it("lets the company in, whatever is asked, and none of its steps can be left out", async () => {
    let changed = 0;
    for (let number = 0; number < 256; number += 23)
      for (const { name } of PROSE.filter((_, i) => (i + number) % 3 === 0)) {
        const asked = drawn(number);
        const { base, change, unlikely, isIn } = await whyNot(PROSE, name, asked);
        if (base.obstacle === null) continue;
        if (unlikely !== null && change === null) {
          // Nothing is suggested that would let in whatever is as unlikely as this.
          expect(unlikely.probability, `${number} ${name}`).toBeLessThan(0.1);
          continue;
        }
        expect(change, `${number} ${name}`).not.toBeNull();
        if (change === null) continue;
        changed++;
        expect(await isIn(change.criteria), `${number} ${name}`).toBe(true);
        for (const { condition } of change.steps)
          expect(await isIn(withoutStep(asked, change, condition)), `${number} ${name} without ${condition}`).toBe(
            false,
          );
      }
    expect(changed).toBeGreaterThan(20);
  }, 120_000);

  it("sets a constraint where the question states what keeps it out", async () => {
    const { change, isIn } = await whyNot(PROSE, "Nordwind Gears", {
      ...WIND,
      userPrompt: `${WIND.userPrompt}, founded after 1990, with at most 100 employees`,
    });
    expect(change?.steps.map(({ condition }) => condition).sort()).toEqual(
      expect.arrayContaining(["foundedFrom", "maxEmployees"]),
    );
    expect(change && (await isIn(change.criteria))).toBe(true);
  });

  it("asks for the company's own country too where it works at no place asked for", async () => {
    const { base, change, isIn } = await whyNot(PROSE, "Nordwind Gears", {
      ...WIND,
      userPrompt: "Makers of gearboxes for wind turbines with plants in Spain",
      locations: [],
    });
    expect(base.judgement.rule).toBe("constraint:operatesIn");
    expect(change?.steps.map(({ condition }) => condition)).toEqual(["operatesIn"]);
    expect(change && constraintsOf(change.criteria).operatesIn).toEqual(["Spain", "Denmark"]);
    expect(change && (await isIn(change.criteria))).toBe(true);
  });

  it("takes numbers no further than they must go", async () => {
    const { base, change, isIn } = await whyNot(PROSE, "Torre Components", {
      ...WIND,
      constraints: { minEmployees: 50, minProbability: 0.9 },
    });
    expect(base.judgement.verdict).toBe("failed");
    expect(change?.steps.map(({ condition }) => condition).sort()).toEqual(["location", "minEmployees", "offer"]);
    if (change === null) throw new Error("no change");
    const least = Number(constraintsOf(change.criteria).minProbability);
    const higher = {
      ...change.criteria,
      constraints: { ...constraintsOf(change.criteria), minProbability: least + 0.001 },
    };
    expect(await isIn(higher)).toBe(false);
    expect(change.criteria.locations).toHaveLength(3);
  });

  it("suggests no cut that lets in whatever is as unlikely, and counts whom that would let in", async () => {
    const asked = { ...WIND, locations: [], userPrompt: "makers of wind turbine parts" };
    const { change, unlikely, letIn } = await whyNot(PROSE, "Brisa Parks", {
      ...asked,
      keywords: { ...WIND.keywords, irrelevant: [] },
    });
    expect(change).toBeNull();
    if (unlikely === null) throw new Error("a change was suggested");
    expect(unlikely.probability).toBeLessThan(0.1);
    const all = await letIn(unlikely.criteria);
    const usual = await letIn({ ...unlikely.criteria, constraints: {} });
    expect(all.companies).toBeGreaterThan(usual.companies);
    expect(all.examined).toBeGreaterThanOrEqual(all.companies);
    // Who has set a low cut is told how much lower it must be.
    const own = await whyNot(PROSE, "Brisa Parks", {
      ...asked,
      keywords: { ...WIND.keywords, irrelevant: [] },
      constraints: { minProbability: unlikely.probability },
    });
    expect(own.base.judgement.verdict).toBe("in");
  });

  it("asks for as many companies as it takes, and for no more", async () => {
    const asked = {
      ...WIND,
      locations: [],
      userPrompt: "makers of wind turbine parts",
      count: 1,
      constraints: { minProbability: 0.01 },
    };
    const { base, change, isIn } = await whyNot(PROSE, "Torre Components", asked);
    expect(base.obstacle).toBe("cut");
    expect(change?.steps).toEqual([{ condition: "count", sentence: expect.stringContaining("count: ") }]);
    if (change === null) throw new Error("no change");
    expect(await isIn({ ...change.criteria, count: change.criteria.count - 1 })).toBe(false);
  });

  it("asks for a company's own words where rules decide by labels", async () => {
    const asked = criteria({ userPrompt: "makers of pizza ovens", keywords: { features: ["pizza ovens"] } });
    const { base, change, isIn } = await whyNot(LABELS, "Beta Steel", asked);
    expect(base.obstacle).toBe("criteria");
    expect(change?.steps).toEqual([{ condition: "offer", sentence: expect.stringContaining("steel tubes") }]);
    expect(await isIn(change?.criteria as SearchCriteria)).toBe(true);
  });

  it("does not read from the prompt again what it takes out of the fields", async () => {
    const { change } = await whyNot(PROSE, "Brisa Parks", {
      ...WIND,
      locations: [{ country: "ES", address: null, coordinates: null }],
      // A cut of its own, so that the offer of an operator keeps nothing out.
      constraints: { minProbability: 0.001 },
    });
    expect(change?.steps.map(({ condition }) => condition)).toContain("exclusion: wind farm operators");
    expect(change?.criteria.keywords.irrelevant).toEqual([]);
    expect(change?.criteria.userPrompt).not.toContain("not wind farm operators");
  });
});
