import { closeSync, openSync, writeSync } from "node:fs";
import { InvalidInputError } from "#foundation/errors/index";
import type { ImportProgress } from "#foundation/files/import-records";
import type { SetAsideRow } from "#foundation/files/import-tally";
import { Bar } from "./bar.ts";

/** Options that every import has. */
export interface ImportCommandOptions {
  json: boolean;
  dryRun: boolean;
  /** Path of the file for all rows that were set aside. */
  setAside?: string;
}

/** What the terminal provides to an import. */
export interface ImportSurroundings {
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
  onSetAside(row: SetAsideRow): void;
  /** Reports work with a known number of steps: the processing after the rows are stored. */
  onDerived(phase: string, done: number, total: number): void;
}

/** What a shell reports for a program that Ctrl-C ended: 128 + SIGINT. */
const INTERRUPTED = 130;

/**
 * Runs an import on a terminal: progress bar, file of rows set aside, Ctrl-C.
 * @param work imports and prints; returns the exit code
 * @param interrupted the text for an end by Ctrl-C, requested at that moment
 * @returns the exit code: that of `work`, or 130 when it was interrupted
 */
export async function runImport(
  options: ImportCommandOptions,
  work: (surroundings: ImportSurroundings, stopBar: () => void) => Promise<number>,
  interrupted: () => string,
): Promise<number> {
  const setAsideFile = options.setAside === undefined ? null : new SetAsideFile(options.setAside);
  const bar = new Bar(options);
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort(new Error("interrupted"));
  process.once("SIGINT", onInterrupt);
  process.once("SIGTERM", onInterrupt);
  try {
    return await work(
      {
        signal: interrupt.signal,
        onProgress: (progress) => showProgress(bar, progress),
        onSetAside: (row) => setAsideFile?.add(row),
        onDerived: (phase, done, total) =>
          bar.show(phase, done, total, `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`),
      },
      () => bar.stop(),
    );
  } catch (error) {
    bar.stop();
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write(`${interrupted()}\n`);
    return INTERRUPTED;
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onInterrupt);
    setAsideFile?.close();
  }
}

/** Shows the bytes read of the file, then the writing, whose length is unknown, then the steps of processing. */
function showProgress(bar: Bar, { phase, bytesRead, bytesTotal, rows }: ImportProgress): void {
  // The length of standard input is unknown, so there is no bar.
  if (bytesTotal === null) return;
  const shown = phase === "writing" ? "writing into the database" : phase;
  bar.show(shown, bytesRead, bytesTotal, `${rows.toLocaleString("en")} rows`);
}

/** Writes rows synchronously, so that a file of only bad rows does not accumulate in memory. */
class SetAsideFile {
  readonly #file: number;
  #text = "";

  constructor(path: string) {
    try {
      this.#file = openSync(path, "w");
    } catch (error) {
      throw new InvalidInputError(
        `--set-aside ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  add(row: SetAsideRow): void {
    this.#text += `${JSON.stringify(row)}\n`;
    if (this.#text.length > 65_536) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}
