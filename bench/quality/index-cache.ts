import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DirectoryCompany } from "#companies/directory-company";
import { buildIndex, INDEX_VERSION, openIndex, type Retriever } from "#markets/retrieval/index";
import type { EmbeddingsProvider, LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { LIKENESS_LENGTH, type TokenQuestion } from "#providers/embeddings/token-comparison";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { unpaid } from "./unpaid.ts";

export type Report = (line: string) => void;

/** Companies that get their vectors between two lines of progress. */
const VECTORS_AT_ONCE = 1_024;

/** Which companies have vectors when a question comes: all, or, as right after an import, only its own likeliest ones. */
export type WithVectors = "all" | "likeliest";

/** The index of a directory, as a file: from the cache folder when its very companies and version are there, built otherwise. */
async function indexFile(companies: DirectoryCompany[], folder: string, report: Report): Promise<Buffer> {
  const hash = createHash("sha256").update(`${INDEX_VERSION}\n`);
  for (const company of companies) hash.update(JSON.stringify(company));
  const file = join(folder, `index-${hash.digest("hex").slice(0, 24)}.bin`);
  if (existsSync(file)) return readFileSync(file);
  const started = performance.now();
  const index = await buildIndex(companies, {
    onProgress: (step, fraction) => report(`${step}: ${Math.round(100 * fraction)} %`),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.part`, index);
  renameSync(`${file}.part`, file);
  report(`index built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return index;
}

/** Compares token by token as the model does, and remembers that in the folder; null where the model cannot. */
export function comparedWith(model: LocalEmbeddings | EmbeddingsProvider, folder: string) {
  const compare = "compareTokens" in model ? model.compareTokens : undefined;
  if (compare === undefined) return null;
  const kept = withVectorCache(
    {
      // An adapter changes vectors, not tokens.
      name: `${model.name.split(":adapter-")[0]}:compared`,
      async embed(pairs) {
        const read = pairs.map((pair): [TokenQuestion, string] => JSON.parse(pair));
        const questions = new Map(read.map(([question]) => [JSON.stringify(question), question]));
        const texts = [...new Set(read.map(([, text]) => text))];
        // The network reads each text once, however many questions it is compared with.
        const compared = await compare([...questions.values()], texts);
        const asked = [...questions.keys()];
        return read.map(([question, text]) => {
          const from = asked.indexOf(JSON.stringify(question)) * LIKENESS_LENGTH;
          return (compared[texts.indexOf(text)] as Float32Array).slice(from, from + LIKENESS_LENGTH);
        });
      },
    },
    folder,
  );
  return async (questions: TokenQuestion[], texts: string[]) => {
    // Those of one text stand together: the cache asks for some hundred pairs at a time.
    const pairs = texts.flatMap((text) => questions.map((question) => JSON.stringify([question, text])));
    const found = await kept.embed(pairs, unpaid);
    const ofText = (i: number) => found.slice(i * questions.length, (i + 1) * questions.length);
    return texts.map((_, i) => Float32Array.from(ofText(i).flatMap((one) => [...one])));
  };
}

/** What asks the directory, for each question in the state that `vectors` says. Index and vectors are kept in the folder, or vectors in another one. */
export async function retrieversOf(
  companies: DirectoryCompany[],
  model: LocalEmbeddings | EmbeddingsProvider | null,
  vectors: WithVectors,
  folder: string,
  report: Report,
  vectorFolder = folder,
): Promise<() => Promise<Retriever>> {
  const file = await indexFile(companies, folder, report);
  if (model === null) {
    const retriever = await openIndex(file);
    return async () => retriever;
  }
  const byId = new Map(companies.map((company) => [company.id, company]));
  const kept = withVectorCache(model, vectorFolder);
  const open = (ownFolder: string) =>
    openIndex(file, {
      model: model.name,
      folder: ownFolder,
      embed: (texts) => kept.embed(texts, unpaid),
      companies: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
      compare: comparedWith(model, folder),
    });
  if (vectors === "likeliest")
    return async () => {
      const empty = mkdtempSync(join(tmpdir(), "market-vectors-"));
      process.once("exit", () => rmSync(empty, { recursive: true, force: true }));
      return open(empty);
    };
  const retriever = await open(vectorFolder);
  for (let done = 0; (await retriever.makeVectors(VECTORS_AT_ONCE)) > 0; done += VECTORS_AT_ONCE)
    report(
      `sentence vectors: ${Math.min(done + VECTORS_AT_ONCE, companies.length)} of at most ${companies.length} new`,
    );
  return async () => retriever;
}
