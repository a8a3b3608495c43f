import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { openByteSource } from "#foundation/files/byte-source";
import { CsvRecordReader } from "#foundation/files/csv-records";
import { columnPositions } from "#foundation/files/header";
import { LineSplitter } from "#foundation/files/lines";
import { withoutBom } from "#foundation/files/sniff";
import type { GroupingDocument } from "#intelligence/events/grouping/group-documents";

/** A row of the headlines layout. */
export interface Headline {
  id: string;
  document: GroupingDocument;
  /** The label, null where the file has no such column. Never given to the grouping. */
  story: string | null;
}

export interface HeadlineFile {
  headlines: Headline[];
  /** Rows that could not be read, with the line and the reason. */
  setAside: string[];
  hasLabels: boolean;
}

const NEEDED = ["title", "url", "publisher", "published"] as const;

/**
 * Reads a CSV file, also gzip, with the columns title, url, publisher and published, in any order. It may have id, text,
 * category and story too. Other columns are not looked at. Without an id, the address is the id.
 * @throws Error where the file or a column is missing.
 */
export async function readHeadlines(file: string): Promise<HeadlineFile> {
  if (!existsSync(file)) throw new Error(`${file} does not exist (--headlines names another file)`);
  const records = await readRecords(file);
  const header = records.header;
  const positions = columnPositions(header);
  if ("problem" in positions) throw new Error(`${file}: ${positions.problem}`);
  const missing = NEEDED.filter((name) => !positions.has(name));
  if (missing.length > 0)
    throw new Error(`${file} lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`);
  const setAside = [...records.setAside];
  const headlines: Headline[] = [];
  for (const { line, cells } of records.rows) {
    const cell = (name: string) => cells[positions.get(name) ?? -1] ?? "";
    const publishedAt = new Date(cell("published"));
    if (Number.isNaN(publishedAt.getTime())) {
      setAside.push(`line ${line}: "${cell("published").slice(0, 40)}" is not a date`);
      continue;
    }
    const [title, url, publisher] = [cell("title"), cell("url"), cell("publisher")];
    headlines.push({
      id: positions.has("id") ? cell("id") : url,
      document: { key: url, title, text: cell("text"), url, publisher, category: cell("category"), publishedAt },
      story: positions.has("story") ? cell("story") : null,
    });
  }
  return { headlines, setAside, hasLabels: positions.has("story") };
}

async function readRecords(file: string) {
  const source = await openByteSource(file, () => undefined);
  const splitter = new LineSplitter();
  const lines = [];
  for await (const chunk of source.chunks) lines.push(...splitter.push(chunk));
  lines.push(...splitter.end());
  const [first] = lines;
  if (!first) throw new Error(`${file} is empty`);
  first.text = withoutBom(first.text);
  const header = headerOf(first.text);
  const reader = new CsvRecordReader(",", header.length);
  const rows: { line: number; cells: string[] }[] = [];
  const setAside: string[] = [];
  for (const record of [...reader.push(lines), ...reader.end()]) {
    if (record.cells === undefined) setAside.push(`line ${record.line}: ${record.problem}`);
    else if (record.line > first.number) rows.push(record);
  }
  return { header, rows, setAside };
}

function headerOf(line: string): string[] {
  return line.split(",").map((name) => name.trim().replace(/^"|"$/g, ""));
}

/** The headline of a set that has its words beside its labels. */
export const writtenHeadline = (id: string, title: string): Headline => ({
  id,
  document: {
    key: id,
    title,
    text: "",
    url: `https://example.com/${id}`,
    publisher: "Example",
    category: "",
    publishedAt: new Date(0),
  },
  story: null,
});

/** A number from 0 up to 1 that depends on the text alone: seeds the resamples. */
export function fractionOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** The same row as from a source that gives no category. */
export function withoutCategory(headline: Headline): Headline {
  return { ...headline, document: { ...headline.document, category: "" } };
}
