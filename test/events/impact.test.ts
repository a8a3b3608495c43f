import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContentObservation } from "#intelligence/events/content/content";
import { noveltyOf } from "#intelligence/events/story-lines/novelty";
import { article, compose } from "./content-support.ts";

const worst = (title: string) =>
  compose(article(title)).impactedEntities.reduce(
    (most, { likelihood, severity }) => Math.max(most, Math.min(likelihood, severity)),
    0,
  );

describe("impact", () => {
  test("is high for what does harm, and low for what is merely talked about", () => {
    expect(worst("Quake kills 60 in Sarpan, thousands flee")).toBeGreaterThanOrEqual(2);
    expect(worst("Dunmore Airlines files for bankruptcy protection")).toBeGreaterThanOrEqual(2);
    expect(worst("Singer shows off engagement ring on red carpet")).toBeLessThan(1);
    expect(worst("Lumo unveils new phone")).toBeLessThan(2);
  });

  test("goes its own way for each company of a headline", () => {
    const both = compose(
      article("Orvane cuts 900 jobs while Kestrel wins contract for ferries", {
        companies: [
          { name: "Orvane AG", quote: "Orvane" },
          { name: "Kestrel Ltd", quote: "Kestrel" },
        ],
      }),
    ).companyEffects;
    expect(both.get("Orvane AG")).toBeLessThan(-0.5);
    expect(both.get("Kestrel Ltd")).toBeGreaterThan(0.5);
  });

  test("is no lower with more money, more victims or a source that says the same", () => {
    const severity = (...headlines: string[]) =>
      Math.max(...compose(...headlines.map((title) => article(title))).impactedEntities.map((one) => one.severity));
    const amount = fc.integer({ min: 1, max: 400_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 12 }), (a, b, sources) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const deal = (million: number) => Array(sources).fill(`Orvane buys Kestrel in $${million} million takeover`);
        const blast = (dead: number) => Array(sources).fill(`Blast at Kestrel plant kills ${dead} workers`);
        expect(severity(...deal(more))).toBeGreaterThanOrEqual(severity(...deal(less)));
        expect(severity(...blast(more))).toBeGreaterThanOrEqual(severity(...blast(less)));
        expect(severity(...deal(a), deal(a)[0])).toBeGreaterThanOrEqual(severity(...deal(a)));
      }),
      { numRuns: 30 },
    );
    expect(severity(...Array(3).fill("Orvane buys Kestrel in $45 billion takeover"))).toBeGreaterThan(2);
    expect(severity("Orvane buys Kestrel")).toBeLessThan(1.5);
  });

  test("is graver where a sum is large for the company that it is said of", () => {
    const impactAt = (title: string, sizeUsd: number | null) =>
      compose({ ...article(title), companies: [{ name: "Orvane AG", quote: "Orvane", sizeUsd }] }).impactedEntities;
    const worst = (title: string, sizeUsd: number | null) =>
      Math.max(...impactAt(title, sizeUsd).map((one) => one.severity));
    const fine = "Orvane fined $60 million for false accounts";
    const bySize = [40e9, 1e9, 200e6, 50e6].map((size) => worst(fine, size));
    expect(bySize).toEqual(bySize.toSorted((a, b) => a - b));
    expect(bySize[3]).toBeGreaterThan(bySize[0] ?? 3);
    expect(worst(fine, null)).toBe(bySize[0]);
    expect(impactAt(fine, 50e6)[0]?.rationale).toContain("against its size +0.7");
    const sum = fc.integer({ min: 1, max: 90_000 });
    fc.assert(
      fc.property(sum, sum, fc.double({ min: 1e6, max: 1e12, noNaN: true }), (a, b, size) => {
        const at = (million: number) => worst(`Orvane fined $${million} million for false accounts`, size);
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
      { numRuns: 30 },
    );
  });

  test("counts money in dollars, whatever currency it is told in, and says what it took it for", () => {
    const impact = (sum: string) => compose(article(`Orvane fined ${sum} for false accounts`)).impactedEntities;
    const severity = (sum: string) => Math.max(...impact(sum).map((one) => one.severity));
    const none = severity("heavily");
    // None of these is worth 100 million dollars.
    for (const sum of ["¥180 million", "₹500 million", "₩1 billion", "NT$900 million", "Rs 50 crore", "HK$400 million"])
      expect([sum, severity(sum)]).toEqual([sum, none]);
    const aBillion = severity("$1.2 billion");
    for (const sum of [
      "¥300 billion",
      "Rs 20,000 crore",
      "2 trillion won",
      "C$2 billion",
      "A$2 billion",
      "HK$10 billion",
      "CHF 2 bn",
      "12 billion Swedish kronor",
      "11 bn Danish crowns",
      "R$8 billion",
      "7 billion reais",
      "8 billion yuan",
    ])
      expect([sum, severity(sum)]).toEqual([sum, aBillion]);
    expect(severity("Rs 2 lakh crore")).toBeGreaterThan(aBillion);
    expect(impact("Rs 20,000 crore")[0]?.rationale).toContain("“Rs 20,000 crore”, about $2.4 billion");
    // The table has no rate of the rouble.
    expect(severity("900 billion roubles")).toBe(none);
  });

  test("is no lower with more money in any currency, nor with the same sum in a dearer one", () => {
    const sums = [
      "$",
      "¥",
      "₹",
      "C$",
      "A$",
      "HK$",
      "S$",
      "NZ$",
      "NT$",
      "R$",
      "₩",
      "CHF ",
      "SEK ",
      "NOK ",
      "DKK ",
      "€",
      "£",
    ];
    const dearer = ["₩", "¥", "₹", "NT$", "HK$", "R$", "A$", "C$", "$", "€", "£"];
    const severity = (sum: string) =>
      Math.max(
        ...compose(article(`Orvane fined ${sum} million for false accounts`)).impactedEntities.map(
          (one) => one.severity,
        ),
      );
    const amount = fc.integer({ min: 1, max: 90_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...sums), amount, amount, (sign, a, b) => {
        expect(severity(`${sign}${Math.max(a, b)}`)).toBeGreaterThanOrEqual(severity(`${sign}${Math.min(a, b)}`));
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(amount, (million) => {
        const found = dearer.map((sign) => severity(`${sign}${million}`));
        expect(found).toEqual(found.toSorted((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  test("keeps less of its severity as a follow-up, and never less with one more development", () => {
    const first = { title: "Orvane offers for Kestrel", publishedAt: new Date("2026-01-05T08:00:00Z") };
    const development = fc.record({
      frame: fc.constantFrom("acquisition", "accident"),
      role: fc.constantFrom("stage", "amount", "deaths"),
      before: fc.option(fc.constantFrom("offered", "$5 billion")),
      after: fc.constantFrom("completed", "$6 billion", "14"),
    });
    fc.assert(
      fc.property(fc.array(development, { maxLength: 5 }), development, (developments, another) => {
        const link = { eventId: 2, followsEventId: 1, likelihood: 0.8, sharedNames: [], sharedTerms: [] };
        const { remains, reason } = noveltyOf({ ...link, developments }, first);
        expect(remains).toBeGreaterThan(0);
        expect(remains).toBeLessThan(1);
        expect(reason).toContain("follows “Orvane offers for Kestrel” of 2026-01-05");
        expect(noveltyOf({ ...link, developments: [...developments, another] }, first).remains).toBeGreaterThanOrEqual(
          remains,
        );
      }),
      { numRuns: 50 },
    );
  });

  test("puts 13 deaths and a criminal probe above a brake pedal, and no mild score on a takeover of 45 billion", () => {
    const worst = (title: string) => Math.max(...compose(article(title)).impactedEntities.map((one) => one.severity));
    const probe = worst("Orvane Motors faces criminal probe over ignition defect linked to 13 deaths");
    expect(probe).toBeGreaterThan(worst("Orvane Motors recalls cars over brake pedal"));
    expect(worst("Comcast to buy Time Warner Cable for $45 billion")).toBeGreaterThan(2);
  });

  test("is graver the further a case has come: accused, investigated, charged, settled, convicted", () => {
    const severity = (title: string) =>
      Math.max(...compose(article(title)).impactedEntities.map((one) => one.severity));
    const stages = [
      "Kestrel sued by investors over its accounts",
      "Regulators probe Kestrel over its accounts",
      "Kestrel under criminal investigation in accounting fraud",
      "Kestrel settles charges of accounting fraud",
      "Kestrel convicted of accounting fraud",
    ].map(severity);
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
    expect(new Set(stages).size).toBe(stages.length);
  });

  test("is as likely as the text says and as sources confirm", () => {
    const likelihood = (...headlines: string[]) =>
      Math.max(
        ...compose(...headlines.map((headline) => article(headline))).impactedEntities.map((one) => one.likelihood),
      );
    const [denied, rumoured, planned, told] = [
      "Kestrel denies takeover by Orvane",
      "Kestrel may face takeover by Orvane",
      "Orvane plans takeover of Kestrel",
      "Orvane completes takeover of Kestrel",
    ].map((headline) => likelihood(headline)) as [number, number, number, number];
    expect([denied, rumoured, planned, told]).toEqual([denied, rumoured, planned, told].toSorted((a, b) => a - b));
    expect(rumoured).toBeLessThan(2);
    expect(told).toBeGreaterThanOrEqual(2);
    expect(
      likelihood(
        "Orvane completes takeover of Kestrel",
        "Takeover of Kestrel by Orvane done",
        "Kestrel takeover: Orvane is the owner",
      ),
    ).toBeGreaterThan(told);
  });

  test("names the company, and says why in words of the text", () => {
    const { impactedEntities } = compose(article("Ransomware attack shuts down mills of Harlow Steel"));
    const company = impactedEntities.find(({ name }) => name === "Harlow Steel");
    expect(company?.rationale).toContain("“Ransomware attack shuts down mills of Harlow Steel”");
    for (const { likelihood, severity } of impactedEntities) {
      expect(likelihood).toBeGreaterThanOrEqual(0);
      expect(likelihood).toBeLessThanOrEqual(3);
      expect(severity).toBeGreaterThanOrEqual(0);
      expect(severity).toBeLessThanOrEqual(3);
    }
  });

  test("quotes the article that says it as most others do", () => {
    const { alertTypes, impactedEntities } = compose(
      article("Bankruptcy follows bankruptcy: who is next among the mills?"),
      article("Harlow Steel files for bankruptcy in Brunov"),
      article("Harlow Steel mills in Brunov file for bankruptcy"),
    );
    const company = impactedEntities.find(({ name }) => name === "Harlow Steel");
    for (const rationale of [alertTypes[0]?.rationale, company?.rationale]) expect(rationale).toContain("Harlow Steel");
  });

  test("takes the directory's name and kind of a linked company", () => {
    const { relevantEntities } = compose(
      article("Orvane buys a rival in Leeds", { companies: [{ name: "Orvane Semiconductor PLC", quote: "Orvane" }] }),
    );
    expect(relevantEntities).toContainEqual({
      name: "Orvane Semiconductor PLC",
      entityType: "company",
      propertySource: "inferred",
    });
    expect(relevantEntities).toContainEqual({ name: "Leeds", entityType: "city", propertySource: "inferred" });
    expect(relevantEntities.filter(({ name }) => name.startsWith("Orvane"))).toHaveLength(1);
  });

  const entitiesOf = (...headlines: string[]) =>
    compose(...headlines.map((headline) => article(headline))).impactedEntities.flatMap(({ name, entityType }) =>
      entityType === "group" || entityType === "category" ? [] : [name],
    );

  test("are graver where a toll rises", () => {
    const severity = (headline: string) =>
      Math.max(...compose(article(headline)).impactedEntities.map((entity) => entity.severity));
    expect(severity("Toll of Korvel earthquake rises to 2,000")).toBeGreaterThan(
      severity("Korvel earthquake felt by few"),
    );
  });

  test("are whole names: with the owner that always stands before them, and with initials", () => {
    const found = entitiesOf(
      "Sailor's Outfitters to buy Kel. A. Brook for $1.8 billion",
      "Sailor's Outfitters in deal to buy Kel. A. Brook",
      "Kel. A. Brook To Be Acquired By Sailor's Outfitters",
    );
    expect(found).toEqual(["Kel. A. Brook", "Sailor's Outfitters"]);
  });

  test("are the owner and the thing apart where the owner has more than one", () => {
    const found = entitiesOf(
      "Corvane's Mira Galdan buys Orvane Steel",
      "Corvane buys Orvane Steel, says Mira Galdan",
      "Corvane completes takeover of Orvane Steel",
      "Corvane to buy Orvane Steel",
    );
    expect(found).toContain("Corvane");
    expect(found).not.toContain("Corvane's Mira Galdan");
  });

  test("are neither titles, months, small words with their verb, nor the end of a name alone", () => {
    const found = entitiesOf(
      "Corvane Chairman Says Takeover Of Orvane Steel Closes In Feb.",
      "Corvane Chairman: We're buying Orvane Steel",
      "Airlines say takeover of Orvane Steel by Corvane closes in Feb.",
    );
    expect(found).toEqual(["Orvane Steel", "Corvane"]);
  });

  test("are the company and its officer apart, and keep the directory's spelling where the articles are longer", () => {
    const found = entitiesOf(
      "Corvane President Mira Galdan says takeover of Orvane Steel is near",
      "Corvane president Mira Galdan to complete takeover of Orvane Steel",
    );
    expect(found).toEqual(["Mira Galdan", "Orvane Steel", "Corvane"]);
    const { relevantEntities } = compose(
      article("Orvane Steel Works files for bankruptcy"),
      article("Orvane files for bankruptcy", { companies: [{ name: "Orvane Steel Works AG", quote: "Orvane" }] }),
    );
    expect(relevantEntities.map(({ name }) => name)).toContain("Orvane Steel Works AG");
  });

  test("are no pieces of a linked company's name, and are apart from what a hyphen ties to it", () => {
    const companies = (quote: string) => [{ name: "V-Orvane US, Inc.", quote }];
    const { relevantEntities } = compose(
      article("V-Orvane US boss expects takeover", { companies: companies("V-Orvane US") }),
      article("Rival speaks about V-Orvane-Corvane Cable merger", { companies: companies("V-Orvane") }),
    );
    expect(relevantEntities.map(({ name, entityType }) => `${name}, ${entityType}`)).toEqual([
      "V-Orvane US, Inc., company",
      "Corvane Cable, company",
      "corporate, category",
    ]);
  });

  test("are no fragments: short forms, tickers, verbs, adjectives of places, and two people joined", () => {
    const named = (headline: string) =>
      compose(article(headline)).relevantEntities.flatMap(({ name, entityType }) =>
        entityType === "category" ? [] : [name],
      );
    expect(named("Corvane IPO is delayed, Orvane (ORV) and Tullo (LSE: TUL) are next")).toEqual([
      "Corvane",
      "Orvane",
      "Tullo",
    ]);
    expect(named("Corvane Doesn't Expect Growth")).toEqual(["Corvane"]);
    expect(named("Corvane Quizzed Over Losses. Oh Dear")).toEqual(["Corvane"]);
    expect(named("Corvane grows in European markets")).toEqual(["Corvane"]);
    expect(named("Corvane CFO leaves")).toEqual(["Corvane"]);
    expect(named("Mira Galdan & Tomas Brellow found Corvane")).toEqual(["Corvane", "Mira Galdan", "Tomas Brellow"]);
    expect(named("Galdan & Brellow found a club")).toEqual(["Galdan & Brellow"]);
    expect(named("Corvane grew in March, and expects more from April")).toEqual(["Corvane"]);
    expect(named("Corvane opens a shop in Leeds")).toEqual(["Leeds", "Corvane"]);
    expect(named("Jared Galdan Tells of Flood")).toEqual(["Jared Galdan"]);
  });

  test("are no codes of currencies, no people by what they are, and no trades, unless the directory has the company", () => {
    const named = (...observations: ContentObservation[]) =>
      compose(...observations).impactedEntities.flatMap(({ name, entityType }) =>
        entityType === "group" || entityType === "category" ? [] : [name],
      );
    expect(named(article("Corvane agrees to buy Orvane for EUR 500 million"))).toEqual(["Corvane", "Orvane"]);
    expect(named(article("Takeover of Orvane by Corvane: payment in SEK"))).toEqual(["Corvane", "Orvane"]);
    expect(named(article("Orvane recalls toasters, and Consumers complain"))).toEqual(["Orvane"]);
    expect(named(article("Orvane files for bankruptcy, a blow to Agriculture and Investors"))).toEqual(["Orvane"]);
    expect(named(article("Cyberattack hits Orvane"))).toEqual(["Orvane"]);
    const companies = [{ name: "Consumers Co-op", quote: "Consumers" }];
    expect(named(article("Orvane agrees to buy Consumers", { companies }))).toContain("Consumers Co-op");
  });

  test("stand before the groups and trades that such an event touches", () => {
    const { impactedEntities } = compose(
      article("Toasters recalled over fire risk", { text: "Orvane sells these toasters in Leeds." }),
    );
    const kinds = impactedEntities.map(({ entityType }) => entityType === "group" || entityType === "category");
    expect(kinds).toContain(true);
    expect(kinds).toEqual([...kinds].sort((a, b) => Number(a) - Number(b)));
  });

  test("tell no trade by a word inside them, but by their last one, and by the one before “of”", () => {
    const trades = (headline: string) =>
      compose(article(headline)).relevantEntities.flatMap(({ name, entityType }) =>
        entityType === "category" && /^[A-Z]/.test(name) ? [name] : [],
      );
    expect(trades("Tailor Kel. A. Bank cuts jobs in spring")).toEqual([]);
    expect(trades("Tailor Bank Corvane cuts jobs in spring")).toEqual([]);
    expect(trades("Corvane Bank cuts jobs in spring")).toEqual(["Banking"]);
    expect(trades("Bank of Corvane cuts jobs in spring")).toEqual(["Banking"]);
    expect(trades("Corvane cuts jobs as bank fails")).toEqual(["Banking"]);
  });

  test("have a company whose name is a word of the dictionary, once an article of it is linked", () => {
    const companies = [{ name: "Twitter, Inc.", quote: "Twitter" }];
    const { impactedEntities } = compose(
      article("Twitter suffers service outage", { companies }),
      article("Twitter Down In Service Outage"),
    );
    expect(impactedEntities.map(({ name }) => name)).toContain("Twitter, Inc.");
  });

  test("that are short for a longer one are that one", () => {
    const found = entitiesOf(
      "Orvane Steel shares fall after bankruptcy",
      "Orvane Steel Works files for bankruptcy",
      "Orvane files for bankruptcy",
    );
    expect(found).toEqual(["Orvane Steel Works"]);
  });
});
