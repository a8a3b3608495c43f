import { beforeAll, describe, expect, it } from "vitest";
import { buildIndex, openIndex, type Retriever, type SentenceSource } from "#markets/retrieval/index";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { EmbeddingsError, normalize } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { company, criteria, LABELS, PROSE, retrieverOf, searchBy } from "./small-directory.ts";

const domains = (list: { domain: string }[]) => list.map(({ domain }) => domain);

describe("a directory of prose", () => {
  let file: Buffer;
  let retriever: Retriever;

  beforeAll(async () => {
    file = await buildIndex(PROSE);
    retriever = await openIndex(file);
  });

  async function search(given: Parameters<typeof criteria>[0], limit = 5) {
    const plan = await retriever.plan(criteria(given));
    return { plan, ...(await searchBy(retriever, plan, { limit })) };
  }

  it.each(["gearbxoes", "gearbexos"])(
    "reads a slip such as %s as the directory's own word, and says so",
    async (slip) => {
      const { topic, notes } = await retriever.plan(criteria({ userPrompt: `makers of ${slip}` }));
      expect(topic).toContain("gearboxes");
      expect(notes).toContain(`“${slip}” was read as “gearboxes”.`);
    },
  );

  it("takes no acronym for a slip", async () => {
    const { topic } = await retriever.plan(criteria({ userPrompt: "makers of GEARBX tests" }));
    expect(topic).toContain("GEARBX");
  });

  it("finds makers by the question's words before those that only mention them", async () => {
    const { candidates } = await search({
      userPrompt: "Find 10 makers of rotor blades for wind turbines",
      marketRole: "manufacturer",
    });
    expect(candidates[0]?.domain).toBe("rotorblattwerke.example");
    expect(domains(candidates)).not.toContain("kaltbakeries.example");
  });

  it("works from features alone", async () => {
    const { candidates } = await search({ keywords: { features: ["camera lenses"] } });
    expect(candidates[0]?.domain).toBe("aalenoptics.example");
  });

  it("lets a client's synonyms find what the prompt alone does not", async () => {
    const without = await search({ userPrompt: "Find makers of farlookers" });
    const withSynonym = await search({
      userPrompt: "Find makers of farlookers",
      keywords: { synonyms: ["binoculars"] },
    });
    expect(domains(without.candidates)).not.toContain("aalenoptics.example");
    expect(withSynonym.candidates[0]?.domain).toBe("aalenoptics.example");
  });

  it("marks candidates outside the wanted countries and ranks inside ones by themselves", async () => {
    const locations = [{ country: "ES", address: null, coordinates: null }];
    const { candidates } = await search({ userPrompt: "components for wind turbines", locations });
    const inside = candidates.filter((candidate) => candidate.inside);
    expect(new Set(domains(inside))).toEqual(new Set(["torrecomponents.example", "brisaparks.example"]));
    expect(candidates.some((candidate) => !candidate.inside)).toBe(true);
  });

  it("narrows a country to a city", async () => {
    const locations = [{ country: "DE", address: ["Husum"], coordinates: null }];
    const { candidates } = await search({ userPrompt: "wind turbines", locations });
    expect(domains(candidates.filter((candidate) => candidate.inside))).toEqual(["rotorblattwerke.example"]);
  });

  it("knows a city in other spellings and by its parts, and no other city by them", async () => {
    const inCity = async (address: string, city: string, country = "DE", userPrompt = "wind turbines") => {
      const one = company(1, "Somewhere", { keywords: ["wind turbines"], country, city });
      const small = await retrieverOf([one]);
      const plan = await small.plan(
        criteria({ userPrompt, locations: [{ country, address: [address], coordinates: null }] }),
      );
      const [first] = await small.generate(plan, "full text", 5, null);
      return first?.inside ?? false;
    };
    expect(await inCity("Munich", "München")).toBe(true);
    expect(await inCity("Bengaluru", "BANGALORE", "IN")).toBe(true);
    expect(await inCity("Seongnam", "Seongnam-si", "KR")).toBe(true);
    expect(await inCity("Hsinchu", "Hsinchu City", "TW")).toBe(true);
    expect(await inCity("Perth", "West Perth", "AU")).toBe(true);
    expect(await inCity("Taipei", "New Taipei City", "TW")).toBe(false);
    // Records have a city and no state.
    expect(await inCity("Bavaria", "Augsburg")).toBe(true);
    expect(await inCity("Bavaria", "Stuttgart")).toBe(false);
    expect(await inCity("Gujarat", "Ahmedabad", "IN")).toBe(true);
    expect(await inCity("Guangdong", "Shenzhen", "CN")).toBe(true);
    expect(await inCity("Texas", "Dallas", "US")).toBe(true);
    expect(await inCity("Munich", "Münster")).toBe(false);
    expect(await inCity("Munich", "Planegg", "DE", "wind turbines in Munich")).toBe(false);
    expect(await inCity("Munich", "Planegg", "DE", "wind turbines around Munich")).toBe(true);
    expect(await inCity("Munich", "Augsburg", "DE", "wind turbines around Munich")).toBe(false);
    expect(await inCity("Munich", "Augsburg", "DE", "wind turbines within 80 km of München")).toBe(true);
    expect(await inCity("Munich", "Augsburg", "DE", "wind turbines in a 50-mile radius around Munich")).toBe(true);
    expect(await inCity("Munich", "Augsburg", "DE", "wind turbines up to 20 miles from Munich")).toBe(false);
    expect(await inCity("Munich", "Augsburg", "DE", "blades 80 km from Munichberg, in Munich")).toBe(false);
  });

  it("knows a state by its name and by its code", async () => {
    const inStates = [
      ["Keystone Bank", "PA"],
      ["Garden Bank", "New Jersey"],
      ["Lone Star Bank", "TX"],
    ].map(([name, state], i) =>
      company(i + 1, name ?? "", {
        description: "It operates as a bank that takes deposits and lends to households.",
        country: "US",
        state: state ?? "",
        city: "Springfield",
      }),
    );
    const small = await retrieverOf(inStates);
    const plan = await small.plan(
      criteria({
        userPrompt: "banks",
        locations: ["Pennsylvania", "NJ"].map((state) => ({ country: "US", address: [state], coordinates: null })),
      }),
    );
    const found = await small.generate(plan, "full text", 10, null);
    expect(found.filter(({ inside }) => inside).map(({ companyId }) => companyId)).toEqual([1, 2]);
  });

  it("looks for a compound as one word where companies write it so", async () => {
    const small = await retrieverOf([company(1, "Rouge", { keywords: ["makeup"] })]);
    const plan = await small.plan(criteria({ keywords: { features: ["make-up"] } }));
    expect(plan.terms.map((term) => term.text)).toContain("makeup");
  });

  it("gives a noun of the question more weight than how it is done", async () => {
    const { terms } = await retriever.plan(criteria({ userPrompt: "Who directly repairs rotor blades?" }));
    const weight = (text: string) => terms.find((term) => term.text === text)?.weight ?? 0;
    expect(weight("blades")).toBeGreaterThan(weight("directly"));
  });

  it("finds companies like an example and never the example itself", async () => {
    const { lists } = await search({ seedDomains: ["nordwindgears.example"], keywords: { features: ["machinery"] } });
    const like = lists.at(-1)?.filter((candidate) => candidate.inside) ?? [];
    expect(like.length).toBeGreaterThan(0);
    expect(domains(like)).not.toContain("nordwindgears.example");
    expect(domains(like)[0]).not.toBe("kaltbakeries.example");
  });

  it("says which examples the directory does not have", async () => {
    const plan = await retriever.plan(criteria({ userPrompt: "gearboxes", seedDomains: ["unknown.example"] }));
    expect(plan.notes.join(" ")).toContain("unknown.example");
  });

  it("says which words no company uses, and which sizes are no conditions", async () => {
    const notesOf = async (userPrompt: string, constraints: Record<string, number> | null = null) =>
      (await retriever.plan(criteria({ userPrompt, constraints }))).notes.join(" ");
    expect(await notesOf("zorbitrons gearboxes")).toContain("No company's record has the word “zorbitrons”.");
    expect(await notesOf("makers of gearboxes")).toBe("");
    expect(await notesOf("Hersteller von Pumpen")).toContain("Read in English as “makers of pumps”.");
    expect(await notesOf("makers of gearboxes with 500 employees")).toContain("“500 employees” was not used");
    expect(await notesOf("makers of gearboxes with more than 500 employees")).toBe("");
    expect(await notesOf("family-owned makers of gearboxes")).toContain("“family-owned” was not used");
  });

  it("counts no company as inside that is known to fail what the question states", async () => {
    const outside = async (userPrompt: string) => {
      const { lists } = await searchBy(retriever, await retriever.plan(criteria({ userPrompt })), { limit: 50 });
      return [...new Set(domains(lists.flat().filter(({ inside }) => !inside)))].sort();
    };
    expect(await outside("makers of components for wind turbines")).toEqual([]);
    expect(
      await outside("makers of components for wind turbines with at least 100 employees, founded after 1990"),
    ).toEqual(["nordwindgears.example", "rotorblattwerke.example"]);
  });

  it("says which constraints and assertions it does not understand", async () => {
    const plan = await retriever.plan(
      criteria({ userPrompt: "gearboxes", constraints: { minEmployees: 50, colour: "blue" }, assertions: { a: 1 } }),
    );
    expect(plan.minEmployees).toBe(50);
    expect(plan.notes.some((note) => note.includes("colour"))).toBe(true);
    expect(plan.notes.some((note) => note.startsWith("assertions"))).toBe(true);
  });

  it("searches for each alternative by itself, and takes a company for the one that suits it", async () => {
    const { plan, candidates, scale } = await search({ userPrompt: "Makers of camera lenses or rotor blades" });
    expect(plan.group).toMatchObject({ of: "any", parts: [{ phrase: "camera lenses" }, { phrase: "rotor blades" }] });
    expect(plan.group?.parts[0]?.terms.map(({ stem }) => stem)).not.toContain("rotor");
    const best = candidates.slice(0, 2);
    expect(new Set(domains(best))).toEqual(new Set(["aalenoptics.example", "rotorblattwerke.example"]));
    for (const { searches = [] } of best) {
      const [, lenses, blades] = searches.map(({ relevance }) => relevance);
      expect(Math.max(lenses ?? 0, blades ?? 0)).toBeGreaterThan(2 * Math.min(lenses ?? 1, blades ?? 1));
    }
    expect(scale.searches).toHaveLength(3);
  });

  it("has nothing of a group where one thing is asked for", async () => {
    const { plan, candidates, scale } = await search({ userPrompt: "Makers of rotor blades" });
    expect(Object.keys(plan)).not.toContain("group");
    expect(Object.keys(candidates[0] ?? {})).not.toContain("searches");
    expect(Object.keys(scale)).not.toContain("searches");
  });

  it("finds nothing for words that no company has", async () => {
    const { candidates } = await search({ userPrompt: "harpsichord restorers" });
    expect(candidates).toEqual([]);
  });

  it("has no generator by word vectors for so little text, and says so", async () => {
    const { plan } = await search({ userPrompt: "wind turbines" });
    expect(await retriever.generators(plan)).toEqual(["full text"]);
    expect(await retriever.generate(plan, "vectors", 5, null)).toEqual([]);
    expect(retriever.notes.join(" ")).toContain("No word vectors");
  });

  it("makes plans and results of plain JSON that another worker can go on with", async () => {
    const { plan, lists, candidates, scale } = await search({
      userPrompt: "rotor blades",
      seedDomains: ["nordwindgears.example"],
    });
    const elsewhere = await openIndex(Buffer.from(file));
    const copy = JSON.parse(JSON.stringify({ plan, lists }));
    expect(copy).toEqual({ plan, lists });
    expect(await elsewhere.fuse(copy.plan, copy.lists, null)).toEqual({ candidates, scale, unknown: [] });
  });

  it("keeps relevance between 0 and 1 and in order", async () => {
    const { candidates } = await search({
      userPrompt: "makers of gearboxes for wind turbines",
      marketRole: "manufacturer",
    });
    const relevances = candidates.map((candidate) => candidate.relevance);
    expect(relevances.every((value) => value > 0 && value <= 1)).toBe(true);
    expect([...relevances].sort((a, b) => b - a)).toEqual(relevances);
  });
});

