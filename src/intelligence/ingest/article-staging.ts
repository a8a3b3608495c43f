import { copyLine } from "#foundation/db/copy-text";
import type { ArticleRecord } from "./article-record.ts";

/** The kinds of article that are imported and polled, the most general one first. */
export const ARTICLE_KINDS = ["articles", "news", "observations"] as const;

/**
 * What an article serves: news of companies (with ESG items and people), observations of events, or both as one stream
 * (`articles`).
 */
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** One of the forms in which articles are stored. */
export type ArticleForm = Exclude<ArticleKind, "articles">;

/** Returns the forms in which a kind is stored, always in the same order, so that imports lock in the same order. */
export const formsOf = (kind: ArticleKind): readonly ArticleForm[] =>
  kind === "articles" ? ["news", "observations"] : [kind];

/** How a form is stored: its table, its text columns, and the column that is null in an unprocessed row. */
const TABLES: Record<ArticleForm, { table: string; texts: readonly string[]; pending: string }> = {
  news: { table: "news_items", texts: ["title", "summary", "text", "image", "publisher"], pending: "analysed_at" },
  observations: { table: "observations", texts: ["title", "text", "publisher", "category"], pending: "event_id" },
};

/** Staged columns that are stored in another way than as they are. */
const STAGED_VALUES: Record<ArticleForm, Readonly<Record<string, string>>> = {
  news: {},
  // The summary replaces a missing text, because grouping and describing events read only the text.
  observations: { text: "coalesce(nullif(s.text, ''), s.summary)" },
};

const STAGED_TEXTS = ["id", "url", "host", "title", "summary", "text", "image", "publisher", "category"];

/** Creates a temporary table for the rows of one source, dropped with the transaction. */
export const CREATE_STAGING = `
  CREATE TEMPORARY TABLE staged_articles (
    line integer, ${STAGED_TEXTS.map((name) => `${name} text`).join(", ")},
    published_at timestamptz(3), date_precision smallint, is_date_assumed boolean, retrieved_at timestamptz(3)
  ) ON COMMIT DROP`;

export const COPY_INTO_STAGING = `
  COPY staged_articles (line, ${STAGED_TEXTS.join(", ")}, published_at, date_precision, is_date_assumed, retrieved_at) FROM STDIN`;

/** Formats one row in PostgreSQL's COPY text format. */
export function toCopyLine(line: number, article: ArticleRecord): string {
  return copyLine([
    line,
    article.id,
    article.url,
    new URL(article.url).hostname.replace(/^www\./, ""),
    article.title,
    article.summary,
    article.text,
    article.image,
    article.publisher,
    article.category,
    article.publishedAt,
    article.datePrecision,
    article.isDateAssumed,
    article.retrievedAt,
  ]);
}

/** Finds repeats of an earlier row: with the same address, or with the same id and another address. */
export const FIND_REPEATED = `
  CREATE TEMPORARY TABLE repeated_articles ON COMMIT DROP AS
  SELECT line, id, url_line, id_line
  FROM (SELECT line, id, min(line) OVER (PARTITION BY url) AS url_line, min(line) OVER (PARTITION BY id) AS id_line
        FROM staged_articles) r
  WHERE line > url_line OR (id <> '' AND line > id_line)`;

export const DELETE_REPEATED = "DELETE FROM staged_articles s USING repeated_articles r WHERE r.line = s.line";

export const COUNT_REPEATED = "SELECT count(*)::int AS repeated FROM repeated_articles WHERE line > url_line";

/** Two articles under one id are ambiguous, so the later one is reported. */
export const LIST_OTHER_IDS = `
  SELECT line, left(id, 60) AS id, id_line FROM repeated_articles WHERE line = url_line ORDER BY line`;

/** A date must not replace a known time on that day. The day of reading must not replace a source's date. */
const PUBLISHED = `
  CASE WHEN a.id IS NOT NULL AND (s.is_date_assumed OR (
         s.date_precision < a.date_precision
         AND date_trunc((ARRAY['year', 'month', 'day'])[s.date_precision], a.published_at, 'UTC') = s.published_at))
       THEN a.`;

