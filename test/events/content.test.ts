import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isStorableText } from "#foundation/language/storable-text";
import { projectionVectoriser } from "#intelligence/events/content/event-vectors";
import { independentSources } from "#intelligence/events/content/independent-sources";
import { article, compose } from "./content-support.ts";

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

  test("end with dots where the only headline is cut, with or without a mark", () => {
    expect(compose(article("Fire at Brunov refinery halts fuel ...")).summary).toBe(
      "Fire at Brunov refinery halts fuel …",
    );
    expect(compose(article("Brunov refinery burns with output at")).summary).toBe(
      "Brunov refinery burns with output at …",
    );
    expect(compose(article("Brunov refinery burns")).summary).toBe("Brunov refinery burns.");
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
      article("Brunov fire lifts fuel prices, dealers say"),
      article("Fire safety week opens in schools of Tarvo"),
    );
    expect(`${title} ${summary}`.match(/halts/g)).toHaveLength(1);
    expect(summary).toContain("Brunov fire lifts fuel prices, dealers say.");
    // It shares one word with the event, and was put there by mistake.
    expect(summary).not.toContain("safety week");
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
