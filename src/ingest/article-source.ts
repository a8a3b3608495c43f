import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import { InvalidInputError } from "../errors/index.ts";
import type { ByteSource } from "../files/byte-source.ts";
import { bufferSource, openByteSource } from "../files/byte-source.ts";
import { decodeSource, encodingOf } from "../files/decode-source.ts";
import { sniffFormat } from "../files/sniff.ts";
import type { Binding, TableLayout } from "../files/table-layout.ts";
import type { TableRow } from "../files/table-rows.ts";
import { tableRows } from "../files/table-rows.ts";
import { type ArticleColumns, bindArticleColumns, isArticleColumn } from "./article-columns.ts";
import type { ArticleField } from "./article-record.ts";
import { type Feed, looksLikeFeed, readFeed } from "./feed-entries.ts";
import { type ArticleDefaults, type ArticleReading, readArticle } from "./read-article.ts";

/** Where records come from: a file (`-` is standard input), or an answer from the web. */
export type RecordInput =
  | { path: string; encoding?: string | undefined }
  | { url: string; body: Buffer; contentType: string; encoding?: string | undefined };

/** An article or why it was set aside. `line` is the line of a file or the number of a feed's entry, from 1. */
export type ArticleRow = TableRow<ArticleReading>;

export interface RecordSource<Row> {
  format: "csv" | "ndjson" | Feed["format"];
  /** Format and name, such as `csv:headlines.csv.gz` or `rss:https://example.com/feed`. */
  source: string;
  totalBytes: number | null;
  /** Columns that nothing reads; complete once all rows are read. */
  unknownColumns: ReadonlySet<string>;
  /** In the source's order. To be read once. */
  rows: AsyncIterable<Row>;
  /** Lets go of the file, read to its end or not: standard input that stays open would keep the process. */
  close(): void;
}

/** A feed is read as a whole: larger ones belong into a file of rows. Unpacked bytes in UTF-8. */
const MAX_FEED_BYTES = 64 * 1024 * 1024;
/** Unknown columns that are remembered by name, so that a file of random keys does not fill the memory. */
const MAX_UNKNOWN_COLUMNS = 100;
const EXPECTED =
  "Expected is CSV (with a header), NDJSON (one JSON object a line), RSS, Atom or JSON Feed, plain or gzip (docs/article-files.md)";

/**
 * Opens a source of articles: CSV, NDJSON, or a feed. Bad rows come out as rows with a `problem`; reading never stops for one.
 * Memory grows with a feed, up to its limit, and not with a file of rows.
 * @throws InvalidInputError at once where it is no such source, naming what was found; while reading, where its gzip or its
 *   encoding turns out to be damaged.
 */
export async function openArticles(
  input: RecordInput,
  defaults: { now: Date },
  onBytes: (read: number) => void = () => {},
): Promise<RecordSource<ArticleRow>> {
  const bytes = await openInput(input, onBytes);
  try {
    if (!looksLikeFeed(bytes.head.toString("utf8"))) return openTable(input, bytes, articleLayout(defaults), EXPECTED);
    const feed = readFeed(await wholeText(bytes));
    return {
      format: feed.format,
      source: sourceName(input, feed.format),
      totalBytes: bytes.totalBytes,
      unknownColumns: new Set(),
      rows: feedRows(feed, {
        ...defaults,
        assumeDate: true,
        publisher: feed.title,
        baseUrl: absolute(feed.baseUrl, input),
      }),
      close: bytes.close,
    };
  } catch (error) {
    bytes.close();
    throw error;
  }
}

/**
 * Reads the beginning of a source only.
 * @throws InvalidInputError where `openArticles` would refuse it by its beginning.
 */
export async function checkArticles(input: RecordInput): Promise<void> {
  const bytes = await openInput(input, () => {});
  try {
    if (!looksLikeFeed(bytes.head.toString("utf8")))
      sniffFormat(bytes.head, articleLayout({ now: new Date() }), EXPECTED);
  } finally {
    bytes.close();
  }
}

/** The bytes of an input in UTF-8. */
export async function openInput(input: RecordInput, onBytes: (read: number) => void): Promise<ByteSource> {
  if ("path" in input) return decodeSource(await openByteSource(input.path, onBytes), input.encoding);
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(input.contentType)?.[1];
  const source = await bufferSource(input.body, onBytes);
  // Servers say "iso-8859-1" of everything. Text that is UTF-8 from end to end is UTF-8, whatever its label says.
  const isMislabelled = !source.isGzip && encodingOf(source.head) === "utf-8" && isUtf8(input.body);
  return decodeSource(source, input.encoding ?? (isMislabelled ? "utf-8" : charset));
}

/** A source of rows, CSV or NDJSON. */
export function openTable<B extends Binding, Reading extends object>(
  input: RecordInput,
  bytes: ByteSource,
  layout: TableLayout<B, Reading>,
  expected: string,
): RecordSource<TableRow<Reading>> {
  const format = sniffFormat(bytes.head, layout, expected);
  const unknownColumns = new Set<string>();
  const rows = tableRows(bytes.chunks, format, layout, (names) => {
    for (const name of names) if (unknownColumns.size < MAX_UNKNOWN_COLUMNS) unknownColumns.add(name);
  });
  const source = sourceName(input, format.format);
  return { format: format.format, source, totalBytes: bytes.totalBytes, unknownColumns, rows, close: bytes.close };
}

function sourceName(input: RecordInput, format: string): string {
  if ("url" in input) return `${format}:${input.url}`;
  return `${format}:${input.path === "-" ? "standard input" : basename(input.path)}`;
}

function articleLayout(defaults: ArticleDefaults): TableLayout<ArticleColumns, ArticleReading> {
  return {
    knows: isArticleColumn,
    bind: bindArticleColumns,
    read: ({ columns }, cells) =>
      readArticle((field) => (columns.get(field) ?? []).map((position) => cells[position]), defaults),
    setAside: (problem) => ({ problem }),
  };
}

async function* feedRows(feed: Feed, defaults: ArticleDefaults): AsyncGenerator<ArticleRow> {
  for (const [index, entry] of feed.entries.entries())
    yield { line: index + 1, ...readArticle((field: ArticleField) => entry[field] ?? [], defaults) };
}

/** What relative addresses of a feed are relative to. */
function absolute(baseUrl: string, input: RecordInput): string | undefined {
  const ownUrl = "url" in input ? input.url : undefined;
  try {
    return new URL(baseUrl, ownUrl).href;
  } catch {
    return ownUrl;
  }
}

async function wholeText(bytes: ByteSource): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes.chunks) {
    length += chunk.length;
    if (length > MAX_FEED_BYTES)
      throw new InvalidInputError(`the feed has more than ${MAX_FEED_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (!isUtf8(whole))
    throw new InvalidInputError("the feed is not UTF-8 and declares no other encoding (--encoding NAME names it)");
  return whole.toString("utf8");
}