/**
 * Merges each staged article with the stored article of its address. A filled value of the source replaces the stored
 * value. `known_id` and `old_hash` are null for a new article.
 */
export function mergeStaged(form: ArticleForm): string {
  const { table, texts } = TABLES[form];
  const merged = texts.map((name) => {
    const staged = STAGED_VALUES[form][name] ?? `s.${name}`;
    const fallback = name === "publisher" ? "s.host" : "''";
    return `coalesce(nullif(${staged}, ''), nullif(a.${name}, ''), ${fallback}) AS ${name}`;
  });
  return `
  CREATE TEMPORARY TABLE merged_${form} ON COMMIT DROP AS
  SELECT m.*, encode(sha256(convert_to(jsonb_build_array(
    ${texts.map((name) => `m.${name}`).join(", ")}, extract(epoch FROM m.published_at), m.date_precision)::text, 'UTF8')), 'hex') AS content_hash
  FROM (
    SELECT s.line, s.url, coalesce(s.retrieved_at, now()) AS retrieved_at, a.id AS known_id, a.content_hash AS old_hash, ${merged.join(", ")},
      ${PUBLISHED}published_at ELSE s.published_at END AS published_at,
      ${PUBLISHED}date_precision ELSE s.date_precision END AS date_precision
    FROM staged_articles s LEFT JOIN ${table} a ON a.url = s.url
  ) m`;
}

/** Counts articles. One is inserted where a form of it is new, and updated where a known form has changed. */
export function countMerged(forms: readonly ArticleForm[]): string {
  const merged = forms.map((form) => `SELECT line, known_id, old_hash, content_hash FROM merged_${form}`);
  return `
  SELECT count(*)::int AS articles,
         count(*) FILTER (WHERE is_new)::int AS inserted,
         count(*) FILTER (WHERE is_changed AND NOT is_new)::int AS updated
  FROM (SELECT bool_or(known_id IS NULL) AS is_new, coalesce(bool_or(content_hash <> old_hash), false) AS is_changed
        FROM (${merged.join(" UNION ALL ")}) m GROUP BY line) a`;
}

/** Locks changed articles in the order in which everybody locks them, so that no two transactions wait for each other. */
export function lockChanged(form: ArticleForm): string {
  const { table } = TABLES[form];
  return `
  SELECT FROM ${table} WHERE id IN (SELECT known_id FROM merged_${form} WHERE content_hash <> old_hash)
  ORDER BY id FOR UPDATE`;
}

/**
 * `$1` is the source. Changed articles become unprocessed, because results from their old content must be derived
 * again.
 */
export function updateChanged(form: ArticleForm): string {
  const { table, texts, pending } = TABLES[form];
  const columns = [...texts, "published_at", "date_precision", "content_hash"];
  return `
  UPDATE ${table} a
  SET ${columns.map((name) => `${name} = m.${name}`).join(", ")}, source = $1, retrieved_at = m.retrieved_at, ${pending} = NULL
  FROM merged_${form} m
  WHERE m.known_id = a.id AND m.content_hash <> m.old_hash`;
}

/** `$1` is the source. Inserts in the source's order. */
export function insertNew(form: ArticleForm): string {
  const { table, texts } = TABLES[form];
  const columns = ["url", ...texts, "published_at", "date_precision", "content_hash", "retrieved_at"].join(", ");
  return `
  INSERT INTO ${table} (${columns}, source)
  SELECT ${columns}, $1 FROM merged_${form} WHERE known_id IS NULL ORDER BY line`;
}

/** Returns the tables of a kind, as `ANALYZE` lists them. */
export const tablesOf = (kind: ArticleKind): string =>
  formsOf(kind)
    .map((form) => TABLES[form].table)
    .join(", ");
