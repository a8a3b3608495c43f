import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import copyStreams from "pg-copy-streams";
import type { Database, Queries } from "./database.ts";
import { transaction } from "./transaction.ts";

export interface CopyIn<Result> {
  /** Creates the temporary table for the rows; it must end with the transaction (`ON COMMIT DROP`). */
  createStaging: string;
  /** `COPY … FROM STDIN` into that table. */
  copyInto: string;
  /** The rows in COPY's text format (`copyLine`). */
  lines: AsyncIterable<string>;
  /** Called when a piece of the rows has been sent to the database. */
  onPiece?: () => void;
  /** Applies the staged rows; the transaction commits afterwards. */
  apply(inside: Queries): Promise<Result>;
  /** On abort, everything is rolled back and the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Rolls everything back at the end. */
  dryRun?: boolean | undefined;
}

/** Size of the pieces that are sent to COPY, in characters. */
const PIECE_LENGTH = 65_536;

/**
 * Copies rows into a temporary table and applies them, in one transaction: all or nothing, even when the process is
 * killed.
 * Memory does not grow with the number of rows: each piece is made once the database has taken the previous one.
 */
export async function copyInTransaction<Result>(db: Pick<Database, "pool">, work: CopyIn<Result>): Promise<Result> {
  const { signal } = work;
  signal?.throwIfAborted();
  const undo: { cancel?: { dispose(): void } } = {};
  try {
    return await transaction(
      db,
      async (inside, connection) => {
        undo.cancel = cancelOnAbort(db, connection, signal);
        await inside.query(work.createStaging);
        await pipeline(Readable.from(inPieces(work)), connection.query(copyStreams.from(work.copyInto)), {
          ...(signal === undefined ? {} : { signal }),
        });
        const result = await work.apply(inside);
        signal?.throwIfAborted();
        undo.cancel.dispose();
        return result;
      },
      { isRehearsal: work.dryRun ?? false, closesOnFailure: true },
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    undo.cancel?.dispose();
  }
}

async function* inPieces({ lines, onPiece }: CopyIn<unknown>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length >= PIECE_LENGTH) {
      yield piece;
      onPiece?.();
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}

/** Asks PostgreSQL to cancel on abort, because a long statement does not see our signal. */
function cancelOnAbort(
  db: Pick<Database, "pool">,
  client: PoolClient,
  signal: AbortSignal | undefined,
): { dispose(): void } {
  if (signal === undefined) return { dispose() {} };
  const onAbort = () => {
    const backend = "processID" in client && typeof client.processID === "number" ? client.processID : null;
    // A failed cancel only means that the statement runs to its end before the rollback.
    if (backend !== null) db.pool.query("SELECT pg_cancel_backend($1)", [backend]).catch(() => {});
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return { dispose: () => signal.removeEventListener("abort", onAbort) };
}
