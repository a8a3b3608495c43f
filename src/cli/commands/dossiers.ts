import { Command, Option } from "commander";
import { listDossiers, newestReport, runAnyDossier } from "#dossiers/operate-dossiers";
import { readConfig } from "#foundation/config/config";
import { NotFoundError } from "#foundation/errors/index";
import {
  CliDossierRunDocument,
  CliPauseDossierDocument,
  CliResumeDossierDocument,
  CliSkipDossierStepDocument,
  type DossierOrderFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import type { GraphClient } from "../graph-client.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

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
      const taskId = await changeDatabase(
        readConfig(),
        { operation: "runDossier", subject: { agentId }, made: (taskId: string) => ({ taskId }) },
        (db) => runAnyDossier(db, agentId),
      );
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

/** Gives an order to the newest run of a dossier; the answer says what it will do. */
const order = (
  name: string,
  description: string,
  give: (client: GraphClient, taskId: string) => Promise<DossierOrderFragment>,
) =>
  graphOptions(new Command(name).description(description).argument("<id>", "the dossier's id")).action(
    async (agentId: string, options: GraphOptions) => {
      const { result } = await withGraph(options, true, async (client) => {
        const { dossier } = await client.run(CliDossierRunDocument, { agentId });
        if (dossier?.lastTask == null) throw new NotFoundError(`no run of dossier ${agentId}`);
        return give(client, dossier.lastTask.taskId);
      });
      answer(options, result, `Run ${result.task.taskId} ${result.answer}.`);
    },
  );

const pause = () =>
  order(
    "pause",
    "Pause the run of a dossier before its next step; the current step finishes first",
    async (client, taskId) => (await client.run(CliPauseDossierDocument, { taskId })).pauseDossier,
  );

const resume = () =>
  order(
    "resume",
    "Resume a paused run",
    async (client, taskId) => (await client.run(CliResumeDossierDocument, { taskId })).resumeDossier,
  );

const skipStep = () =>
  order(
    "skip-step",
    "Skip the next section of a run, or its summary; pause the run first to be sure which one it is",
    async (client, taskId) => (await client.run(CliSkipDossierStepDocument, { taskId })).skipDossierStep,
  );

/** `market dossiers …` */
export function dossiersCommand(): Command {
  return new Command("dossiers")
    .addCommand(list())
    .addCommand(run())
    .addCommand(report())
    .addCommand(pause())
    .addCommand(resume())
    .addCommand(skipStep());
}
