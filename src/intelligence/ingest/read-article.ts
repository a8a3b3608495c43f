import { cut, RowProblem, readText } from "#foundation/files/read-text";
import type { ArticleField, ArticleRecord } from "./article-record.ts";
import { MAX_LENGTH } from "./article-record.ts";
import { readArticleUrl } from "./article-url.ts";
import type { KnownDate } from "./read-date.ts";
import { readDate } from "./read-date.ts";

export type ArticleReading =
  | { article: ArticleRecord; notes: string[]; problem?: undefined }
  | { article?: undefined; problem: string };

/** Defaults for values that a row lacks. */
export interface ArticleDefaults {
  now: Date;
  /** Resolves relative addresses. */
  baseUrl?: string | undefined;
  /** The feed's publisher, for entries that name none. */
  publisher?: string | undefined;
  /**
   * Uses the day of reading for missing dates, because feeds may omit them. In a file, an article without a date is set
   * aside.
   */
  assumeDate?: boolean | undefined;
  /** When the source read the page; by default it is read now. */
  retrievedAt?: Date | null;
}

/** Maximum characters of a summary made from the text: two or three sentences. */
const SUMMARY_LENGTH = 400;

/**
 * Reads a row as an article, or returns the problem. `notes` lists what was cut from or left out of an accepted row.
 * @param raw returns the values of a field in the row, the preferred one first
 */
export function readArticle(
  raw: (field: ArticleField) => readonly unknown[],
  defaults: ArticleDefaults,
): ArticleReading {
  const notes: string[] = [];
  const text = (field: Exclude<ArticleField, "url" | "image" | "published">) => {
    for (const value of raw(field)) {
      const read = readText(field, value, MAX_LENGTH[field], notes);
      if (read !== "") return read;
    }
    return "";
  };
  try {
    const { url, problem } = readArticleUrl(firstFilled(raw("url")), defaults.baseUrl);
    if (problem !== undefined) throw new RowProblem(problem);
    const title = text("title");
    if (title === "") throw new RowProblem("no title");
    if (title.includes("\ufffd")) throw new RowProblem("title: holds U+FFFD, its encoding was damaged before");
    const date = dateOf(firstFilled(raw("published")), defaults);
    const body = text("text");
    return {
      article: {
        id: text("id"),
        url,
        title,
        summary: text("summary") || leadOf(body),
        text: body,
        image: imageOf(raw("image"), url, notes),
        publisher: text("publisher") || readText("publisher", defaults.publisher, MAX_LENGTH.publisher, notes),
        category: text("category"),
        publishedAt: date.at,
        datePrecision: date.precision,
        isDateAssumed: date.isAssumed,
        retrievedAt: defaults.retrievedAt ?? null,
      },
      notes,
    };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

function firstFilled(values: readonly unknown[]): string {
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return "";
}

function dateOf(text: string, { now, assumeDate }: ArticleDefaults): KnownDate & { isAssumed: boolean } {
  if (text === "" && assumeDate === true)
    return { at: new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000), precision: 3, isAssumed: true };
  const date = readDate(text, now);
  if (date.problem !== undefined) throw new RowProblem(date.problem);
  return { at: date.at, precision: date.precision, isAssumed: false };
}

/** Reads the image's address. An invalid address is noted and left empty. */
function imageOf(values: readonly unknown[], pageUrl: string, notes: string[]): string {
  const given = firstFilled(values);
  if (given === "") return "";
  const { url } = readArticleUrl(given, pageUrl);
  if (url === undefined) notes.push("image: not a web address, left empty");
  return url ?? "";
}

/** Returns the first sentences of a text, for lists; whole words if no sentence ends early enough. */
function leadOf(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text;
  const lead = cut(text, SUMMARY_LENGTH);
  const sentenceEnd = Math.max(lead.lastIndexOf(". "), lead.lastIndexOf("! "), lead.lastIndexOf("? "));
  if (sentenceEnd > SUMMARY_LENGTH / 4) return lead.slice(0, sentenceEnd + 1);
  const lastBlank = lead.lastIndexOf(" ");
  return `${lastBlank > 0 ? lead.slice(0, lastBlank) : lead}…`;
}
