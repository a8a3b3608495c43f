import type { TableRow } from "#foundation/files/table-rows";
import { decodeHtml } from "#providers/pages/decode-html";
import { readArticlePage } from "#providers/pages/read-article-page";
import type { ArticleField } from "../article-record.ts";
import { type ArticleDefaults, type ArticleReading, readArticle } from "../read-article.ts";
import { readHttpPage } from "./http-page.ts";
import { type WarcRecord, warcRecords } from "./warc-records.ts";

export interface ArchiveReading {
  /** Number of the record after which the reading begins; 0 for the whole file. */
  after: number;
  /** Languages of the pages that are read (`en`); all where it is empty. Pages that declare none are read. */
  languages: readonly string[];
}

/**
 * Yields the articles among the pages of a WARC file. Skips other records, pages that are no articles (home pages,
 * lists), and pages in other languages. Memory holds one page.
 */
export async function* archivedArticles(
  chunks: AsyncIterable<Buffer>,
  defaults: ArticleDefaults,
  { after, languages }: ArchiveReading,
): AsyncGenerator<TableRow<ArticleReading>> {
  const wants = ({ number, fields }: Omit<WarcRecord, "block">) =>
    number > after && fields.get("warc-type") === "response";
  for await (const { number, fields, block } of warcRecords(chunks, wants)) {
    const row = block === null ? null : rowOf(fields, block, defaults, languages);
    if (row !== null) yield { line: number, ...row };
  }
}

function rowOf(
  fields: WarcRecord["fields"],
  block: Buffer,
  defaults: ArticleDefaults,
  languages: readonly string[],
): ArticleReading | null {
  const page = readHttpPage(block);
  // The first version of the format and some writers put the address in angle brackets.
  const url = (fields.get("warc-target-uri") ?? "").replace(/^<(.*)>$/, "$1");
  if (page === null || !URL.canParse(url)) return null;
  try {
    const article = readArticlePage(decodeHtml(page.body, page.contentType), url);
    if (article === null) return null;
    const { language, ...read } = article;
    const [spoken = ""] = language.toLowerCase().split("-");
    if (spoken !== "" && languages.length > 0 && !languages.includes(spoken)) return null;
    const values: Partial<Record<ArticleField, readonly string[]>> = { ...read, url: [url] };
    return readArticle((field) => values[field] ?? [], { ...defaults, retrievedAt: timeOf(fields.get("warc-date")) });
  } catch (error) {
    if (error instanceof RangeError) return { problem: `the page cannot be read: ${error.message}` };
    throw error;
  }
}

function timeOf(written = ""): Date | null {
  const time = new Date(written);
  return Number.isNaN(time.getTime()) ? null : time;
}
