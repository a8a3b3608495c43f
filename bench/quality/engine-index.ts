import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@opensearch-project/opensearch";
import type { DirectoryCompany } from "#companies/directory-company";
import { discoveryFields } from "#companies/engine/company-document";
import { indexBody, VECTOR_FIELDS } from "#companies/engine/index-mapping";
import {
  buildLexicon,
  type EngineSentences,
  openEngineRetriever,
  openSearchCompanies,
  type Retriever,
  StoredLexicon,
  wordVectors,
} from "#markets/retrieval/index";
import type { Report } from "./index-cache.ts";

/** Companies of one request. */
const PAGE = 500;

/** Sentence vectors of all companies, beside the engine. */
export interface IndexedSentences {
  model: string;
  dimensions: number;
  vectorsOf(companies: readonly DirectoryCompany[]): Promise<Float32Array[]>;
  beside: EngineSentences;
}

/** What asks OpenSearch about these companies, in an index that is made where the node does not have it. Its lexicon stays in the folder. */
export async function engineRetriever(
  url: string,
  companies: DirectoryCompany[],
  sentences: IndexedSentences | null,
  folder: string,
  report: Report,
): Promise<Retriever> {
  const client = new Client({ nodes: [url], requestTimeout: 60_000 });
  const hash = createHash("sha256").update(sentences?.model ?? "");
  for (const company of companies) hash.update(JSON.stringify(discoveryFields(company)));
  const index = `quality-companies-${hash.digest("hex").slice(0, 24)}`;
  const file = join(folder, `${index}.lexicon`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, await buildLexicon(companies, companies.length));
  const lexicon = StoredLexicon.of(readFileSync(file));
  const vectors = {
    ...(lexicon.sif === null ? {} : { words: { model: lexicon.version, dimensions: lexicon.sif.dimensions } }),
    ...(sentences === null ? {} : { sentences: { model: sentences.model, dimensions: sentences.dimensions } }),
  };
  if (!(await client.indices.exists({ index })).body) {
    const started = performance.now();
    await client.indices.create({
      index,
      body: indexBody({ shards: 1, replicas: 0 }, { vectors, lexicon: lexicon.version }),
    });
    await client.indices.putSettings({ index, body: { index: { refresh_interval: "-1" } } as never });
    for (let from = 0; from < companies.length; from += PAGE) {
      const some = companies.slice(from, from + PAGE);
      const words = wordVectors(lexicon, some);
      const ofSentences = (await sentences?.vectorsOf(some)) ?? [];
      const { body } = await client.bulk({
        body: some.flatMap((company, i) => [
          { index: { _index: index, _id: String(company.id) } },
          {
            ...discoveryFields(company),
            ...(words[i] ? { [VECTOR_FIELDS.words]: Array.from(words[i]) } : {}),
            ...(ofSentences[i] ? { [VECTOR_FIELDS.sentences]: Array.from(ofSentences[i]) } : {}),
          },
        ]),
      });
      if (body.errors) throw new Error(JSON.stringify(body.items.find((item) => item.index?.error)));
      report(`indexed ${Math.min(from + PAGE, companies.length)} of ${companies.length}`);
    }
    await client.indices.refresh({ index });
    report(`engine's index made in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  const engine = openSearchCompanies(client, index, vectors);
  return openEngineRetriever({ engine, lexicon, sentences: sentences?.beside ?? null });
}
