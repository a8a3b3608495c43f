import { type Line, LineSplitter } from "#foundation/files/lines";
import type { ArticleField } from "./article-record.ts";

/**
 * Columns of a file of GDELT's Global Knowledge Graph, version 2.1, which has no header: tab-delimited, by position
 * (The GDELT Global Knowledge Graph Data Format Codebook V2.1).
 */
const COLUMNS = 27;
const DATE = 1;
const COLLECTION = 2;
const PUBLISHER = 3;
const ADDRESS = 4;
const ORGANISATIONS = 13;
const IMAGE = 18;
const EXTRAS = 26;

/** Value of the source collection for pages of the open web; the others' addresses are no URLs. */
const WEB = "1";
/** `20260301121500-12`: the interval and the number of the article in it; "T" before the number of a translated one. */
const FIRST_CELL = /^\d{14}-T?\d+\t/;
const TITLE = /<PAGE_TITLE>([^<]*)<\/PAGE_TITLE>/;
const PUBLISHED = /<PAGE_PRECISEPUBTIMESTAMP>(\d{14})<\/PAGE_PRECISEPUBTIMESTAMP>/;

/** An article of the file: its values by field, the preferred first; or what is wrong with its line. */
export type GkgRow = { line: number } & (
  | { fields: Partial<Record<ArticleField, readonly string[]>>; problem?: undefined }
  | { fields?: undefined; problem: string }
);

/** Whether a file's beginning is that of a GKG file. */
export function looksLikeGkg(head: string): boolean {
  const [first = ""] = head.split("\n", 1);
  return FIRST_CELL.test(first) && first.split("\t").length === COLUMNS;
}

/**
 * The articles of a GKG file that name an organisation, in its order; pages about nobody (weather, sports results) are passed over,
 * and so are sources that are not on the web. Memory does not grow with the file.
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
    // The page's own moment, where it states one; otherwise when it was seen.
    published: [PUBLISHED.exec(extras)?.[1] ?? "", cell(DATE)],
    publisher: [cell(PUBLISHER)],
    image: [cell(IMAGE)],
  };
}
