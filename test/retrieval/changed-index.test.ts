import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IndexedCompany } from "#companies/directory-company";
import { buildIndex, loadIndex, type Retriever } from "#markets/retrieval/index";
import { type EmbeddingsProvider, normalize } from "#providers/embeddings/embeddings-provider";
import type { Pay } from "#providers/provider-call";
import { company, criteria, retrieverOf } from "./small-directory.ts";

const WORDS = [
  "pumps",
  "valves",
  "gears",
  "bakery",
  "bread",
  "turbines",
  "towers",
  "lenses",
  "payroll",
  "glimmerwidgets",
];
const QUESTION = { userPrompt: "Makers of pumps, turbines or glimmerwidgets in Germany" };

/** Vectors that go by the text alone. */
const embed = async (texts: string[]) =>
  texts.map((text) => normalize(Float32Array.from(WORDS, (word) => text.split(word).length - 1 + 0.1)));
const model: EmbeddingsProvider = { name: "counted words", embed };
const pay: Pay = () => {
  throw new Error("nothing is paid for here");
};

const companies = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 2_000 }),
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
      country: fc.constantFrom("DE", "FR", null),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )
  .map((list) =>
    list.map(
      ({ id, words, country }): IndexedCompany => ({
        ...company(id, `Firm ${id}`, { keywords: words, industries: words.slice(0, 1), country }),
        recordDigest: id.toString(16).padStart(32, "0"),
      }),
    ),
  );
/** What is imported, and which of the ids that there are go before: numbers that choose among them. */
const steps = fc.array(fc.record({ imported: companies, gone: fc.array(fc.nat(), { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 5,
});

const ascending = (all: Map<number, IndexedCompany>) => [...all.values()].sort((a, b) => a.id - b.id);

/** What a question finds in the whole directory, and how well each company answers it by words and by sentences. */
async function found(retriever: Retriever, plan: Awaited<ReturnType<Retriever["plan"]>>) {
  const question = await retriever.questionVector(plan, embed);
  const lists = [];
  for (const generator of await retriever.generators(plan))
    lists.push(await retriever.generate(plan, generator, 1_000, question));
  const { candidates } = await retriever.fuse(plan, lists, question);
  return new Map(
    candidates.map(({ companyId, inside, signals }) => [
      companyId,
      { inside, lexical: signals.lexical.toFixed(5), sentences: signals.sentences?.toFixed(5) },
    ]),
  );
}

describe("an index that is brought up to date", () => {
  it("gives the answers of an index that is built anew, whatever came and went in whichever steps", async () => {
    const all = company(1, "All", { keywords: WORDS });
    const plan = await (await retrieverOf([all])).plan(criteria(QUESTION));
    await fc.assert(
      fc.asyncProperty(companies, steps, async (first, history) => {
        const sentences = { model, pay };
        const directory = new Map(first.map((one) => [one.id, one]));
        let index = await loadIndex(await buildIndex(ascending(directory), { sentences }));
        for (const { imported, gone } of history) {
          const ids = [...directory.keys()];
          const left = new Set(gone.flatMap((number) => ids[number % Math.max(1, ids.length)] ?? []));
          for (const id of left) directory.delete(id);
          for (const one of imported) directory.set(one.id, one);
          const changed = [...imported].sort((a, b) => a.id - b.id);
          index = await index.changed({ changed, gone: [...left].filter((id) => !directory.has(id)) }, embed);
        }
        const anew = await loadIndex(await buildIndex(ascending(directory), { sentences }));
        expect(index.companies).toBe(anew.companies);
        expect(index.recordDigests(0, 3_000)).toEqual(anew.recordDigests(0, 3_000));
        const [now, then] = await Promise.all([found(index.retriever, plan), found(anew.retriever, plan)]);
        expect([...now].sort(([a], [b]) => a - b)).toEqual([...then].sort(([a], [b]) => a - b));
      }),
      { numRuns: 40 },
    );
  });
});
