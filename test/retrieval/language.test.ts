import { describe, expect, it } from "vitest";
import { readProse } from "#companies/analysis/company-prose";
import { nounsDefinedBy } from "#foundation/language/glosses";
import { contentStems, stem } from "#foundation/language/stem";
import { sentences, tokens } from "#foundation/language/tokenize";
import { trainWordVectors } from "#foundation/language/word-vectors";
import {
  baseForm,
  derivations,
  firstSenseSynonyms,
  hypernyms,
  hyponyms,
  lexicalClasses,
} from "#foundation/language/wordnet";

describe("the stems of words", () => {
  it.each([
    ["colour", "color"],
    ["fibres", "fiber"],
    ["organisation", "organizations"],
    ["travelling", "traveler"],
    ["Aluminium", "aluminum"],
    ["Café", "cafe"],
  ])("are one for %s and %s", (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });

  it.each([
    ["hour", "horse"],
    ["selling", "seling"],
    ["process", "proces"],
  ])("stay apart for %s and %s", (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });

  it("take no time over a run of letters that is no word", () => {
    const from = performance.now();
    for (const letter of ["a", "y", "s"]) expect(stem(letter.repeat(50_000))).toBe(letter.repeat(50_000));
    expect(stem(`${"É".repeat(20_000)}ing`)).toBe(`${"e".repeat(20_000)}ing`);
    expect(performance.now() - from).toBeLessThan(1_000);
    // The longest words of dictionaries have their stems.
    expect(stem("internationalisations")).toBe(stem("internationalization"));
  });

  it("leave out function words and bare numbers, and keep numbers with letters", () => {
    expect(contentStems("the 3D printers of 2019 and 5G")).toEqual(["3d", "printer", "5g"]);
  });
});

describe("tokens and sentences", () => {
  it("have offsets that cut the words out of the text", () => {
    const text = "Größe: the company's low-cost “pumps”";
    for (const { word, start, end } of tokens(text)) expect(text.slice(start, end)).toBe(word);
    expect(tokens(text).map(({ word }) => word)).toEqual(["Größe", "the", "company", "low", "cost", "pumps"]);
  });

  it("do not end at legal forms, unless a new sentence opens", () => {
    const text =
      "Hon Pumps Co., Ltd. makes pumps in the U.S. market. It belongs to Big Pumps Inc. The company was founded in 1990.";
    expect(sentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "Hon Pumps Co., Ltd. makes pumps in the U.S. market.",
      "It belongs to Big Pumps Inc.",
      "The company was founded in 1990.",
    ]);
  });
});

describe("a company's prose", () => {
  const mainOf = (description: string, name: string) => {
    const { mainBusiness } = readProse(description, name);
    return mainBusiness && description.slice(mainBusiness.start, mainBusiness.end);
  };

  it.each([
    ["Foo Ltd, an investment holding company, together with its subsidiaries, makes soap.", "Foo Ltd", "makes soap."],
    ["Foo Ltd is an investment holding company. It leases cranes.", "Foo Ltd", "It leases cranes."],
    ["Foo, Inc., through its subsidiaries, mines tin.", "Foo", "mines tin."],
    [
      "Foo makes pumps, together with its subsidiaries, for mines.",
      "Foo",
      "makes pumps, together with its subsidiaries, for mines.",
    ],
    ["Foo was founded in 1950. It brews beer. Foo is based in Oslo.", "Foo", "It brews beer."],
    [
      "Based in Oslo, Foo is a brewer of pale beers and ciders that it sells to pubs all over Norway.",
      "Foo",
      "Based in Oslo, Foo is a brewer of pale beers and ciders that it sells to pubs all over Norway.",
    ],
  ])("of %j says that it %s", (description, name, expected) => {
    expect(mainOf(description, name)).toBe(expected);
  });

  it("has no main business when only the register is told", () => {
    expect(mainOf("Foo was incorporated in 2001 and is based in Rome.", "Foo")).toBeNull();
  });
});

