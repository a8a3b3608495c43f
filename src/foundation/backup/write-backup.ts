import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PoolClient } from "pg";
import copyStreams from "pg-copy-streams";
import { PACKAGE_VERSION } from "../config/package-version.ts";
import type { Database, Queries } from "../db/database.ts";
import { appliedMigrations } from "../db/migrate.ts";
import { transaction } from "../db/transaction.ts";
import { ConflictError, InvalidInputError } from "../errors/index.ts";
import { type BackupContents, closing, FORMAT, marked, opening, type TableEnd } from "./backup-file.ts";
import { type BackupTable, backupTables, copied, quoted, TEXT_FORMAT } from "./backup-tables.ts";

export interface BackupOptions {
  /** Called after each table. */
  onTable?: (table: TableEnd, done: number, of: number) => void;
  /** On abort, the file is removed and the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Size of the pieces passed to gzip, in bytes: COPY emits one piece per row. */
const PIECE = 65_536;
/** Balances size and time: level 3 already compresses texts of companies to a third. */
const COMPRESSION = 3;

/**
 * Writes all tables to a file as of one moment, while other processes keep writing.
 * One transaction reads one snapshot; its locks block nothing but migrations.
 * The file gets its name once it is complete and on disk. Only its owner can read it.
 * @throws InvalidInputError where the file already exists
 */
export async function writeBackup(
  db: Database,
  file: string,
  { onTable, signal }: BackupOptions = {},
): Promise<BackupContents> {
  if (await isThere(file)) throw new InvalidInputError(`${file} already exists; a backup does not overwrite files`);
  const partial = `${file}.partial`;
  const tables = await backupTables(db);
  try {
    const contents = await transaction(
      db,
      async (inside, connection) => {
        await inside.query(TEXT_FORMAT);
        // Locks before the first query takes the snapshot: a migration under way is then either in the snapshot or
        // waits.
        await inside.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(", ")} IN ACCESS SHARE MODE`);
        const contents = await describe(inside, tables);
        await pipeline(
          inPieces(sections(contents, { inside, connection, onTable })),
          createGzip({ level: COMPRESSION, chunkSize: PIECE }),
          createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }),
          signal === undefined ? {} : { signal },
        );
        return contents;
      },
      { isSnapshot: true, closesOnFailure: true },
    );
    await rename(partial, file);
    return contents;
  } catch (error) {
    if (isTaken(error))
      throw new InvalidInputError(
        `${partial} exists: another backup is writing it, or a killed backup left it behind; in that case, delete it`,
      );
    await rm(partial, { force: true });
    signal?.throwIfAborted();
    throw isOfFile(error) ? new InvalidInputError(`${file} cannot be written: ${error.message}`) : error;
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

/**
 * Whether an error is about the file. Such errors name a path; those of a full disk name no path, but a system call.
 */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && ("path" in error || ("syscall" in error && error.syscall === "write" && "errno" in error));

/** Returns what the snapshot holds, before its rows are read. */
async function describe(inside: Queries, locked: readonly BackupTable[]): Promise<BackupContents> {
  const tables = await backupTables(inside);
  if (JSON.stringify(tables) !== JSON.stringify(locked))
    throw new ConflictError("migrations were applied meanwhile: run the backup again");
  const [server] = await inside.query<{ version: string }>("SELECT current_setting('server_version') AS version", []);
  return {
    header: {
      format: FORMAT,
      version: PACKAGE_VERSION,
      madeAt: new Date().toISOString(),
      postgresql: server?.version ?? "",
      migrations: await appliedMigrations(inside),
      tables,
    },
    tables: [],
    end: { sequences: {}, tables: 0, rows: 0 },
  };
}

interface Source {
  inside: Queries;
  connection: PoolClient;
  onTable: BackupOptions["onTable"];
}

async function* sections(contents: BackupContents, { inside, connection, onTable }: Source): AsyncGenerator<Buffer> {
  const { header, tables, end } = contents;
  yield Buffer.from(marked(header));
  for (const table of header.tables) {
    yield Buffer.from(opening(table));
    const hash = createHash("sha256");
    const stream = connection.query(copyStreams.to(`COPY ${copied(table)} TO STDOUT`));
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
    const written = { table: table.name, rows: stream.rowCount, sha256: hash.digest("hex") };
    tables.push(written);
    end.tables += 1;
    end.rows += written.rows;
    yield Buffer.from(`${closing}${marked(written)}`);
    onTable?.(written, end.tables, header.tables.length);
  }
  // Reads sequences after the rows: sequences ignore the snapshot, so they may be ahead of it but never behind.
  const sequences = await inside.query<{ name: string; value: string }>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
    [],
  );
  end.sequences = Object.fromEntries(sequences.map(({ name, value }) => [name, value]));
  yield Buffer.from(marked(end));
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < PIECE) continue;
    yield Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
  }
  yield Buffer.concat(waiting, length);
}