describe("a directory of labels", () => {
  it("finds companies by their keywords", async () => {
    const retriever = await retrieverOf(LABELS);
    const plan = await retriever.plan(criteria({ userPrompt: "Which companies sell frozen pizza?" }));
    const { candidates } = await searchBy(retriever, plan);
    expect(domains(candidates)).toEqual(["alphafoods.example", "gammapizzaovens.example"]);
  });
});

describe("a question that describes what it asks for", () => {
  const SHIPPING = "tankers ships oil crude petroleum cargo seaborne vessels charters carry fleet".split(" ");
  const TRADES = 30;

  /** Companies of shipping and of trades with made-up words, enough of them for word vectors. */
  function* manyTrades() {
    for (let i = 0; i < 20 * TRADES; i++) {
      const trade = i % TRADES;
      const words = trade === 0 ? SHIPPING : SHIPPING.map((_, j) => `trade${trade}word${j}`);
      const said = Array.from({ length: 24 }, (_, j) => words[(i * 5 + j * (1 + (i % 7))) % words.length]);
      yield company(i + 1, `House ${i}`, { description: `It deals with ${said.join(" ")}.` });
    }
  }

  it("is searched by the trade's own word", async () => {
    const userPrompt = "Who has ships that carry crude oil?";
    const definition = async (retriever: Retriever) =>
      (await retriever.plan(criteria({ userPrompt }))).terms
        .filter((term) => term.source === "definition")
        .map((term) => term.text);
    expect(await definition(await retrieverOf(manyTrades()))).toContain("tanker");
    expect(await definition(await retrieverOf(PROSE))).toEqual([]);
  });
});

