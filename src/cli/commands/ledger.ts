import { Command } from "commander";
import { z } from "zod";
import { type LedgerFilter, readLedger, sumLedger } from "#costs/read-ledger";
import { readConfig } from "#foundation/config/config";
import { InvalidInputError } from "#foundation/errors/index";
import { formatMicroUsd } from "#foundation/micro-usd";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { withDatabase } from "../with-database.ts";

interface LedgerOptions {
  team?: string;
  platform: boolean;
  job?: string;
  dossierRun?: string;
  month?: string;
  limit: string;
  json: boolean;
}

function filterOf({ team, platform, job, dossierRun, month }: LedgerOptions): LedgerFilter {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new InvalidInputError(`--month "${month}" is not a month such as 2026-11`);
  if (platform && team !== undefined) throw new InvalidInputError("give --team or --platform, not both");
  if (dossierRun !== undefined && !z.guid().safeParse(dossierRun).success)
    throw new InvalidInputError(`--dossier-run "${dossierRun}" is not the taskId of a dossier run`);
  return {
    dossierTaskId: dossierRun ?? null,
    payer: platform ? "platform" : team === undefined ? null : wholeNumber(team, "--team"),
    jobId: job === undefined ? null : wholeNumber(job, "--job"),
    month: month ?? null,
  };
}

/** `market ledger` */
export function ledgerCommand(): Command {
  return new Command("ledger")
    .option("--team <id>", "only calls of one team")
    .option("--platform", "only calls of the platform itself, which pays for work that belongs to no team", false)
    .option("--job <id>", "only calls of one job")
    .option("--dossier-run <taskId>", "only calls of one dossier run")
    .option("--month <YYYY-MM>", "only calls of one month (UTC)")
    .option("--limit <calls>", "the maximum number of calls to list", "20")
    .option("--json", "print JSON; amounts are millionths of a US dollar", false)
    .action(async (options: LedgerOptions) => {
      const filter = filterOf(options);
      const limit = wholeNumber(options.limit, "--limit");
      const ledger = await withDatabase(readConfig(), async (db) => ({
        sums: await sumLedger(db, filter),
        entries: await readLedger(db, filter, limit),
      }));
      const total = ledger.sums.reduce((sum, { amount }) => sum + amount, 0);
      const sums = table(
        ["For", "Provider", "Operation", "Model", "Calls", "Uncertain", "Cost"],
        ledger.sums.map(({ purpose, provider, operation, model, calls, uncertain, amount }) => [
          purpose,
          provider,
          operation,
          model,
          String(calls),
          String(uncertain),
          formatMicroUsd(amount),
        ]),
      );
      const entries = table(
        ["At", "Payer", "For", "Provider", "Operation", "State", "Cost", "Cap"],
        ledger.entries.map(
          ({ createdAt, teamId, purpose, jobId, dossierTaskId, provider, operation, state, amount, cap }) => [
            createdAt.toISOString(),
            teamId === null ? "platform" : `team ${teamId}`,
            [purpose, jobId ?? dossierTaskId ?? ""].join(" ").trim(),
            provider,
            operation,
            state,
            formatMicroUsd(amount),
            formatMicroUsd(cap),
          ],
        ),
      );
      answer(
        options,
        { total, ...ledger },
        ledger.sums.length === 0 ? "Nothing was paid for." : `${sums}\nTotal ${formatMicroUsd(total)}\n\n${entries}`,
      );
    });
}
