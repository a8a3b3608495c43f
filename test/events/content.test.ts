import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { isStorableText } from "#foundation/language/storable-text";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { ContentObservation } from "#intelligence/events/content/content";
import { projectionVectoriser } from "#intelligence/events/content/event-vectors";
import { independentSources } from "#intelligence/events/content/independent-sources";
import { noveltyOf } from "#intelligence/events/story-lines/novelty";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";

const taxonomy = loadTaxonomy();
const SHIPPED = new URL("../../src/intelligence/events/taxonomy/event-taxonomy.json", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "taxonomy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let nextId = 1;
const article = (title: string, given: Partial<ContentObservation> = {}): ContentObservation => {
  const id = nextId++;
  const publisher = `Paper ${String.fromCharCode(65 + (id % 26))}${id}`;
  return {
    id,
    url: `https://paper${id}.example/${id}`,
    title,
    text: "",
    publisher,
    publishedAt: new Date(Date.UTC(2026, 0, 5, 8, id % 60)),
    ...given,
  };
};
const compose = (...observations: ContentObservation[]) => composeEvent(observations, { taxonomy });
const worst = (title: string) =>
  compose(article(title)).impactedEntities.reduce(
    (most, { likelihood, severity }) => Math.max(most, Math.min(likelihood, severity)),
    0,
  );

describe("the title and the summary", () => {
  test("take the headline that most sources agree with, without what its site added", () => {
    const { title } = compose(
      article("UPDATE 2-Fire at Brunov refinery halts fuel output - The Harbour Times", {
        publisher: "The Harbour Times",
      }),
      article("Brunov refinery fire halts output ..."),
      article("You won't believe what burned today"),
      article("Refinery in Brunov halts fuel output after fire"),
    );
    expect(title).toBe("Fire at Brunov refinery halts fuel output");
  });

  test("are made of sentences that an article has, where there is text", () => {
    const text =
      "A fire broke out at the Brunov refinery early on Tuesday. Two workers were hurt, the owner said. Click here to subscribe to our newsletter. Output of fuel will be halted for a week.";
    const { summary } = compose(article("Fire at Brunov refinery", { text }), article("Brunov refinery burns"));
    expect(summary).not.toContain("Click here");
    expect(summary.length).toBeGreaterThan(40);
    for (const sentence of summary.split(/(?<=\.)\s/)) expect(text).toContain(sentence);
  });

  test("leave out a sentence that its feed has cut", () => {
    const whole = "A fire broke out at the Brunov refinery on Monday morning.";
    for (const end of ["...", "…", " [...]"]) {
      const text = `${whole} Fire fighters of three towns came to the Brunov refinery and the fire was${end}`;
      expect(compose(article("Fire at Brunov refinery", { text })).summary).toBe(whole);
    }
  });

  test("do not repeat one headline in other clothes", () => {
    const { title, summary } = compose(
      article("Fire at Brunov refinery halts output"),
      article("Fire at the Brunov refinery halts all output"),
      article("Output of Brunov refinery halts, fire goes on"),
      article("Fuel dealers expect higher prices in spring"),
    );
    expect(`${title} ${summary}`.match(/halts/g)).toHaveLength(1);
    expect(summary).toContain("Fuel dealers expect higher prices in spring.");
  });

  test("add to each other where there are headlines alone: no question, no mark of an agency, nothing said again", () => {
    const { title, summary } = compose(
      article("Brunov refinery halts production after fire"),
      article("Brunov refinery stops production after a fire"),
      article("Brunov refinery halts production after fire: why it matters"),
      article("Will the fire at Brunov refinery raise fuel prices?"),
      article("Fire at Brunov refinery destroys two storage tanks, mayor says (1)"),
    );
    expect(title).toBe("Brunov refinery halts production after fire");
    expect(summary).toBe("Fire at Brunov refinery destroys two storage tanks, mayor says.");
  });
});

describe("sources", () => {
  test("count one publisher and copies of one text once, other writers apart", () => {
    const copy =
      "The harbour of Tarvo was closed on Friday after a crane fell on two moored barges, the port authority said in a statement, adding that nobody had been hurt and that traffic would resume on Sunday.";
    const observations = [
      article("Crane falls in Tarvo harbour", { text: copy }),
      article("Tarvo harbour shut", { text: `${copy} More to follow.` }),
      article("A crane and two barges", { publisher: "Coast Post" }),
      article("Harbour to open on Sunday", { publisher: "Coast Post" }),
      article("What the harbour master says now"),
    ];
    expect(independentSources(observations)).toBe(3);
    expect(compose(...observations)).toMatchObject({ articleCount: 5, independentSources: 3 });
  });
});

describe("alert types", () => {
  test("quote the words that they were read from", () => {
    const { alertTypes } = compose(article("Brunov Motors recalls 40,000 vans over faulty seat belts"));
    expect(alertTypes[0]).toMatchObject({
      name: "Product recall",
      method: "lexicon",
      mappedFrom: expect.stringMatching(/^recalls 40,000 vans/),
    });
    expect(alertTypes[0]?.rationale).toContain("“Brunov Motors recalls 40,000 vans over faulty seat belts”");
    expect(alertTypes[0]?.similarity).toBeGreaterThan(0.8);
    expect(alertTypes[0]?.similarity).toBeLessThanOrEqual(1);
  });

  test.each([
    ["Union calls strike at Orvo bakeries over pay", "Strike"],
    ["Air strike hits bridge near Sarpan", "Armed conflict"],
    ["Pitcher strikes out nine in opening game", null],
    ["Party wins by a landslide victory", "Election"],
    ["Film shows city hit by an earthquake", null],
  ])("are read from %s as %s", (headline, expected) => {
    const names = compose(article(headline)).alertTypes.map(({ name }) => name);
    if (expected === null) expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/Strike|Natural/)]));
    else expect(names[0]).toBe(expected);
  });

  test("say why there is none, and nobody is named, so that a filter finds the event", () => {
    const plain = compose(article("Neighbours talk about the long queue"));
    expect(plain.alertTypes).toMatchObject([
      { name: "Unclassified", method: "none", similarity: 0, rationale: expect.stringContaining("No pattern") },
    ]);
    expect(plain.impactedEntities).toMatchObject([
      { name: "General public", entityType: "group", rationale: expect.stringContaining("No company, person") },
    ]);
    const denied = compose(article("Orvane denies layoffs at its Leeds plant"));
    expect(denied.alertTypes).toMatchObject([
      { name: "Unclassified", rationale: expect.stringContaining("Layoffs is denied") },
    ]);
  });

  test("of one article among many are left out", () => {
    const places = ["Leeds", "Lyon", "Turin", "Porto", "Ghent", "Malmo", "Cork", "Basel"];
    const many = places.map((place) => article(`Orvane to acquire rival Lumitek of ${place} for cash`));
    const { alertTypes } = compose(...many, article("Orvane hit by cyber attack as it acquires Lumitek"));
    expect(alertTypes.map(({ name }) => name)).toEqual(["Merger or acquisition"]);
  });
});

