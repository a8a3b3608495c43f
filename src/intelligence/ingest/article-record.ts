import type { DatePrecision } from "./read-date.ts";

/** An article from a file or a feed, cleaned and checked. `""` means that the source lacks the value. */
export interface ArticleRecord {
  /** The source's own id, unique only within one file. */
  id: string;
  /** Normalised (`readArticleUrl`). It identifies the article. */
  url: string;
  title: string;
  /** The source's summary of the article, in one paragraph. */
  summary: string;
  text: string;
  /** Absolute http(s) address of a picture. */
  image: string;
  publisher: string;
  /** The source's section of the article, in the source's own word. */
  category: string;
  publishedAt: Date;
  datePrecision: DatePrecision;
  /** Whether the source gave no date, so that the day of reading is used. */
  isDateAssumed: boolean;
  /** When the source read the page; null where it is read now. */
  retrievedAt: Date | null;
}

/** The names of the fields, which are also the columns of our own layout. */
export const ARTICLE_FIELDS = [
  "id",
  "url",
  "title",
  "summary",
  "text",
  "image",
  "publisher",
  "category",
  "published",
] as const;

export type ArticleField = (typeof ARTICLE_FIELDS)[number];

/** Maximum characters of the stored texts. Longer texts are cut, and the report says so. */
export const MAX_LENGTH = {
  id: 500,
  title: 500,
  summary: 5_000,
  text: 100_000,
  publisher: 200,
  category: 100,
} as const;
