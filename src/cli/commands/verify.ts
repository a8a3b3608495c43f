import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { thumbprintsOf } from "#markets/evidence/known-keys";
import { type EvidenceReport, verifyEvidence } from "#markets/evidence/verify-evidence";
import { answer } from "../answer.ts";
import { table } from "../table.ts";

function describe({ ok, kid, isKnownKey, issuedAt, marketId, checked, faults }: EvidenceReport): string {
  const { verdicts, records, spans } = checked;
  if (!ok)
    return [
      "REFUSED",
      table(
        ["Part", "Problem"],
        faults.map(({ part, detail }) => [part, detail]),
      ),
    ].join("\n");
  const whose =
    isKnownKey === null
      ? `The file cannot prove who owns the key ${kid}. Compare the key, or give --key.`
      : `Signed by ${kid}, one of the given keys.`;
  return [
    `Unchanged since it was signed on ${issuedAt}: the evidence of market ${marketId}.`,
    `${verdicts} verdicts, ${records} records; each of the ${spans} quoted spans is in its record.`,
    whose,
  ].join("\n");
}

/** `market verify FILE`: only reads files. */
export function verifyCommand(): Command {
  return new Command("verify")
    .argument("<file>", "a file written by `market evidence`")
    .option("--key <file>", "the trusted keys: a JWK, a key set such as /.well-known/evidence-keys.json, or PEM")
    .addOption(new Option("--json", "print the report as JSON").default(false))
    .action(async (file: string, options: { key?: string; json: boolean }) => {
      const known = options.key === undefined ? null : await thumbprintsOf(await readFile(options.key, "utf8"));
      const report = await verifyEvidence(await readFile(file), known);
      answer(options, report, describe(report));
      process.exitCode = report.ok ? 0 : 1;
    });
}
