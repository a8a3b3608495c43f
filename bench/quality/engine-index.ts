import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@opensearch-project/opensearch";
import { embeddingText } from "#companies/analysis/embedding-text";
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
import type { EmbeddingsProvider, LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { comparedWith, type Report } from "./index-cache.ts";
import { unpaid } from "./unpaid.ts";

/** Companies of one request. */
const PAGE = 500;

/** The model beside an index whose companies all have its vectors. */
function besideEngine(
  companies: DirectoryCompany[],
  model: LocalEmbeddings | EmbeddingsProvider,
  folder: string,
): EngineSentences {
  const byId = new Map(companies.map((company) => [company.id, company]));
  const kept = withVectorCache(model, folder);
  const recordsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    source: {
      model: model.name,
      folder,
      embed: (texts) => kept.embed(texts, unpaid),
      companies: async (ids) => recordsOf(ids),
      compare: comparedWith(model, folder),
    },
    give: async () => {},
    giveNext: async () => 0,
    vectorsOf: (ids) => kept.embed(recordsOf(ids).map(embeddingText), unpaid),
  };
}

/** What asks an OpenSearch node about these companies, in an index that is made where the node does not have it. Its lexicon stays in the folder. */
export async function engineRetriever(
  url: string,
  companies: DirectoryCompany[],
  model: LocalEmbeddings | EmbeddingsProvider | null,
  folder: string,
  report: Report,
): Promise<Retriever> {
  const client = new Client({ nodes: [url], requestTimeout: 60_000 });
  const hash = createHash("sha256").update(model?.name ?? "");
  for (const company of companies) hash.update(JSON.stringify(discoveryFields(company)));
  const index = `quality-companies-${hash.digest("hex").slice(0, 24)}`;
  const file = join(folder, `${index}.lexicon`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, await buildLexicon(companies, companies.length));
  const lexicon = StoredLexicon.of(readFileSync(file));
  const sentences = model && besideEngine(companies, model, folder);
  const [sample] = (await sentences?.source.embed(["a text to measure"], "idle")) ?? [];
  const vectors = {
    ...(lexicon.sif === null ? {} : { words: { model: lexicon.version, dimensions: lexicon.sif.dimensions } }),
    ...(model && sample ? { sentences: { model: model.name, dimensions: sample.length } } : {}),
  };
  const engine = openSearchCompanies(client, index, vectors);
  if (!(await client.indices.exists({ index })).body) {
    const started = performance.now();
    await client.indices.create({
      index,
      body: indexBody({ shards: 1, replicas: 0 }, { vectors, lexicon: lexicon.version }),
    });
    for (let from = 0; from < companies.length; from += PAGE) {
      const some = companies.slice(from, from + PAGE);
      const words = wordVectors(lexicon, some);
      const ofSentences = (await sentences?.source.embed(some.map(embeddingText), "idle")) ?? [];
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
      report(`the engine has ${Math.min(from + PAGE, companies.length)} of ${companies.length} companies`);
    }
    await client.indices.refresh({ index });
    report(`the engine's index made in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return openEngineRetriever({ engine, lexicon, sentences });
}