describe("an empty directory", () => {
  it("answers with no candidates", async () => {
    const retriever = await retrieverOf([]);
    const plan = await retriever.plan(criteria({ userPrompt: "frozen pizza" }));
    const { candidates, unknown, scale } = await searchBy(retriever, plan);
    expect({ candidates, unknown, scale }).toEqual({
      candidates: [],
      unknown: [],
      scale: { best: 0, ordinary: 0, vectors: false, speaking: 0, speakingAnywhere: 0 },
    });
  });
});

describe("a sentence model", () => {
  /** Knows two meanings: what rolls and what flies. */
  const model: EmbeddingsProvider = {
    name: "two meanings",
    embed: async (texts) =>
      texts.map((text) =>
        normalize(Float32Array.of(/car|automobile/i.test(text) ? 1 : 0.01, /plane|aircraft/i.test(text) ? 1 : 0.01)),
      ),
  };
  const nobody: Pay = () => Promise.reject(new Error("nothing is paid for"));
  const companies = [
    company(1, "Roll", { description: "Roll builds automobiles." }),
    company(2, "Fly", { description: "Fly builds aircraft." }),
  ];
  const planes = criteria({ keywords: { features: ["planes"] } });

  it("finds what other words say, and without its vector the words have to do", async () => {
    const retriever = await retrieverOf(companies, { sentences: { model, pay: nobody } });
    const plan = await retriever.plan(planes);
    const question = await retriever.questionVector(plan, (texts) => model.embed(texts, nobody));
    expect((await searchBy(retriever, plan, { question })).candidates[0]?.domain).toBe("fly.example");
    expect((await searchBy(retriever, plan)).candidates[0]?.signals.sentences ?? null).toBeNull();
  });

  it("has a direction for each alternative", async () => {
    const retriever = await retrieverOf(companies, { sentences: { model, pay: nobody } });
    const plan = await retriever.plan(criteria({ userPrompt: "Makers of cars or planes" }));
    const question = await retriever.questionVector(plan, (texts) => model.embed(texts, nobody));
    expect(question).toHaveLength(3 * 2);
    const { candidates } = await searchBy(retriever, plan, { question });
    expect(candidates.map(({ searches = [] }) => searches[1]?.signals.sentences)).not.toEqual(
      candidates.map(({ searches = [] }) => searches[2]?.signals.sentences),
    );
  });

  it("is not asked for an index that was built without one", async () => {
    const retriever = await retrieverOf(companies);
    const asked = await retriever.questionVector(await retriever.plan(planes), () =>
      Promise.reject(new Error("asked")),
    );
    expect(asked).toBeNull();
  });

  it("that gives shorter vectors in the middle of the work makes no index", async () => {
    let calls = 0;
    const shrinking: EmbeddingsProvider = {
      name: "shrinking",
      embed: async (texts) => {
        const length = ++calls === 1 ? 2 : 1;
        return texts.map(() => new Float32Array(length).fill(1));
      },
    };
    const many = Array.from({ length: 1_100 }, (_, i) => company(i + 1, `Roll ${i}`));
    await expect(buildIndex(many, { sentences: { model: shrinking, pay: nobody } })).rejects.toThrow(
      "shrinking gave vectors of 2 and of 1 numbers",
    );
  });

  it("that gives other vectors than the index has is told", async () => {
    const retriever = await retrieverOf(companies, { sentences: { model, pay: nobody } });
    const plan = await retriever.plan(planes);
    await expect(retriever.generate(plan, "vectors", 10, Float32Array.of(1, 0, 0))).rejects.toThrow(
      /vectors of 3 numbers/,
    );
  });
});

