import { Command, Option } from "commander";
import { listDossiers, newestReport, runAnyDossier } from "#dossiers/operate-dossiers";
import { readConfig } from "#foundation/config/config";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { withDatabase } from "../with-database.ts";

interface Output {
  json: boolean;
}

const json = () => new Option("--json", "print JSON").default(false);
const QUESTION_SHOWN = 60;

const list = () =>
  new Command("list")
    .description("Show dossiers with their newest runs, newest first")
    .option("--team <id>", "only those of one team")
    .option("--limit <dossiers>", "how many", "50")
    .addOption(json())
    .action(async ({ team, limit, ...options }: Output & { team?: string; limit: string }) => {
      const teamId = team === undefined ? null : wholeNumber(team, "--team");
      const most = wholeNumber(limit, "--limit");
      const dossiers = await withDatabase(readConfig(), (db) => listDossiers(db, teamId, most));
      const rows = dossiers.map(({ agentId, agentType, query, status, lastReportedAt, sourcesCount, ...dossier }) => [
        agentId,
        String(dossier.teamId),
        agentType,
        query.replace(/\s+/g, " ").slice(0, QUESTION_SHOWN),
        status ?? "never ran",
        lastReportedAt?.toISOString() ?? "",
        String(sourcesCount ?? ""),
      ]);
      answer(options, dossiers, table(["Dossier", "Team", "About", "Question", "Run", "Reported", "Sources"], rows));
    });

const run = () =>
  new Command("run")
    .description("Queue a run of a dossier, which a running server executes")
    .argument("<id>", "the dossier's id")
    .addOption(json())
    .action(async (agentId: string, options: Output) => {
      const taskId = await withDatabase(readConfig(), (db) => runAnyDossier(db, agentId));
      answer(options, { agentId, taskId }, `Run ${taskId} is queued.`);
    });

const report = () =>
  new Command("report")
    .description("Print the newest report of a dossier (Markdown)")
    .argument("<id>", "the dossier's id")
    .addOption(json())
    .action(async (agentId: string, options: Output) => {
      const newest = await withDatabase(readConfig(), (db) => newestReport(db, agentId));
      answer(options, newest, newest.report.trimEnd());
    });

/** `market dossiers …` */
export function dossiersCommand(): Command {
  return new Command("dossiers").addCommand(list()).addCommand(run()).addCommand(report());
}
