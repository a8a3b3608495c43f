import { isUtf8 } from "node:buffer";
import { InvalidInputError } from "#foundation/errors/index";
import type { ByteSource } from "#foundation/files/byte-source";
import { otherEncoding } from "#foundation/files/decode-source";
import { openInput, type RecordInput, readTable, sourceName } from "#foundation/files/record-input";
import type { RecordSource } from "#foundation/files/record-source";
import { sniffFormat } from "#foundation/files/sniff";
import type { TableLayout } from "#foundation/files/table-layout";
import type { TableRow } from "#foundation/files/table-rows";
import { type ArticleColumns, bindArticleColumns, isArticleColumn } from "./article-columns.ts";
import type { ArticleField } from "./article-record.ts";
import { type Feed, looksLikeFeed, readFeed } from "./feed-entries.ts";
import { gkgRows, looksLikeGkg } from "./gkg-rows.ts";
import { type ArticleDefaults, type ArticleReading, readArticle } from "./read-article.ts";
import { type Archive, archiveOf } from "./warc/archive.ts";
import { archivedArticles } from "./warc/archived-articles.ts";
import { looksLikeWarc } from "./warc/warc-records.ts";

/** An article, or why it was set aside. `line` is the line of a file or the number of a feed's entry, from 1. */
export type ArticleRow = TableRow<ArticleReading>;

/** An opened source of articles. */
export interface ArticleSource extends RecordSource<ArticleRow> {
  /** A WARC file, which is stored in parts; `rowsAfter` reads it from behind a record instead of `rows`. */
  archive?: Archive & { rowsAfter(position: number): AsyncIterable<ArticleRow> };
}

export interface ArticleSourceOptions {
  now: Date;
  /** Languages of the pages of an archive that are read; all where it is empty. */
  languages?: readonly string[] | undefined;
}

/**
 * Maximum unpacked bytes of a feed, in UTF-8. A feed is read as a whole, so larger collections must come as a file of
 * rows.
 */
const MAX_FEED_BYTES = 64 * 1024 * 1024;
const EXPECTED =
  "Expected is CSV (with a header), NDJSON (one JSON object a line), RSS, Atom, JSON Feed, GDELT's GKG 2.1 or WARC, plain, gzip or the only file of a ZIP archive (docs/article-files.md)";

/**
 * Opens a source of articles: CSV, NDJSON, a feed, a file of GDELT's knowledge graph, or an archive of pages. A bad row is returned with a
 * `problem` and does not stop the reading. Memory grows with a feed, up to its limit, but not with a file of rows.
 * @throws InvalidInputError at once if the input is not such a source, with what was found. It is also thrown while
 * reading, if the gzip or the encoding is damaged
 */
export async function openArticles(
  input: RecordInput,
  { languages = [], ...defaults }: ArticleSourceOptions,
  onBytes: (read: number) => void = () => {},
): Promise<ArticleSource> {
  const bytes = await openInput(input, onBytes);
  try {
    const head = bytes.head.toString("utf8");
    if (looksLikeGkg(head))
      return {
        format: "gkg",
        source: sourceName(input, "gkg"),
        totalBytes: bytes.totalBytes,
        unknownColumns: new Set(),
        rows: gkgArticles(bytes, defaults),
        close: bytes.close,
      };
    if (looksLikeWarc(head)) {
      const rowsAfter = (after: number) => archivedArticles(bytes.chunks, defaults, { after, languages });
      return {
        format: "warc",
        source: sourceName(input, "warc"),
        totalBytes: bytes.totalBytes,
        unknownColumns: new Set(),
        rows: rowsAfter(0),
        archive: { ...archiveOf(head), rowsAfter },
        close: bytes.close,
      };
    }
    if (!looksLikeFeed(head)) return readTable(input, bytes, articleLayout(defaults), EXPECTED);
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
 * Checks only the beginning of a source.
 * @throws InvalidInputError where `openArticles` would refuse the source by its beginning.
 */
export async function checkArticles(input: RecordInput): Promise<void> {
  const bytes = await openInput(input, () => {});
  try {
    const head = bytes.head.toString("utf8");
    if (!looksLikeFeed(head) && !looksLikeGkg(head) && !looksLikeWarc(head))
      sniffFormat(bytes, articleLayout({ now: new Date() }), EXPECTED);
  } finally {
    bytes.close();
  }
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

async function* gkgArticles({ chunks }: ByteSource, defaults: ArticleDefaults): AsyncGenerator<ArticleRow> {
  for await (const { line, fields, problem } of gkgRows(chunks))
    yield problem === undefined
      ? { line, ...readArticle((field) => fields[field] ?? [], defaults) }
      : { line, problem };
}

/** Returns the base of a feed's relative addresses. */
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
    throw new InvalidInputError(
      `the feed is not UTF-8 and declares no other encoding: ${otherEncoding("windows-1252")}`,
    );
  return whole.toString("utf8");
}
