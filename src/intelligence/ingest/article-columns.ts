import { columnPositions, normaliseColumn, shownColumn, shownHeader } from "#foundation/files/header";
import { ARTICLE_FIELDS, type ArticleField } from "./article-record.ts";

/**
 * Headings of each field in files of publishers and collections. If a file has several, the first that is filled
 * counts.
 */
const NAMES: Record<ArticleField, readonly string[]> = {
  id: ["id", "guid", "articleId"],
  url: ["url", "link", "href", "articleUrl", "webUrl"],
  title: ["title", "headline"],
  summary: ["summary", "description", "abstract", "snippet", "lead"],
  text: ["text", "content", "body", "fullText", "articleText", "articleBody", "contentText", "contentHtml"],
  image: ["image", "imageUrl", "urlToImage", "thumbnail"],
  publisher: ["publisher", "source", "sourceName", "outlet"],
  category: ["category", "section", "topic", "desk"],
  published: [
    "published",
    "publishedAt",
    "publishedDate",
    "datePublished",
    "publicationDate",
    "pubDate",
    "date",
    "timestamp",
  ],
};

/**
 * Ignored columns of known layouts: a label of the UCI News Aggregator, the host (the address contains it), and people.
 */
const IGNORED = ["story", "hostname", "author", "authors", "byline", "language", "modified", "updated"];

const FIELD_OF: ReadonlyMap<string, ArticleField> = new Map(
  ARTICLE_FIELDS.flatMap((field) => NAMES[field].map((name) => [normaliseColumn(name), field] as const)),
);
const KNOWN: ReadonlySet<string> = new Set([...FIELD_OF.keys(), ...IGNORED.map(normaliseColumn)]);

/** The position of each field in a row. */
export interface ArticleColumns {
  /** Positions of the field's columns, the preferred one first. A field that the file lacks has no entry. */
  columns: ReadonlyMap<ArticleField, readonly number[]>;
  unknown: string[];
}

/** Returns whether the layout has a column of this name. */
export function isArticleColumn(name: string): boolean {
  return KNOWN.has(normaliseColumn(name));
}

/** Finds the fields of a header, in any order and case, or returns what is missing. */
export function bindArticleColumns(names: readonly string[]): ArticleColumns | { problem: string } {
  const positions = columnPositions(names);
  if ("problem" in positions) return positions;
  const columns = new Map<ArticleField, number[]>();
  for (const field of ARTICLE_FIELDS) {
    const found = NAMES[field]
      .map((name) => positions.get(normaliseColumn(name)))
      .filter((position) => position !== undefined);
    if (found.length > 0) columns.set(field, found);
  }
  const missing = (["url", "title", "published"] as const).filter((field) => !columns.has(field));
  if (missing.length > 0)
    return { problem: `found ${shownHeader(names)}; missing: ${missing.map((field) => `"${field}"`).join(", ")}` };
  return {
    columns,
    unknown: names.filter((name) => name.trim() !== "" && !isArticleColumn(name)).map(shownColumn),
  };
}
