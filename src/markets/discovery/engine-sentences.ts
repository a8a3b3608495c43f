import { embeddingText } from "#companies/analysis/embedding-text";
import { companiesByIds } from "#companies/directory";
import { readStates } from "#companies/engine/apply-changes";
import { withVectors } from "#companies/engine/company-document";
import { readSnapshot } from "#companies/engine/company-snapshot";
import { askEngine } from "#companies/engine/engine-client";
import { VECTOR_FIELDS } from "#companies/engine/index-mapping";
import type { SearchEngine } from "#companies/engine/search-engine";
import { writeCompanies } from "#companies/engine/write-companies";
import type { Database } from "#foundation/db/database";
import { type EngineSentences, type SentenceSource, type StoredLexicon, wordVectors } from "../retrieval/index.ts";

export interface EngineSentencesDeps {
  db: Database;
  engine: Pick<SearchEngine, "client">;
  /** Name of the index. */
  index: string;
  lexicon: StoredLexicon;
  source: SentenceSource;
}

/** Gives the companies of an index in the search engine their sentence vectors. Keeps what others write meanwhile. */
export function engineSentences({ db, engine, index, lexicon, source }: EngineSentencesDeps): EngineSentences {
  const without = { bool: { must_not: [{ exists: { field: VECTOR_FIELDS.sentences } }] } };

  async function found(body: Record<string, unknown>): Promise<number[]> {
    const { body: answer } = await askEngine(() => engine.client.search({ index, _source: false, body }));
    return answer.hits.hits.map(({ _id }) => Number(_id));
  }

  async function write(ids: readonly number[], urgency: "waited for" | "idle"): Promise<void> {
    if (ids.length === 0) return;
    const { found: documents, ...states } = await readSnapshot(db, (inside, version) =>
      readStates(inside, version, ids),
    );
    const companies = documents.map(({ company }) => company);
    const sentences = await source.embed(companies.map(embeddingText), urgency);
    const vectors = { words: wordVectors(lexicon, companies), sentences };
    await writeCompanies(engine, index, { ...states, documents: withVectors(documents, vectors) });
    await askEngine(() => engine.client.indices.refresh({ index }));
  }

  return {
    source,
    async give(ids) {
      const filter = [{ ids: { values: ids.map(String) } }, without];
      await write(await found({ size: ids.length, query: { bool: { filter } } }), "waited for");
    },
    async giveNext(count) {
      const ids = await found({ size: count, sort: [{ id: "desc" }], query: without });
      await write(ids, "idle");
      return ids.length;
    },
    async vectorsOf(ids) {
      return source.embed((await companiesByIds(db, [...ids])).map(embeddingText), "waited for");
    },
  };
}
