import { describe, expect, it } from "vitest";
import { fieldText, judgeCandidate } from "#markets/judging/index";
import { company, criteria, retrieverOf, searchBy } from "../retrieval/small-directory.ts";

const miner = (id: number, name: string, country: string, description: string) =>
  company(id, name, { country, industries: ["Metals & Mining"], description });

const MINERS = [
  miner(
    1,
    "Volta Gold",
    "CA",
    "Volta Gold Inc. produces gold. It operates the Akwa gold mine in Ghana and explores for gold in Mali.",
  ),
  miner(2, "Tamale Gold", "GH", "Tamale Gold explores for gold."),
  miner(3, "Outback Gold", "AU", "Outback Gold mines gold in Western Australia and sells gold to Ghana."),
  miner(4, "Nile Gold", "GB", "Nile Gold mines gold in Africa."),
  miner(5, "Reno Gold", "CA", "Reno Gold owns a gold mine in Nevada and mines gold near Elko."),
  miner(
    6,
    "Accra Gold",
    "GB",
    "Accra Gold mines gold. The company was incorporated in 2004 and is headquartered in Bamako, Mali.",
  ),
];

const retriever = await retrieverOf(MINERS);

/** The companies in, and what is said of the place of work of each. */
async function asked(given: Parameters<typeof criteria>[0]) {
  const plan = await retriever.plan(criteria(given));
  const { candidates, scale } = await searchBy(retriever, plan, { limit: 50 });
  const judged = MINERS.map((one) => {
    const candidate = candidates.find(({ companyId }) => companyId === one.id) ?? { relevance: 0 };
    const judgement = judgeCandidate(plan, one, { candidate, scale });
    const outcome = judgement.criteria.find(({ criterion }) => criterion === "constraint:operatesIn");
    return { one, outcome };
  });
  const inside = candidates.filter((candidate) => candidate.inside).map(({ companyId }) => companyId);
  return {
    plan,
    judged,
    inside,
    met: judged.flatMap(({ one, outcome }) => (outcome?.outcome === "met" ? [one.name] : [])),
  };
}

describe("the place where companies work", () => {
  it("is met by who names a place in it or is based there, and the words are cited", async () => {
    const { judged, met } = await asked({ userPrompt: "Gold miners with mines in West Africa" });
    expect(met).toEqual(["Volta Gold", "Tamale Gold"]);
    const [volta, tamale, outback] = judged;
    expect(volta?.outcome?.evidence?.text).toMatch(/gold mine in Ghana$/);
    expect(tamale?.outcome?.evidence?.field).toBe("country");
    expect(outback?.outcome?.note).toBe("Its record names no place in West Africa.");
    for (const { one, outcome } of judged)
      if (outcome?.evidence != null) {
        const { field, start, end, text } = outcome.evidence;
        expect(fieldText(one, field).slice(start, end)).toBe(text);
      }
  });

  it("is not met by a destination, by a larger place, or by where the head office of another sentence is", async () => {
    const { met } = await asked({ userPrompt: "Gold miners active in Ghana and Mali" });
    expect(met).not.toEqual(expect.arrayContaining(["Outback Gold"]));
    expect(met).not.toEqual(expect.arrayContaining(["Nile Gold"]));
    expect(met).not.toEqual(expect.arrayContaining(["Accra Gold"]));
  });

  it("may be a state, by its towns too, and keeps the companies elsewhere from taking places among the candidates", async () => {
    const { met, inside } = await asked({ userPrompt: "Companies exploring for gold in Nevada" });
    expect([met, inside]).toEqual([["Reno Gold"], [5]]);
  });

  it("is what the constraint says in place of the prompt, and an unknown name is told", async () => {
    const userPrompt = "Gold miners with mines in West Africa";
    const other = await asked({ userPrompt, constraints: { operatesIn: ["Australia", "Xyzburg"] } });
    expect(other.met).toEqual(["Outback Gold"]);
    expect(other.plan.notes).toContain("“Xyzburg” was not used as a place of operations: it is no known place.");
    const wrong = await asked({ userPrompt, constraints: { operatesIn: "Australia" } });
    expect(wrong.plan.notes).toContain(
      "constraints.operatesIn was not used: discovery knows no constraint of that shape.",
    );
    const any = await asked({ userPrompt, constraints: { operatesIn: [] } });
    expect(any.plan.operations).toBeUndefined();
    expect(any.judged.every(({ outcome }) => outcome === undefined)).toBe(true);
  });
});
