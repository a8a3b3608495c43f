import { setImmediate as nextTurn } from "node:timers/promises";
import type { CompanyMention, LinkableText } from "#companies/linking/link-companies";
import { companySizes, knownCompanies, sizeUsd } from "#companies/look-up";
import type { Queries } from "#foundation/db/database";
import type { ContentObservation, EventContent } from "./content/content.ts";
import type { MeantAlerts } from "./content/headline-meaning.ts";
import { entitiesOf } from "./entities/event-entities.ts";
import type { AlertMeaning } from "./meaning/alert-meaning.ts";
import { readSources, type SourceObservation } from "./read-week.ts";
import type { EventReader } from "./reading/event-reader.ts";
import type { Answered } from "./reading/verify-reading.ts";
import { type NamedCompany, type ReadObservation, touchedCompanies } from "./touched-companies.ts";
import type { ComposedEvent } from "./write-events.ts";

/** The tools for writing events. */
export interface ComposingDeps {
  /**
   * @param answered what a language model answered about these observations; null for the rules alone
   * @param meant the alert types that the headlines mean
   */
  composeEvent(
    observations: readonly ContentObservation[],
    answered?: Answered | null,
    meant?: MeantAlerts,
  ): EventContent;
  /** Reads alert types by the meaning of headlines; absent where only the rules read. */
  meaning?: AlertMeaning;
  linkCompanies(db: Queries, texts: readonly LinkableText[]): Promise<CompanyMention[][]>;
  /** Returns a vector for each text, with the name and version of the model that made it. */
  vectorise(texts: readonly string[]): Promise<{ model: string; vectors: readonly (readonly number[])[] }>;
}

export interface ComposingOptions {
  /** A language model that reads the events, a batch at a time; null for the rules alone. */
  reader?: EventReader | null;
  /** Called with the number of observations processed since the last call. If it throws, the work ends. */
  onRead?: (observations: number) => void;
}

/** Maximum number of observations that are read and linked together. */
const BATCH = 1_000;

/**
 * Composes the content of each group of observations, in the groups' order. A group is a list of observation ids.
 * Removed observations are left out, and an empty group gives null.
 */
export async function composeEvents(
  db: Queries,
  deps: ComposingDeps,
  groups: readonly (readonly number[])[],
  options: ComposingOptions = {},
): Promise<(ComposedEvent | null)[]> {
  const composed: (ComposedEvent | null)[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from + 1;
    let size = groups[from]?.length ?? 0;
    for (; to < groups.length && size + (groups[to]?.length ?? 0) <= BATCH; to++) size += groups[to]?.length ?? 0;
    composed.push(...(await composeBatch(db, deps, groups.slice(from, to), options)));
    if (!options.reader) options.onRead?.(size);
    // Yields to heartbeats and other jobs of this process.
    await nextTurn();
    from = to;
  }
  return composed;
}

async function composeBatch(
  db: Queries,
  deps: ComposingDeps,
  groups: readonly (readonly number[])[],
  { reader = null, onRead = () => {} }: ComposingOptions,
): Promise<(ComposedEvent | null)[]> {
  const sources = await readSources(db, groups.flat());
  const observations = [...sources.values()];
  const mentions = await deps.linkCompanies(
    db,
    observations.map(({ title, text, url }) => ({ title, text, url })),
  );
  const mentionsOf = new Map(observations.map(({ id }, i) => [id, mentions[i] ?? []]));
  const companies = await mentionedCompanies(db, mentions.flat());

  const events = groups.map((ids): ReadObservation[] =>
    ids
      .flatMap((id) => sources.get(id) ?? [])
      .sort((a, b) => (a.url < b.url ? -1 : 1))
      .map((source) => ({ ...source, mentions: mentionsOf.get(source.id) ?? [] })),
  );
  const answers = reader === null ? [] : await readAll(reader, events, onRead);
  // Events that a language model answered need no other reader.
  const meant = await deps.meaning?.read(events.map((read, i) => (answers[i] == null ? read : [])));
  const contents = events.map((read, i) =>
    read.length === 0 ? null : describe(read, deps, companies, { answered: answers[i] ?? null, meant: meant?.[i] }),
  );
  const { model, vectors } = await deps.vectorise(contents.flatMap((content) => content?.anchorText ?? []));
  let next = 0;
  return contents.map((content) =>
    content === null ? null : { ...content, embeddings: vectors[next++] ?? [], embeddingsModel: model },
  );
}

/**
 * Reads these events with a language model. If a reading fails for good, waits for the calls under way before it
 * throws.
 */
async function readAll(
  reader: EventReader,
  events: readonly (readonly ReadObservation[])[],
  onRead: (observations: number) => void,
): Promise<(Answered | null)[]> {
  const answers = await Promise.allSettled(
    events.map(async (observations) => {
      const answer = observations.length === 0 ? null : await reader.read(observations);
      onRead(observations.length);
      return answer;
    }),
  );
  return answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

/** Describes an event, without its vector. */
function describe(
  observations: readonly ReadObservation[],
  deps: ComposingDeps,
  known: ReadonlyMap<number, MentionedCompany>,
  { answered, meant }: { answered: Answered | null; meant: MeantAlerts | undefined },
): Omit<ComposedEvent, "embeddings" | "embeddingsModel"> {
  const companies = touchedCompanies(observations);
  const touched = new Set(companies.map(({ companyId }) => companyId));
  const { articleCount, companyEffects, ...content } = deps.composeEvent(
    observations.map(({ mentions, ...observation }) => ({
      ...observation,
      // Only companies that the event touches, each once per article.
      companies: [...new Map(mentions.map((mention) => [mention.companyId, mention])).values()].flatMap(
        ({ companyId, quote }) => (touched.has(companyId) ? { name: quote, ...known.get(companyId), quote } : []),
      ),
    })),
    answered,
    meant,
  );
  const nameOf = ({ companyId, quote }: NamedCompany) => known.get(companyId)?.name ?? quote;
  return {
    ...content,
    companies: companies.map((company) => ({ ...company, effect: companyEffects.get(nameOf(company)) ?? null })),
    entities: entitiesOf(content, new Map(companies.map((company) => [nameOf(company), company.companyId]))),
    references: observations.map(({ url, title }) => ({ url, title })),
    publishedAt: earliest(observations),
  };
}

const earliest = (observations: readonly SourceObservation[]) =>
  new Date(Math.min(...observations.map(({ publishedAt }) => publishedAt.getTime())));

interface MentionedCompany {
  name: string;
  sizeUsd: number | null;
}

async function mentionedCompanies(
  db: Queries,
  mentions: readonly CompanyMention[],
): Promise<Map<number, MentionedCompany>> {
  if (mentions.length === 0) return new Map();
  const ids = [...new Set(mentions.map(({ companyId }) => companyId))];
  const sizes = new Map((await companySizes(db, ids)).map((size) => [size.id, sizeUsd(size)]));
  return new Map((await knownCompanies(db, ids)).map(({ id, name }) => [id, { name, sizeUsd: sizes.get(id) ?? null }]));
}
