import { describe, expect, it } from "vitest";
import { criteriaFromQuestion } from "#markets/criteria/criteria-from-question";
import { suggestKeywords } from "#markets/criteria/suggest-keywords";

const bus = criteriaFromQuestion("Makers of electric buses in India, not minibus makers");

describe("keyword suggestions", () => {
  it("are other words for the offer and kinds of it", async () => {
    const suggestions = await suggestKeywords(bus);
    expect(suggestions).toContain("electric coach");
    expect(suggestions).toContain("trolleybus");
  });

  it("are never what the criteria hold already, in any number, nor what is not wanted", async () => {
    const criteria = { ...bus, keywords: { ...bus.keywords, synonyms: ["Trolleybuses"], irrelevant: ["minibus"] } };
    const suggestions = await suggestKeywords(criteria, [() => ["electric bus", "Electric Buses", "e-bus"]]);
    expect(suggestions).toContain("e-bus");
    expect(suggestions.map((term) => term.toLowerCase())).not.toEqual(expect.arrayContaining(["electric bus"]));
    expect(suggestions).not.toContain("Electric Buses");
    expect(suggestions).not.toContain("minibus");
  });

  it("are the directory's own words where there is one, and no guesses of a dictionary", async () => {
    const source = (terms: string[]) =>
      Array.from({ length: 30 }, (_, i) => `${terms[0]} part ${String.fromCharCode(97 + i)}`);
    const suggestions = await suggestKeywords(bus, [source]);
    expect(suggestions).toEqual(source(["electric buses"]).slice(0, 14));
    const few = await suggestKeywords(bus, [(terms) => source(terms).slice(0, 2)]);
    expect(few).toEqual(source(["electric buses"]).slice(0, 2));
  });

  it("read the prompt where no features are given, and are none for an empty one", async () => {
    const empty = { ...bus, keywords: { features: [], user: [], synonyms: [], irrelevant: [] } };
    expect(await suggestKeywords(empty)).toContain("electric coach");
    expect(await suggestKeywords({ ...empty, userPrompt: "" })).toEqual([]);
  });
});