describe("sentence vectors that are made beside an index", () => {
  const DIRECTORY = Array.from({ length: 300 }, (_, i) =>
    company(i + 1, `House ${i}`, {
      description: i < 250 ? `It bakes bread number ${i}.` : `It flies aircraft number ${i}.`,
    }),
  );
  /** Knows what flies; remembers what it was asked and why. */
  function source(folder: string, asked: [text: string, urgency: string][]): SentenceSource {
    return {
      model: "flying",
      folder,
      embed: async (texts, urgency) => {
        asked.push(...texts.map((text): [string, string] => [text, urgency]));
        return texts.map((text) => normalize(Float32Array.of(/aircraft|planes/.test(text) ? 1 : 0.01, 1)));
      },
      companies: async (ids) => DIRECTORY.filter(({ id }) => ids.includes(id)),
      compare: null,
    };
  }

  it("leave the index to answer by words, come first to the likeliest, then to the newest, and are kept", async () => {
    const folder = await temporaryFolder();
    const file = await buildIndex(DIRECTORY);
    const asked: [string, string][] = [];
    const retriever = await openIndex(file, source(folder, asked));
    const plan = await retriever.plan(criteria({ userPrompt: "bakers of bread" }));
    expect((await searchBy(retriever, plan)).candidates.length).toBeGreaterThan(0);
    expect(await retriever.coverage()).toEqual({ withVectors: 0, companies: 300 });

    await retriever.prepare(plan);
    expect(await retriever.coverage()).toEqual({ withVectors: 200, companies: 300 });
    expect(asked.every(([text, urgency]) => text.includes("bread") && urgency === "waited for")).toBe(true);

    expect(await retriever.makeVectors(10)).toBe(10);
    expect(asked.slice(200).map(([text]) => text)).toEqual(
      Array.from({ length: 10 }, (_, i) => `It flies aircraft number ${299 - i}.`),
    );
    expect(asked.at(-1)?.[1]).toBe("idle");
    while ((await retriever.makeVectors(64)) > 0);
    expect(await retriever.coverage()).toEqual({ withVectors: 300, companies: 300 });

    const again = await openIndex(file, source(folder, asked));
    expect(await again.coverage()).toEqual({ withVectors: 300, companies: 300 });
    expect(asked).toHaveLength(300);
    const question = normalize(Float32Array.of(1, 1));
    const [best] = await again.generate(await again.plan(criteria({ userPrompt: "planes" })), "vectors", 1, question);
    expect(best?.companyId).toBeGreaterThan(250);
  });

  it("are not waited for by companies that have gone since", async () => {
    const gone = { ...source(await temporaryFolder(), []), companies: async () => DIRECTORY.slice(0, 100) };
    const retriever = await openIndex(await buildIndex(DIRECTORY), gone);
    while ((await retriever.makeVectors(128)) > 0);
    expect(await retriever.coverage()).toEqual({ withVectors: 100, companies: 300 });
  });
});

