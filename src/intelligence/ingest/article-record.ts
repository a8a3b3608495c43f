import type { DatePrecision } from "./read-date.ts";

/** An article as a file or a feed gives it, cleaned and checked; `""` means that it does not say. */
export interface ArticleRecord {
  /** The source's own id, unique only within one file. */
  id: string;
  /** Normalised (`readArticleUrl`): the identity of an article. */
  url: string;
  title: string;
  /** What the source says it is about, one paragraph. */
  summary: string;
  text: string;
  /** Absolute http(s) address of a picture. */
  image: string;
  publisher: string;
  /** The desk that the source put it under, in the source's own word. */
  category: string;
  publishedAt: Date;
  datePrecision: DatePrecision;
  /** Whether the source gave no date, so that the day of reading is used. */
  isDateAssumed: boolean;
}

/** The names of the fields, and of the columns of our own layout. */
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

/** Longest texts that are kept, in characters; what is longer is cut, and the report says so. */
export const MAX_LENGTH = {
  id: 500,
  title: 500,
  summary: 5_000,
  text: 100_000,
  publisher: 200,
  category: 100,
} as const;