describe("WordNet", () => {
  it("finds base forms of regular and irregular words and of phrases", () => {
    expect(baseForm("batteries", "noun")).toBe("battery");
    expect(baseForm("lenses", "noun")).toBe("lens");
    expect(baseForm("wove", "verb")).toBe("weave");
    expect(baseForm("shipping", "verb")).toBe("ship");
    expect(baseForm("burial grounds", "noun")).toBe("burial ground");
    expect(baseForm("zzxqy", "noun")).toBeNull();
  });

  it("tells things from acts", () => {
    expect(lexicalClasses("tractor", 1)).toEqual(["noun.artifact"]);
    expect(lexicalClasses("repair", 1)).toEqual(["noun.act"]);
    expect(lexicalClasses("zzxqy")).toEqual([]);
  });

  it("gives synonyms that mean first what the word means first", () => {
    expect(firstSenseSynonyms("graveyard", "noun")).toContain("cemetery");
    expect(firstSenseSynonyms("software", "noun")).not.toContain("package");
  });

  it("takes words that JavaScript knows too for words", () => {
    expect(baseForm("constructor", "noun")).toBe("constructor");
    expect(contentStems("constructor of ships")).toHaveLength(2);
  });

  it("names the thing that a text defines, the better the more of it is said", () => {
    const words = (text: string) => new Map(contentStems(text).map((stem) => [stem, { weight: 1, own: true }]));
    const find = (text: string, noun: string) =>
      nounsDefinedBy(words(text)).find(({ synset }) => synset.words.includes(noun));
    const half = find("cargo oil", "oil tanker");
    const whole = find("cargo ship that carries crude oil in bulk", "oil tanker");
    expect(whole?.focus).toBeGreaterThan(half?.focus ?? 1);
    expect(find("ship with sails", "oil tanker")).toBeUndefined();
  });

  it("walks up, down and across", () => {
    expect(hypernyms("tractor", "noun")).toContain("self-propelled vehicle");
    expect(hyponyms("boat", "noun")).toContain("barge");
    expect(derivations("weave", "verb", "noun")).toContain("weaver");
  });
});

describe("word vectors", () => {
  /** Two invented trades whose words never meet. */
  function corpus() {
    const trades = [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ];
    const tokens: number[] = [];
    const offsets = [0];
    const counts = new Float64Array(8);
    for (let document = 0; document < 200; document++) {
      const words = trades[document % 2] ?? [];
      for (let i = 0; i < 6; i++) {
        const word = words[(document * 7 + i * 3 + ((document >> 3) % 4)) % 4] ?? 0;
        tokens.push(word);
        counts[word] = (counts[word] ?? 0) + 1;
      }
      offsets.push(tokens.length);
    }
    return { tokens: Uint32Array.from(tokens), offsets: Uint32Array.from(offsets), counts };
  }

  const options = { dimensions: 4, shift: 1, subsample: 1 };
  const cosine = (vectors: Float32Array, a: number, b: number) => {
    let dot = 0;
    let squaresA = 0;
    let squaresB = 0;
    for (let d = 0; d < 4; d++) {
      const x = vectors[a * 4 + d] ?? 0;
      const y = vectors[b * 4 + d] ?? 0;
      dot += x * y;
      squaresA += x * x;
      squaresB += y * y;
    }
    return dot / Math.sqrt(squaresA * squaresB);
  };

  it("are near each other for words of one trade, and far for words of two", async () => {
    const { vectors } = await trainWordVectors(corpus(), options);
    for (const other of [4, 5, 6, 7]) expect(Math.abs(cosine(vectors, 0, other))).toBeLessThan(0.05);
    const within = [1, 2, 3].map((other) => Math.abs(cosine(vectors, 0, other)));
    expect(Math.max(...within)).toBeGreaterThan(0.2);
  });

  it("are the same each time", async () => {
    expect(await trainWordVectors(corpus(), options)).toEqual(await trainWordVectors(corpus(), options));
  });

  it("leave out rare words", async () => {
    const { tokens: text, offsets, counts } = corpus();
    const rare = {
      tokens: Uint32Array.from([...text, 8]),
      offsets: Uint32Array.from([...offsets, text.length + 1]),
      counts: Float64Array.from([...counts, 1]),
    };
    const { vectors } = await trainWordVectors(rare, options);
    expect([...vectors.subarray(8 * 4)]).toEqual([0, 0, 0, 0]);
  });
});
