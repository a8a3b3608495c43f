import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { InvalidInputError } from "../errors/index.ts";
import { type BackupTable, copied } from "./backup-tables.ts";

/**
 * A backup is gzipped text in the format of pg_dump's plain data: one COPY per table with its rows, ended by `\.`.
 * Comments carry what a restore checks: a header on the first line, the row count and SHA-256 after each table, and a
 * last line.
 * A file without that last line is incomplete.
 */
export const FORMAT = 1;
const MARK = "-- market-backup ";
/** Upper bound of our own lines, in bytes; a longer line cannot be one of ours. */
const LONGEST_LINE = 4 * 1024 * 1024;
const END_OF_ROWS = Buffer.from("\n\\.\n");

const headerSchema = z.object({
  format: z.number(),
  /** Version of the product. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Version of the server. */
  postgresql: z.string(),
  /** Names of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const tableEndSchema = z.object({ table: z.string(), rows: z.number(), sha256: z.string() });
export type TableEnd = z.infer<typeof tableEndSchema>;

const endSchema = z.object({
  /** Last value of each sequence that was used. */
  sequences: z.record(z.string(), z.string()),
  tables: z.number(),
  rows: z.number(),
});
export type BackupEnd = z.infer<typeof endSchema>;

/** Formats one of our comment lines. */
export const marked = (value: BackupHeader | TableEnd | BackupEnd): string => `${MARK}${JSON.stringify(value)}\n`;
/** The line before a table's rows. */
export const opening = (table: BackupTable): string => `COPY ${copied(table)} FROM stdin;\n`;
/** The line after a table's rows. */
export const closing = "\\.\n";

export interface BackupContents {
  header: BackupHeader;
  tables: TableEnd[];
  end: BackupEnd;
}

export interface BackupVisitor {
  header?(header: BackupHeader): Promise<void> | void;
  /** Receives a table's rows in COPY's text format; it must read all of them. */
  rows(table: BackupTable, rows: AsyncGenerator<Buffer>): Promise<void>;
  /** Called now and then with the number of bytes read and the size of the file. */
  onRead?: ((read: number, of: number) => void) | undefined;
}

/**
 * Reads a backup from beginning to end in constant memory, and checks each table's row count and checksum.
 * @throws InvalidInputError where the file is not a backup, is damaged or incomplete, or has a later format
 */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<BackupContents> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) throw new InvalidInputError(`${file} is not a readable file`);
  const { size } = found;
  let read = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      visitor.onRead?.(read, size);
      done(null, chunk);
    },
  });
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const text = createGunzip({ chunkSize: 256 * 1024 });
  // `pipe` does not forward errors; the reader of `text` reports what went wrong with the file.
  source.on("error", (error) => text.destroy(error));
  source.pipe(counted).pipe(text);
  try {
    return await readSections(file, new Sections(text), visitor);
  } catch (error) {
    throw isOfZlib(error) ? new InvalidInputError(`${file} is not a backup, or is damaged: ${error.message}`) : error;
  } finally {
    source.destroy();
    text.destroy();
  }
}

const isOfZlib = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");

async function readSections(file: string, sections: Sections, visitor: BackupVisitor): Promise<BackupContents> {
  const damaged = (what: string) => new InvalidInputError(`${file} is damaged: ${what}`);
  const ours = async <T>(schema: z.ZodType<T>, what: string): Promise<T> => {
    const line = await sections.line();
    const parsed = schema.safeParse(line?.startsWith(MARK) ? parseJson(line.slice(MARK.length)) : undefined);
    if (!parsed.success) throw damaged(`${what} is missing`);
    return parsed.data;
  };
  const first = await sections.line();
  if (first === null || !first.startsWith(MARK)) throw new InvalidInputError(`${file} is not a backup of this product`);
  const format = z.object({ format: z.number() }).safeParse(parseJson(first.slice(MARK.length)));
  if (format.success && format.data.format > FORMAT)
    throw new InvalidInputError(`${file} was made by a later version of the product (format ${format.data.format})`);
  const header = headerSchema.safeParse(parseJson(first.slice(MARK.length)));
  if (!header.success) throw damaged("its first line cannot be read");
  await visitor.header?.(header.data);

  const tables: TableEnd[] = [];
  for (const table of header.data.tables) {
    if ((await sections.line()) !== opening(table).trimEnd()) throw damaged(`table ${table.name} is missing`);
    const hash = createHash("sha256");
    await visitor.rows(table, hashed(sections.rows(), hash));
    const end = await ours(tableEndSchema, `the end of table ${table.name}`);
    if (end.table !== table.name || end.sha256 !== hash.digest("hex"))
      throw damaged(`the rows of table ${table.name} are not those that were written`);
    tables.push(end);
  }
  const end = await ours(endSchema, "its end");
  if (end.tables !== tables.length || end.rows !== tables.reduce((sum, { rows }) => sum + rows, 0))
    throw damaged("its end does not fit its tables");
  return { header: header.data, tables, end };
}

async function* hashed(rows: AsyncGenerator<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    hash.update(chunk);
    yield chunk;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that alternates between single lines and the rows of a table. */
class Sections {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  /** Returns the next line without its line break; null at the end, or where the line is too long to be ours. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("utf8", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > LONGEST_LINE || !(await this.#more())) return null;
    }
  }

  /** Yields the bytes up to the line `\.`. No row can look like that line, because COPY doubles every backslash. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < closing.length) if (!(await this.#more())) return;
    if (this.#rest.subarray(0, closing.length).equals(END_OF_ROWS.subarray(1))) {
      this.#rest = this.#rest.subarray(closing.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(END_OF_ROWS);
      if (end >= 0) {
        const rows = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + END_OF_ROWS.length);
        yield rows;
        return;
      }
      // A chunk may end in the middle of the end marker.
      const sure = this.#rest.length - END_OF_ROWS.length + 1;
      if (sure > 0) {
        const rows = this.#rest.subarray(0, sure);
        this.#rest = this.#rest.subarray(sure);
        yield rows;
      }
      if (!(await this.#more())) return;
    }
  }
}
