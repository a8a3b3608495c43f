import { linkCompanies } from "#companies/linking/link-companies";
import type { Database } from "#foundation/db/database";
import type { GroupingDeps } from "#intelligence/events/group-observations";
import type { GroupingDocument } from "#intelligence/events/grouping/group-documents";

/** An observation as an import leaves it. */
export interface Article {
  url: string;
  title: string;
  publishedAt: Date;
  publisher?: string;
  text?: string;
}

const hashOf = ({ title, text = "" }: Article) => `${title}/${text}`;

/** Stores articles as the importer does: one that says something else than before waits to be grouped again. */
export async function store({ query }: Pick<Database, "query">, articles: readonly Article[]): Promise<void> {
  await query(
    `INSERT INTO observations AS known (url, title, text, publisher, published_at, content_hash)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
     ON CONFLICT (url) DO UPDATE SET title = excluded.title, text = excluded.text, published_at = excluded.published_at,
       content_hash = excluded.content_hash, event_id = NULL
     WHERE known.content_hash <> excluded.content_hash OR known.published_at <> excluded.published_at`,
    [
      articles.map(({ url }) => url),
      articles.map(({ title }) => title),
      articles.map(({ text }) => text ?? ""),
      articles.map(({ publisher }) => publisher ?? ""),
      articles.map(({ publishedAt }) => publishedAt),
      articles.map(hashOf),
    ],
  );
}

/** Which observations are one event, by their URLs, in an order of their own. */
export async function partition({ query }: Pick<Database, "query">): Promise<string[][]> {
  const rows = await query<{ urls: string[] }>(
    "SELECT array_agg(url ORDER BY url) AS urls FROM observations GROUP BY event_id",
    [],
  );
  return rows.map(({ urls }) => urls).sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}

/** The event of an observation; null while it waits. */
export async function eventOf({ query }: Pick<Database, "query">, url: string): Promise<number | null> {
  const [row] = await query<{ id: number | null }>("SELECT event_id AS id FROM observations WHERE url = $1", [url]);
  return row?.id ?? null;
}

/** What became of events, in the order in which it was recorded. */
export const lineage = ({ query }: Pick<Database, "query">) =>
  query<{ kind: string; from: number; to: number }>(
    `SELECT kind, from_event_id AS "from", to_event_id AS "to" FROM event_lineage ORDER BY id`,
    [],
  );

export const clear = ({ query }: Pick<Database, "query">) =>
  query("TRUNCATE observations, events, event_lineage, observation_departures RESTART IDENTITY CASCADE", []);

/** Groups documents whose titles share a hashtag, directly or over others: a test decides by the titles what is one event. */
export function byHashtags(documents: readonly GroupingDocument[]): number[][] {
  const groups: { tags: Set<string>; members: number[] }[] = [];
  for (const [index, { title }] of documents.entries()) {
    const tags = new Set(title.match(/#\w+/g));
    const shared = groups.filter((group) => [...tags].some((tag) => group.tags.has(tag)));
    const group = { tags, members: [index] };
    for (const other of shared) {
      for (const tag of other.tags) group.tags.add(tag);
      group.members.push(...other.members);
      groups.splice(groups.indexOf(other), 1);
    }
    groups.push(group);
  }
  return groups.map(({ members }) => members);
}

/** Writes nothing but titles, so that a test sees which events were written. */
export function plainDeps(overrides: Partial<GroupingDeps> = {}): GroupingDeps {
  return {
    groupDocuments: byHashtags,
    linkCompanies,
    vectorise: async (texts) => ({ model: "none", vectors: texts.map(() => []) }),
    composeEvent: (observations) => ({
      title: observations.map(({ title }) => title).join(" | "),
      summary: "",
      anchorText: "",
      searchKeywords: [],
      relevantEntities: [],
      affectedDatapoints: [],
      alertTypes: [],
      impactedEntities: [],
      companyEffects: new Map(),
      articleCount: observations.length,
      independentSources: observations.length,
    }),
    ...overrides,
  };
}
