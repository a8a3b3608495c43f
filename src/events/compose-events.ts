import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type { CompanyMention, LinkableText } from "../linking/link-companies.ts";
import type { ContentObservation, EventContent } from "./content/content.ts";
import { readSources, type SourceObservation } from "./read-block.ts";
import { type ReadObservation, touchedCompanies } from "./touched-companies.ts";
import type { ComposedEvent } from "./write-events.ts";

/** What events are written with. */
export interface ComposingDeps {
  composeEvent(observations: readonly ContentObservation[]): EventContent;
  linkCompanies(db: Pick<Database, "query">, texts: readonly LinkableText[]): Promise<CompanyMention[][]>;
  /** A vector for each text, and the name and version of what made them. */
  vectorise(texts: readonly string[]): Promise<{ model: string; vectors: readonly (readonly number[])[] }>;
}

/** Observations that are read and linked together. */
const BATCH = 1_000;

/**
 * Writes down what each group of observations says, in the groups' order. Groups are lists of ids of observations; those that are
 * gone meanwhile are left out, and a group of which nothing is left is null.
 * @param onBatch hears the number of observations that were read since it was last called
 */
export async function composeEvents(
  db: Pick<Database, "query">,
  deps: ComposingDeps,
  groups: readonly (readonly number[])[],
  onBatch: (observations: number) => void = () => {},
): Promise<(ComposedEvent | null)[]> {
  const composed: (ComposedEvent | null)[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from + 1;
    let size = groups[from]?.length ?? 0;
    for (; to < groups.length && size + (groups[to]?.length ?? 0) <= BATCH; to++) size += groups[to]?.length ?? 0;
    composed.push(...(await composeBatch(db, deps, groups.slice(from, to))));
    onBatch(size);
    // Heartbeats and other jobs of this process get their turn.
    await nextTurn();
    from = to;
  }
  return composed;
}

async function composeBatch(
  db: Pick<Database, "query">,
  deps: ComposingDeps,
  groups: readonly (readonly number[])[],
): Promise<(ComposedEvent | null)[]> {
  const sources = await readSources(db, groups.flat());
  const observations = [...sources.values()];
  const mentions = await deps.linkCompanies(
    db,
    observations.map(({ title, text, url }) => ({ title, text, url })),
  );
  const mentionsOf = new Map(observations.map(({ id }, i) => [id, mentions[i] ?? []]));
  const names = await companyNames(db, mentions.flat());

  const contents = groups.map((ids) => {
    const read = ids
      .flatMap((id) => sources.get(id) ?? [])
      .sort((a, b) => (a.url < b.url ? -1 : 1))
      .map((source): ReadObservation => ({ ...source, mentions: mentionsOf.get(source.id) ?? [] }));
    return read.length === 0 ? null : describe(read, deps, names);
  });
  const { model, vectors } = await deps.vectorise(contents.flatMap((content) => content?.anchorText ?? []));
  let next = 0;
  return contents.map((content) =>
    content === null ? null : { ...content, embeddings: vectors[next++] ?? [], embeddingsModel: model },
  );
}

/** An event without its vector. */
function describe(
  observations: readonly ReadObservation[],
  deps: ComposingDeps,
  names: ReadonlyMap<number, string>,
): Omit<ComposedEvent, "embeddings" | "embeddingsModel"> {
  const companies = touchedCompanies(observations);
  const touched = new Set(companies.map(({ companyId }) => companyId));
  const { articleCount, ...content } = deps.composeEvent(
    observations.map(({ mentions, ...observation }) => ({
      ...observation,
      // Only those that the event is said to touch, each once an article.
      companies: [...new Map(mentions.map((mention) => [mention.companyId, mention])).values()].flatMap(
        ({ companyId, quote }) => (touched.has(companyId) ? { name: names.get(companyId) ?? quote, quote } : []),
      ),
    })),
  );
  return {
    ...content,
    companies,
    references: observations.map(({ url, title }) => ({ url, title })),
    publishedAt: earliest(observations),
  };
}

const earliest = (observations: readonly SourceObservation[]) =>
  new Date(Math.min(...observations.map(({ publishedAt }) => publishedAt.getTime())));

async function companyNames(
  db: Pick<Database, "query">,
  mentions: readonly CompanyMention[],
): Promise<Map<number, string>> {
  if (mentions.length === 0) return new Map();
  const ids = [...new Set(mentions.map(({ companyId }) => companyId))];
  const rows = await db.query<{ id: number; name: string }>("SELECT id, name FROM companies WHERE id = ANY($1)", [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
