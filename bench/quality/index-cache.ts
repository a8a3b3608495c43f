import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DirectoryCompany } from "#companies/directory-company";
import { buildIndex, INDEX_VERSION, openIndex, type Retriever } from "#markets/retrieval/index";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { withVectorCache } from "#providers/embeddings/vector-cache";

import { unpaid } from "./unpaid.ts";

export type Report = (line: string) => void;

/** What asks the index of a directory: from the cache folder when its very companies, version and model are there, built otherwise. */
export async function retrieverOf(
  companies: DirectoryCompany[],
  model: EmbeddingsProvider | null,
  folder: string,
  report: Report,
): Promise<Retriever> {
  const hash = createHash("sha256").update(`${INDEX_VERSION} ${model?.name ?? "none"}\n`);
  for (const company of companies) hash.update(JSON.stringify(company));
  const file = join(folder, `index-${hash.digest("hex").slice(0, 24)}.bin`);
  if (existsSync(file)) {
    const started = performance.now();
    const retriever = await openIndex(readFileSync(file));
    report(`index loaded in ${Math.round(performance.now() - started)} ms from ${file}`);
    return retriever;
  }
  const started = performance.now();
  const cached =
    model && withVectorCache(model, folder, (done, total) => report(`sentence vectors: ${done} of ${total} new texts`));
  const index = await buildIndex(companies, {
    ...(cached ? { sentences: { model: cached, pay: unpaid } } : {}),
    onProgress: (step, fraction) => report(`${step}: ${Math.round(100 * fraction)} %`),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.part`, index);
  renameSync(`${file}.part`, file);
  report(`index built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return openIndex(index);
}
