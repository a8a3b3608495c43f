import { stat } from "node:fs/promises";
import { Command } from "commander";
import { writeBackup } from "#foundation/backup/write-backup";
import { type Config, readConfig } from "#foundation/config/config";
import { WORK_LIMITS } from "#foundation/db/limits";
import { answer } from "../answer.ts";
import { Bar } from "../bar.ts";
import { withServer } from "../with-database.ts";

/** A table of many millions of rows takes longer than any statement of a job may. */
const UNLIMITED = { ...WORK_LIMITS, statementMs: 0 };
/** What a shell reports for a program that Ctrl-C ended: 128 + SIGINT. */
const INTERRUPTED = 130;

/** Returns what a backup of the database lacks, and where that is. */
export function keptApart({ encryption, evidence, dataDir }: Config): string[] {
  const encryptionKey = encryption.source === "environment" ? "ENCRYPTION_KEY" : encryption.file;
  const evidenceKey = "file" in evidence ? evidence.file : "EVIDENCE_KEY";
  return [
    `${encryptionKey}: decrypts the signing keys in the backup`,
    `${evidenceKey}: signs evidence`,
    `${dataDir}/outbox: mail that was written to files`,
  ];
}

/** `market backup` */
export function backupCommand(): Command {
  return new Command("backup")
    .argument("<file>", "the file to write, such as market-2026-11-23.backup.gz; it must not exist yet")
    .option("--json", "print JSON", false)
    .action(async (file: string, options: { json: boolean }) => {
      const config = readConfig();
      const bar = new Bar(options);
      const interrupt = new AbortController();
      const onInterrupt = () => interrupt.abort(new Error("interrupted"));
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onInterrupt);
      try {
        const { header, end, tables } = await withServer(
          config,
          ({ db }) =>
            writeBackup(db, file, {
              signal: interrupt.signal,
              onTable: ({ table }, done, of) => bar.show("tables", done, of, table),
            }),
          UNLIMITED,
        );
        bar.stop();
        const { size } = await stat(file);
        const apart = keptApart(config);
        answer(
          options,
          { file, bytes: size, madeAt: header.madeAt, migrations: header.migrations.at(-1), rows: end.rows, tables },
          [
            `${end.rows.toLocaleString("en")} rows of ${end.tables} tables, ${(size / 1e6).toFixed(1)} MB: ${file}`,
            "The backup does not contain the following; keep separate copies of it (docs/backups.md):",
            ...apart.map((line) => `  ${line}`),
          ].join("\n"),
        );
      } catch (error) {
        bar.stop();
        if (!interrupt.signal.aborted) throw error;
        process.stderr.write(`Interrupted: nothing is left of ${file}.\n`);
        process.exitCode = INTERRUPTED;
      } finally {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onInterrupt);
      }
    });
}
