import { describe, expect, it } from "vitest";
import { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { DEFAULT_COUNT } from "#markets/criteria/search-criteria";
import { DEVELOPMENT_QUESTIONS, HELD_BACK_QUESTIONS, LATER_QUESTIONS, type LabelledQuestion } from "./questions.ts";

const generator = new EmbeddedCriteriaGenerator();
const lower = (list: string[]) => [...new Set(list.map((text) => text.toLowerCase()))].sort();

async function reading({ question }: LabelledQuestion) {
  const criteria = await generator.generate(question);
  return {
    countries: lower(criteria.locations.map(({ country }) => country)),
    addresses: lower(criteria.locations.flatMap(({ address }) => address ?? [])),
    excludes: lower(criteria.keywords.irrelevant),
    seedDomains: criteria.seedDomains,
    count: criteria.count,
    marketType: criteria.marketType,
    marketRole: criteria.marketRole,
    users: lower(criteria.keywords.user),
    features: criteria.keywords.features.join(" | ").toLowerCase(),
  };
}

function expectation(label: LabelledQuestion) {
  return {
    countries: lower(label.countries ?? []),
    addresses: lower(label.addresses ?? []),
    excludes: lower(label.excludes ?? []),
    seedDomains: label.seedDomains ?? [],
    count: label.count ?? DEFAULT_COUNT,
    marketType: label.marketType,
    marketRole: label.marketRole,
    users: lower(label.users ?? []),
    features: expect.stringMatching(
      new RegExp(
        label.features
          .map((feature) => `(?=.*${feature.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`)
          .join(""),
      ),
    ),
  };
}

describe("criteria from a question", () => {
  it.each(DEVELOPMENT_QUESTIONS.filter(({ known }) => !known).map((label) => [label.question, label] as const))(
    "reads: %s",
    async (_, label) => {
      expect(await reading(label)).toEqual(expectation(label));
    },
  );

  it.each(
    [...HELD_BACK_QUESTIONS, ...LATER_QUESTIONS]
      .filter(({ known }) => !known)
      .map((label) => [label.question, label] as const),
  )("reads unseen: %s", async (_, label) => {
    expect(await reading(label)).toEqual(expectation(label));
  });

  it("keeps of a region with more countries than criteria may hold the fifty largest economies", async () => {
    const { locations } = await generator.generate("Hospital operators in EMEA");
    const countries = locations.map(({ country }) => country);
    expect(countries).toHaveLength(50);
    expect(countries).toEqual(expect.arrayContaining(["DE", "DK", "NO", "IE", "SA", "ZA", "NG"]));
    expect(countries).not.toContain("SM");
  });

  it("keeps the question as the prompt, trimmed", async () => {
    expect((await generator.generate("  Makers of kayaks in Norway ")).userPrompt).toBe("Makers of kayaks in Norway");
  });

  it.each([
    [
      "Find 25 manufacturers of biodegradable food packaging in Germany for restaurants",
      "Biodegradable food packaging",
    ],
    ["Which companies recycle lithium-ion batteries?", "Lithium-ion battery recycling"],
    ["Makers of garden chairs and parasols in Italy", "Garden chairs and parasols"],
    ["Law firms in London that advise on maritime disputes", "Law firms"],
    ["Recyclers of glass bottles in Ghana", "Glass bottle recycling"],
    ["companies like papacks.com", "Companies like papacks.com"],
  ])("names the market of %j %j", async (question, name) => {
    expect((await generator.generate(question)).marketName).toBe(name);
  });

  it("gives synonyms only where WordNet knows the offer as a whole, and none otherwise", async () => {
    expect((await generator.generate("Makers of hearing aids")).keywords.synonyms).toContain("deaf-aid");
    expect((await generator.generate("Makers of biodegradable food packaging")).keywords.synonyms).toEqual([]);
    expect((await generator.generate("Makers of winter tyres")).keywords.synonyms).toContain("winter tires");
  });

  it("gives a city with its coordinates and a country without", async () => {
    const { locations } = await generator.generate("Breweries in Munich and Austria");
    expect(locations).toEqual([
      { country: "DE", address: ["Munich"], coordinates: [expect.closeTo(48.1, 0), expect.closeTo(11.6, 0)] },
      { country: "AT", address: null, coordinates: null },
    ]);
  });

  it("writes example domains in ASCII once, whatever their spelling", async () => {
    const { seedDomains } = await generator.generate(
      "Shops like https://www.bücher.de/neu and xn--bcher-kva.de, ask info@example.com",
    );
    expect(seedDomains).toEqual(["xn--bcher-kva.de"]);
  });

  it.each([
    "Hersteller von Verpackungsmaschinen in Deutschland und der Schweiz",
    "fabricants de vélos électriques en France et en Belgique",
    "Empresas que fabrican aceite de oliva en España",
  ])("takes countries and a topic from another language: %s", async (question) => {
    const criteria = await generator.generate(question);
    expect(criteria.locations.length).toBeGreaterThan(0);
    expect(criteria.keywords.features.length).toBeGreaterThan(0);
  });

  it("gives the same criteria every time", async () => {
    const question = "Find 20 German makers of bicycle bells, not toy makers";
    expect(await generator.generate(question)).toEqual(await generator.generate(question));
  });
});

describe("questions that cannot be answered", () => {
  it.each(["", "   ", "\n"])("says that %j is empty and gives an example", async (question) => {
    await expect(generator.generate(question)).rejects.toThrow(/question is empty.*for example/);
  });

  it.each([
    "???",
    "asdf qwer",
    "hello",
    "find companies",
    "in Germany",
    "Find 20 companies in France please",
    "not banks",
  ])("says that %j names nothing to search for", async (question) => {
    await expect(generator.generate(question)).rejects.toThrow(
      /does not say what the companies make, sell or do.*for example/,
    );
  });

  it.each([
    ["Find 5000 makers of tyres", "5,000"],
    ["find 0 bakeries", "0"],
    ["Find 1,001 bakeries", "1,001"],
  ])("names the count of %j", async (question, count) => {
    await expect(generator.generate(question)).rejects.toThrow(
      `${count} companies are asked for: the number must be 1 to 1,000`,
    );
  });

  it("names an example that is no domain", async () => {
    await expect(generator.generate("shoe makers like foo.invalidtld")).rejects.toThrow(
      '"foo.invalidtld" is not a valid domain',
    );
  });

  it("takes 4,000 characters and no more", async () => {
    const question = `Makers of shoes ${"and boots ".repeat(400)}`;
    await expect(generator.generate(question.slice(0, 4000))).resolves.toMatchObject({ marketRole: "manufacturer" });
    await expect(generator.generate(question.padEnd(4001, "x"))).rejects.toThrow("4,000 characters");
  });
});
