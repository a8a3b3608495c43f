import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { ContentObservation } from "#intelligence/events/content/content";
import { type AlertMeaning, alertMeaning, askedHeadlines } from "#intelligence/events/meaning/alert-meaning";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { newsModel } from "#intelligence/meaning/news-model";
import trained from "../../src/intelligence/events/meaning/alert-meaning.json" with { type: "json" };

const { embeddings } = readConfig({});
const works = newsModel(embeddings.kind) !== null;
const taxonomy = loadTaxonomy();

const article = (title: string, id = 1): ContentObservation => ({
  id,
  url: `https://paper${id}.example/${id}`,
  title,
  text: "",
  publisher: `Paper ${id}`,
  publishedAt: new Date(Date.UTC(2026, 0, 5, 8, id % 60)),
});

/** An event of these headlines, each by a publisher of its own, with what their meaning adds. */
async function alertTypesOf(meaning: AlertMeaning | null, ...titles: string[]) {
  const observations = titles.map((title, i) => article(title, i + 1));
  const meant = await meaning?.read([observations]);
  return composeEvent(observations, { taxonomy }, null, meant?.[0]).alertTypes;
}

describe("alert types by meaning", () => {
  it("has weights for every alert type of the shipped taxonomy, as it defines them", () => {
    expect(trained.labels).toEqual(taxonomy.file.alertTypes.map(({ name, definition }) => ({ name, definition })));
    expect(Buffer.from(trained.weights, "base64").length).toBe(4 * (trained.dimensions + 1) * trained.labels.length);
  });

  it("leaves the terms alone where an operator chose to have no model", () => {
    expect(alertMeaning({ ...embeddings, kind: "word2vec" }, taxonomy)).toBeNull();
  });

  it("asks about sixteen headlines of a large event, the same in any order, each once", () => {
    const articles = Array.from({ length: 100 }, (_, i) => article(`Storm number ${i % 40} is on its way`, i + 1));
    const asked = askedHeadlines(articles);
    expect(asked).toHaveLength(16);
    expect(new Set(asked).size).toBe(16);
    expect(askedHeadlines(articles.toReversed())).toEqual(asked);
    expect(askedHeadlines([article(""), article("Storm news")])).toEqual([]);
  });

  /** An event of one headline, whose meaning shows this alert type with this probability. */
  const meaning = (title: string, name: string, likelihood: number, companies: string[] = []) => {
    const type = taxonomy.file.alertTypes.find((one) => one.name === name);
    if (type === undefined) throw new Error(`no alert type ${name}`);
    const linked = companies.map((company) => ({ name: company, quote: company }));
    const meant = new Map([[title, { likely: [{ type, likelihood }], unlikely: [] }]]);
    return composeEvent([{ ...article(title), companies: linked }], { taxonomy }, null, meant);
  };

  it("has to be surer of a type beside one that terms show", () => {
    const types = (title: string, likelihood: number) =>
      meaning(title, "Partnership", likelihood).alertTypes.map((one) => one.name);
    expect(types("Veltran and Korvel form a bigger group", 0.6)).toEqual(["Partnership"]);
    expect(types("Veltran completes takeover of Korvel", 0.6)).toEqual(["Merger or acquisition"]);
    expect(types("Veltran completes takeover of Korvel", 0.9)).toEqual(["Merger or acquisition", "Partnership"]);
  });

  it("gives an effect to the company that a headline is about, and to none where it cannot be told", () => {
    const effects = (title: string) => meaning(title, "Antitrust action", 0.9, ["Veltran", "Korvel"]).companyEffects;
    expect([...effects("Veltran too large for its rival Korvel").keys()]).toEqual(["Veltran"]);
    expect([...effects("Carrier chief wants a real fight with Veltran and with Korvel").keys()]).toEqual([]);
    expect([...effects("Capital dislikes the size of Korvel").keys()]).toEqual(["Korvel"]);
  });

  describe.runIf(works)("with the shipped model", () => {
    const meaning = works ? alertMeaning(embeddings, taxonomy) : null;
    afterAll(() => meaning?.stop());

    it("finds what no term knows, and says how", async () => {
      const told = "Singer and footballer part ways after two years";
      expect(await alertTypesOf(null, told)).toMatchObject([{ name: "Unclassified", method: "none" }]);
      const [found, ...others] = await alertTypesOf(meaning, told);
      expect(found).toMatchObject({ name: "Celebrity news", method: "meaning", mappedFrom: told });
      expect(found?.similarity).toBeGreaterThanOrEqual(0.45);
      expect(found?.rationale).toContain(told);
      expect(others).toEqual([]);
    });

    it("keeps what the terms find, as they find it", async () => {
      const told = "Fire destroys refinery in Brunov";
      const byTerms = await alertTypesOf(null, told);
      expect(byTerms).toMatchObject([{ method: "lexicon" }]);
      expect((await alertTypesOf(meaning, told)).slice(0, 1)).toEqual(byTerms);
    });

    it("takes no term in another sense for its type, and finds a penalty that no term names", async () => {
      const names = async (told: string, reader: AlertMeaning | null = meaning) =>
        (await alertTypesOf(reader, told)).map(({ name }) => name);
      const told = "Wildfire tours the Alps with its third album";
      expect(await names(told, null)).toContain("Wildfire");
      expect(await names(told)).toEqual(["Entertainment"]);
      expect(await names("Google parent hit with record 4.3 billion euro EU penalty")).toContain("Fine or settlement");
    });

    it("takes no denial for what it denies", async () => {
      const told = "Singer and footballer deny that they part ways after two years";
      expect(await alertTypesOf(meaning, told)).toMatchObject([{ name: "Unclassified" }]);
    });

    it("wants a quarter of the sources for a type", async () => {
      const told = "Singer and footballer part ways after two years";
      const rest = [
        "Mayor opens the garden show",
        "Thousands walk among tulips on the first day",
        "Old railway yard has become a park",
        "Where to park for the flowers this weekend",
        "Roses from forty countries bloom by the river",
        "Gardeners planted for two years",
        "A pond with lilies is the children's favourite",
        "Cable car carries visitors over the meadows",
        "Tickets cost less in the evening",
      ];
      const names = (await alertTypesOf(meaning, told, ...rest)).map(({ name }) => name);
      expect(names).not.toContain("Celebrity news");
    });

    it("reads the same of an event beside others and alone", async () => {
      const [one, other] = [
        [article("Singer and footballer part ways after two years")],
        [article("Garden show opens")],
      ];
      const together = await meaning?.read([one, other]);
      expect(together?.[0]).toEqual((await meaning?.read([one]))?.[0]);
    });
  });
});
