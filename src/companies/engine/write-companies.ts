import { askEngine } from "./engine-client.ts";
import { writeAlias } from "./index-names.ts";
import type { SearchEngine } from "./search-engine.ts";

/** One state of some companies. */
export interface CompanyStates {
  /** The version of their snapshot. */
  version: number;
  /** Time of the snapshot in ms, by the process's clock. */
  readAt: number;
  documents: readonly Record<string, unknown>[];
  /** Ids that the directory does not have. */
  gone: readonly number[];
}

/** The engine's reasons for refusal, by company. */
export type Refused = Map<number, string>;

/**
 * Maximum time between reading and writing, in ms. The engine remembers deletions for some hours only (`gc_deletes`). A
 * process that was suspended for longer must not restore deleted companies.
 */
const FRESH_MS = 10 * 60_000;

interface BulkItem {
  _id?: string | null;
  status: number;
  error?: { type?: string; reason?: string | null };
}

/** The index no longer exists. */
export class IndexGoneError extends Error {
  constructor(index: string) {
    super(`the index ${index} is not in the search engine: market search rebuild makes another`);
    this.name = "IndexGoneError";
  }
}

/**
 * Writes one state of companies to an index. Documents of a later state stay, so that repeated, late and older writes
 * are harmless.
 * @returns the companies that the mapping refused, whose documents stay as they were
 * @throws ServiceUnavailableError when the engine is unavailable; IndexGoneError
 */
export async function writeCompanies(
  { client }: Pick<SearchEngine, "client">,
  index: string,
  { version, readAt, documents, gone }: CompanyStates,
): Promise<Refused> {
  if (Date.now() - readAt > FRESH_MS) throw new Error("the process stood still: what it read is too old to be written");
  const refused: Refused = new Map();
  if (documents.length + gone.length === 0) return refused;
  const target = { _index: writeAlias(index), version, version_type: "external", require_alias: true } as const;
  const operations = [
    ...documents.flatMap((document) => [{ index: { ...target, _id: String(document.id) } }, document]),
    ...gone.map((id) => ({ delete: { ...target, _id: String(id) } })),
  ];
  const { body } = await askEngine(() => client.bulk({ body: operations as Record<string, unknown>[] }));
  let busy = false;
  for (const item of body.items as Record<string, BulkItem>[]) {
    const [done] = Object.values(item);
    if (done === undefined || done.status < 300 || done.status === 409) continue;
    // Deleting a company that the index does not have is not an error.
    if (done.status === 404 && done.error === undefined) continue;
    if (done.error?.type === "index_not_found_exception") throw new IndexGoneError(index);
    if (done.status === 429 || done.status >= 500) busy = true;
    else refused.set(Number(done._id), done.error?.reason ?? `status ${done.status}`);
  }
  if (busy) throw new Error("the search engine is overloaded and took a part of the companies: they are sent again");
  return refused;
}