describe("a sentence model that compares token by token", () => {
  const DIRECTORY = Array.from({ length: 300 }, (_, i) =>
    company(i + 1, `House ${i}`, { description: `It bakes bread number ${i}, ${i % 3 === 0 ? "rye" : "wheat"}.` }),
  );
  const unit = normalize(Float32Array.of(1, 1));
  const asked: { text: string; heads: string[]; texts: number }[] = [];
  /** Finds rye nearer than wheat; fails from the second question on. */
  const source = (folder: string): SentenceSource => ({
    model: "reading",
    folder,
    embed: async (texts) => texts.map(() => unit),
    companies: async (ids) => DIRECTORY.filter(({ id }) => ids.includes(id)),
    compare: async (questions, texts) => {
      if (texts.length === 0) return [];
      const [{ text, heads } = { text: "", heads: [] }] = questions;
      asked.push({ text, heads, texts: texts.length });
      if (text !== asked[0]?.text) throw new EmbeddingsError("the process has ended", true);
      return texts.map((one) => new Float32Array(6).fill(one.includes("rye") ? 0.9 : 0.4));
    },
  });

  it("tells of the most relevant candidates how they stand among the directory's likeliest, and asks once", async () => {
    const retriever = await openIndex(await buildIndex(DIRECTORY), source(await temporaryFolder()));
    const plan = await retriever.plan(criteria({ userPrompt: "bakers of bread" }));
    while ((await retriever.makeVectors(128)) > 0);
    const fused = async (one = plan) => {
      const list = await retriever.generate(one, "full text", 200, unit);
      return (await retriever.fuse(one, [list], unit)).candidates;
    };
    const candidates = await fused();
    const compared = candidates.filter(({ signals }) => signals.tokens != null);
    expect(compared).toHaveLength(150);
    expect(compared).toEqual(candidates.slice(0, 150));
    const means = (isRye: boolean) =>
      compared
        .filter(({ companyId }) => ((companyId - 1) % 3 === 0) === isRye)
        .map(({ signals }) => signals.tokens?.mean ?? 0);
    expect(Math.min(...means(true))).toBeGreaterThan(Math.max(...means(false)) + 1);
    expect(await fused()).toEqual(candidates);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.heads).toEqual(["bread"]);

    const other = await fused(await retriever.plan(criteria({ userPrompt: "bakers of rye" })));
    expect(asked).toHaveLength(2);
    expect(other.length).toBeGreaterThan(0);
    expect(other.every(({ signals }) => signals.tokens == null)).toBe(true);
  });
});

describe("an index file", () => {
  it("is refused when it is something else or cut off", async () => {
    const file = await buildIndex(LABELS);
    await expect(openIndex(Buffer.from("something else entirely"))).rejects.toThrow(RangeError);
    await expect(openIndex(file.subarray(0, file.length - 64))).rejects.toThrow(RangeError);
  });
});