describe("the affected datapoints", () => {
  test.each([
    ["Oil prices rise 5% in early trade", "Oil price", "up", { operator: "=", values: [5], unit: "%" }],
    ["Arvo will cut more than 20 000 jobs", "Employment", "down", { operator: ">", values: [20_000], unit: "jobs" }],
    [
      "Costs will rise by between 3 and 4 billion dollars",
      "Costs",
      "up",
      { operator: "between", values: [3e9, 4e9], unit: "USD" },
    ],
    ["Inflation falls to at least 2 per cent", "Inflation", "down", { operator: ">=", values: [2], unit: "%" }],
    ["Exports slump nearly €2bn", "Exports", "down", { operator: "~", values: [2e9], unit: "EUR" }],
    ["Exports slump 500 million Canadian dollars", "Exports", "down", { operator: "=", values: [5e8], unit: "CAD" }],
    ["Exports slump CHF 4bn", "Exports", "down", { operator: "=", values: [4e9], unit: "CHF" }],
    ["Exports slump 7 bln SEK", "Exports", "down", { operator: "=", values: [7e9], unit: "SEK" }],
    ["Norwegian exports slump 500 mln kroner", "Exports", "down", { operator: "=", values: [5e8], unit: "NOK" }],
    ["Exports slump 500 mln kroner", "Exports", "down", null],
    ["Exports slump 1.2 trillion won in May", "Exports", "down", { operator: "=", values: [1.2e12], unit: "KRW" }],
    ["Exports slump NT$3 billion", "Exports", "down", { operator: "=", values: [3e9], unit: "TWD" }],
    ["Exports slump R5.2 billion", "Exports", "down", { operator: "=", values: [5.2e9], unit: "ZAR" }],
    ["Exports slump by Rs500 crore", "Exports", "down", { operator: "=", values: [5e9], unit: "INR" }],
    ["Exports slump by Rs 2 lakh crore", "Exports", "down", { operator: "=", values: [2e12], unit: "INR" }],
    ["Exports slump by 20,000 crore in March", "Exports", "down", { operator: "=", values: [2e11], unit: "INR" }],
    ["Exports slump in 2019", "Exports", "down", null],
    ["Halden shares plunge after 5,000 people protest", "Share price", "down", null],
  ])("are read from %s", (headline, name, direction, quantity) => {
    const found = compose(article(headline)).affectedDatapoints.find((one) => one.name === name);
    expect(found).toMatchObject({ direction, quantity });
  });

  const exportsSlump = (sum: string) => {
    const { affectedDatapoints } = compose(article(`Exports slump ${sum}`));
    const { quantity = null } = affectedDatapoints.find(({ name }) => name === "Exports") ?? {};
    return quantity && `${quantity.operator} ${quantity.values.join(" to ")} ${quantity.unit}`;
  };

  test.each([
    // Magnitudes of Indian English, with breaks and without.
    ["by Rs 1.5 lakh cr", "= 1500000000000 INR"],
    ["by Rs 12k crore", "= 120000000000 INR"],
    ["by ₹5L cr", "= 5000000000000 INR"],
    ["by Rs 5 lac", "= 500000 INR"],
    ["by Rs 2 lakh, crore by crore", "= 200000 INR"],
    ["by 2 lakh in Delhi", null],
    ["by 2 lakh crore in Delhi", "= 2000000000000 INR"],
    // The neighbours of India have rupees and crores too.
    ["by Tk 500 crore in Dhaka", null],
    ["by Rs 50 billion in Pakistan", null],
    ["by 50 billion rupees, says Sri Lanka", null],
    ["by Rs 50 billion in India and Pakistan", "= 50000000000 INR"],
    // A code between two numbers.
    ["in 2023, SEK 500 million", "= 500000000 SEK"],
    ["by 500 million SEK 2023", "= 500000000 SEK"],
    // Signs that countries share.
    ["by MX$500 million", "= 500000000 MXN"],
    ["by Mex$500 million", "= 500000000 MXN"],
    ["by R$500 million", "= 500000000 BRL"],
    ["by AUD$500 million", "= 500000000 AUD"],
    ["by U.S.$500 million", "= 500000000 USD"],
    ["by AR$500 million", null],
    ["by TT$500 million", null],
    ["by E£500 million", null],
    ["by RM1.2b", "= 1200000000 MYR"],
    ["by SAR5bn", "= 5000000000 SAR"],
    ["by 500 million €", "= 500000000 EUR"],
    // Short forms.
    ["by CHF1.2 Mrd. in May", "= 1200000000 CHF"],
    ["by 2 Mio. Euro", "= 2000000 EUR"],
    ["by $500MM", "= 500000000 USD"],
    ["by $1.5 bil", "= 1500000000 USD"],
    ["by $1.5tr", "= 1500000000000 USD"],
    ["by $5 M&A deals", "= 5 USD"],
    // Digits of the continent.
    ["by €1,2 Mrd.", "= 1200000000 EUR"],
    ["by €1.200.000", "= 1200000 EUR"],
    ["by €1.234,56", "= 1234.56 EUR"],
    ["by €12,50", "= 12.5 EUR"],
    ["by CHF 1'200 million", "= 1200000000 CHF"],
    ["by 2,5%", "= 2.5 %"],
    ["by R5.2-billion", "= 5200000000 ZAR"],
    // Numbers in words.
    ["one and a half billion dollars", "= 1500000000 USD"],
    ["a quarter of a million euros", "= 250000 EUR"],
    ["three quarters of a billion dollars", "= 750000000 USD"],
    ["twenty-five million dollars", "= 25000000 USD"],
    ["one hundred and fifty million dollars", "= 150000000 USD"],
    ["two and a half per cent", "= 2.5 %"],
    // Ranges.
    ["by SEK 3-4 billion", "between 3000000000 to 4000000000 SEK"],
    ["by Rs 1,500-2,000 crore", "between 15000000000 to 20000000000 INR"],
    ["by £3m-£5m", "between 3000000 to 5000000 GBP"],
    ["by $500,000-$1 million", "between 500000 to 1000000 USD"],
    // Words of money that are none.
    ["by 12,000 pounds of beef", "= 12000 pounds of"],
    ["by 10 million pounds of public money", "= 10000000 GBP"],
  ])("take the sum of %s for %s", (sum, expected) => {
    expect(exportsSlump(sum)).toBe(expected);
  });

  test("take neither a year nor a length for a sum", () => {
    for (const sum of ["by 2030, trillion-dollar fund says", "after 500mm of rain", "in 2023"])
      expect([sum, exportsSlump(sum)]).toEqual([sum, null]);
  });

  test("belong to whom the text names", () => {
    const { affectedDatapoints } = compose(article("Corvex shares plunge 23% while unemployment in Turkey rises"));
    expect(affectedDatapoints).toEqual([
      {
        name: "Share price",
        subject: "Corvex",
        direction: "down",
        quantity: { operator: "=", values: [23], unit: "%" },
      },
      { name: "Unemployment", subject: "Turkey", direction: "up", quantity: null },
    ]);
  });

  test("never have a number that no article has", () => {
    const words = [
      "sales",
      "profit",
      "jobs",
      "rise",
      "fall",
      "more",
      "than",
      "between",
      "and",
      "5%",
      "20,000",
      "$3",
      "billion",
      "to",
      "about",
      "workers",
      "cut",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 12 }), (list) => {
        const headline = list.join(" ");
        const scales = [1, 1e9];
        const numbers = [...headline.matchAll(/[\d,]+/g)].flatMap(([digits]) =>
          scales.map((scale) => Number(digits.replaceAll(",", "")) * scale),
        );
        for (const { quantity } of compose(article(headline)).affectedDatapoints)
          for (const value of quantity?.values ?? []) expect([...numbers, 1e9]).toContain(value);
      }),
      { numRuns: 300 },
    );
  });
});

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
    expect(found).toEqual(["Corvane", "Orvane Steel"]);
  });

  test("are the company and its officer apart, and keep the directory's spelling where the articles are longer", () => {
    const found = entitiesOf(
      "Corvane President Mira Galdan says takeover of Orvane Steel is near",
      "Corvane president Mira Galdan to complete takeover of Orvane Steel",
    );
    expect(found).toEqual(["Corvane", "Mira Galdan", "Orvane Steel"]);
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
      "Corvane Cable, name",
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

describe("any text", () => {
  const hostile = [
    "<script>alert(1)</script><b>Flood</b> &amp; storm kill 12 <img src=x onerror=alert(1)>",
    `\u0000Storm\u0000 kills 12 \ud800`,
    "‏עברית وعربية: حريق كبير‏",
    "1234567890 42 007 3.14 1,000,000",
    "!!! ??? ... --- ###",
    "",
    "constructor toString __proto__ hasOwnProperty 5 constructor",
    `${"a".repeat(100_000)} fire`,
    "$".repeat(5_000),
    `${"9,".repeat(5_000)}9 people killed`,
    `${"<".repeat(20_000)}flood`,
    `${"“(".repeat(3_000)}Bank of `.repeat(3),
  ];

  test("gives content that can be stored, quickly", () => {
    const started = performance.now();
    for (const title of hostile)
      for (const text of ["", ...hostile, "Fire kills 3. ".repeat(7_000)]) {
        const content = compose(article(title, { text, publisher: title.slice(0, 50) }));
        expect(
          isStorableText(JSON.stringify(content)) &&
            isStorableText(content.anchorText + content.summary + content.title),
        ).toBe(true);
        expect(JSON.stringify(content)).not.toMatch(/<script|onerror=alert|\\u0000|\\ud800/);
        expect(content.title.length).toBeLessThanOrEqual(3_000);
        expect(content.anchorText.length).toBeLessThanOrEqual(2_000);
      }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("gives the same content in whatever order articles come", () => {
    const pool = [
      ...hostile.slice(0, 7).map((title) => article(title)),
      article("Quake kills 60 in Sarpan", {
        text: "A quake of magnitude 6 killed 60 people in Sarpan on Monday. Houses fell in Germany.",
      }),
      article("Sarpan quake: 60 dead"),
      article("Sarpan quake: 60 dead"),
      article("Dead in Sarpan after quake", { publishedAt: new Date(0) }),
      article("Orvane shares drop 4% on quake in Sarpan"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(pool, { minLength: 1 }), fc.integer({ min: 1, max: 1_000 }), (subset, turn) => {
        const turned = [...subset.slice(turn % subset.length), ...subset.slice(0, turn % subset.length)].reverse();
        expect(compose(...turned)).toEqual(compose(...subset));
      }),
      { numRuns: 40 },
    );
  });
});

describe("the vector", () => {
  test("says that a quake is an earthquake, and names its model", async () => {
    const { model, vectors } = await projectionVectoriser().vectorise([
      "Earthquake in Pelora",
      "Quake in Pelora",
      "Actress marries singer",
      "",
    ]);
    const cosine = (a: number, b: number) =>
      (vectors[a] ?? []).reduce((sum, x, i) => sum + x * (vectors[b]?.[i] ?? 0), 0);
    expect(model).toMatch(/-v1$/);
    expect(cosine(0, 0)).toBeCloseTo(1, 3);
    expect(cosine(0, 1)).toBeGreaterThan(0.5);
    expect(cosine(0, 2)).toBeLessThan(0.3);
    expect(new Set(vectors[3])).toEqual(new Set([0]));
  });
});

describe("the operator's taxonomy", () => {
  const write = (change: (file: Record<string, unknown[]>) => void) => {
    const file = JSON.parse(readFileSync(SHIPPED, "utf8")) as Record<string, unknown[]>;
    change(file);
    const path = join(folder, `${nextId++}.json`);
    writeFileSync(path, JSON.stringify(file));
    return path;
  };

  test("decides what is an alert", () => {
    const path = write((file) => {
      file.alertTypes = [
        {
          name: "Bakery opened",
          category: "bread",
          definition: "A bakery opens.",
          severity: 2.5,
          terms: { "bakery ... open": 0.8 },
        },
      ];
    });
    const { alertTypes, impactedEntities } = composeEvent([article("New bakery in Ludden opens")], {
      taxonomy: loadTaxonomy(path),
    });
    expect(alertTypes).toMatchObject([
      { name: "Bakery opened", mappedFrom: "bakery in Ludden opens", similarity: 0.8 },
    ]);
    expect(impactedEntities).not.toHaveLength(0);
  });

  test("knows words that stand near each other in any order", () => {
    const path = write((file) => {
      file.alertTypes = [
        {
          name: "Bakery strike",
          category: "bread",
          definition: "x",
          severity: 2,
          terms: { "baker/bakery + walk out": 0.8 },
        },
      ];
    });
    const near = (title: string) => composeEvent([article(title)], { taxonomy: loadTaxonomy(path) }).alertTypes;
    expect(near("Walk out in Ludden: bakers want more")).toMatchObject([{ name: "Bakery strike" }]);
    expect(near("Bakers in Ludden walk out")).toHaveLength(1);
    expect(near("Bakers in Ludden walk: out of bread")).toMatchObject([{ name: "Unclassified" }]);
  });

  test("is refused with every mistake and its place", () => {
    const path = write((file) => {
      file.alertTypes?.push(
        { name: "Odd", category: "x", definition: "x", severity: 4, terms: { "... fire": 0.5 } },
        { name: "Strike", category: "x", definition: "x", severity: 1, terms: { stop: 2 } },
      );
      file.datapoints?.push({ name: "Height", definition: "x", terms: ["height"], units: ["metres"] });
    });
    const types = loadTaxonomy().file.alertTypes.length;
    const datapoints = loadTaxonomy().file.datapoints.length;
    expect(() => loadTaxonomy(path)).toThrow(
      expect.objectContaining({
        mistakes: expect.arrayContaining([
          expect.stringContaining(`alertTypes[${types}].severity must be 0–3`),
          expect.stringContaining(`alertTypes[${types}].terms["... fire"] begins or ends with a gap`),
          expect.stringContaining(`alertTypes[${types + 1}].terms.stop must be 1 or less`),
        ]),
      }),
    );
    const second = write((file) => {
      file.datapoints?.push({ name: "Height", definition: "x", terms: ["height"], units: ["metres"] });
      file.alertTypes?.push(file.alertTypes[0]);
    });
    expect(() => loadTaxonomy(second)).toThrow(
      expect.objectContaining({
        mistakes: expect.arrayContaining([
          expect.stringContaining(`datapoints[${datapoints}].units[0] "metres" is no kind of quantity`),
          expect.stringMatching(/alertTypes\[\d+\]\.name ".+" is there twice/),
        ]),
      }),
    );
  });

  test("that cannot be read is named", () => {
    const path = join(folder, "none.json");
    expect(() => loadTaxonomy(path)).toThrow(path);
    writeFileSync(path, "{ not json");
    expect(() => loadTaxonomy(path)).toThrow(/EVENT_TAXONOMY .*JSON/);
  });
});
