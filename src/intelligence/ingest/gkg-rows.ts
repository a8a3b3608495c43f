import { type Line, LineSplitter } from "#foundation/files/lines";
import type { ArticleField } from "./article-record.ts";

/**
 * Columns of a file of GDELT's Global Knowledge Graph, version 2.1. It is tab-delimited and has no header (The GDELT
 * Global Knowledge Graph Data Format Codebook V2.1).
 */
const COLUMNS = 27;
const DATE = 1;
const COLLECTION = 2;
const PUBLISHER = 3;
const ADDRESS = 4;
const ORGANISATIONS = 13;
const IMAGE = 18;
const EXTRAS = 26;

/** Value of the source collection for pages of the open web. The addresses of other collections are not URLs. */
const WEB = "1";
/**
 * `20260301121500-12`: the interval and the number of the article in it. "T" precedes the number of a translated
 * article.
 */
const FIRST_CELL = /^\d{14}-T?\d+\t/;
const TITLE = /<PAGE_TITLE>([^<]*)<\/PAGE_TITLE>/;
const PUBLISHED = /<PAGE_PRECISEPUBTIMESTAMP>(\d{14})<\/PAGE_PRECISEPUBTIMESTAMP>/;

/** An article of the file: its values by field, the preferred value first; or the problem of its line. */
export type GkgRow = { line: number } & (
  | { fields: Partial<Record<ArticleField, readonly string[]>>; problem?: undefined }
  | { fields?: undefined; problem: string }
);

/** Returns whether a file begins like a GKG file. */
export function looksLikeGkg(head: string): boolean {
  const [first = ""] = head.split("\n", 1);
  return FIRST_CELL.test(first) && first.split("\t").length === COLUMNS;
}

/**
 * Reads the articles of a GKG file that name an organisation, in the file's order. Skips pages without an organisation
 * (weather, sports results) and sources that are not on the web. Memory does not grow with the file.
 */
export async function* gkgRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<GkgRow> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* rowsOf(splitter.push(chunk));
  yield* rowsOf(splitter.end());
}

function* rowsOf(lines: readonly Line[]): Generator<GkgRow> {
  for (const { number: line, text, problem } of lines) {
    if (problem !== undefined) yield { line, problem };
    else if (text.trim() !== "") {
      const cells = text.split("\t");
      if (cells.length !== COLUMNS) yield { line, problem: `${cells.length} columns instead of ${COLUMNS}` };
      else if (cells[COLLECTION] === WEB && cells[ORGANISATIONS] !== "") yield { line, fields: fieldsOf(cells) };
    }
  }
}

function fieldsOf(cells: readonly string[]): Partial<Record<ArticleField, readonly string[]>> {
  const cell = (at: number) => cells[at] ?? "";
  const extras = cell(EXTRAS);
  return {
    url: [cell(ADDRESS)],
    title: [TITLE.exec(extras)?.[1] ?? ""],
    // The page's own time, if it states one; otherwise the time at which GDELT saw it.
    published: [PUBLISHED.exec(extras)?.[1] ?? "", cell(DATE)],
    publisher: [cell(PUBLISHER)],
    image: [cell(IMAGE)],
  };
}
