import { Command } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import {
  CliJobDocument,
  type CliJobQuery,
  CliJobsDocument,
  CliPauseJobDocument,
  CliResumeJobDocument,
  CliSkipNextStepDocument,
  type JobLineFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import type { GraphClient } from "../graph-client.ts";
import { companiesOf, jobState, jobTable } from "../job-lines.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, graphOptions, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

const list = () =>
  pageOptions(
    new Command("list")
      .description("Show the discoveries and pipeline jobs of a market, newest first")
      .argument("<market>", "the market's id"),
  ).action(async (id: string, options: GraphOptions & PageOptions) => {
    const marketId = wholeNumber(id, "market");
    const page = pageOf(options);
    const { result } = await withGraph(options, false, (client) => client.run(CliJobsDocument, { marketId, ...page }));
    if (result.market == null) throw new NotFoundError(`market ${marketId}`);
    const { totalCount, edges } = result.market.jobs;
    const jobs = edges.map(({ node }) => node);
    const text = [jobTable(jobs), describePage(page, jobs.length, totalCount)].join("\n").trimEnd();
    answer(options, { totalCount, offset: page.offset, jobs }, text);
  });

type Job = NonNullable<CliJobQuery["discoveryJob"]>;

function describe(job: Job): string {
  const { report } = job;
  const notes =
    typeof report === "object" && report !== null && "notes" in report && Array.isArray(report.notes)
      ? report.notes.map(String)
      : [];
  return [
    `Job ${job.jobId}: ${job.workflowName} of market ${job.market.marketId} (${job.market.name})`,
    `State       ${jobState(job)}, ${job.stage}`,
    `Companies   ${companiesOf(job)}`,
    `Began       ${job.startTime}`,
    ...(job.pausedAt == null ? [] : [`Paused      ${job.pausedAt}, by ${job.pausedBy}`]),
    ...(job.endTime == null ? [] : [`Ended       ${job.endTime}`]),
    ...(job.error == null ? [] : [`Why         ${job.error}`]),
    `Cost        $${job.cost.costUsd}`,
    `Temporal    ${job.temporalUrl}`,
    ...notes,
    ...(job.estimate == null ? [] : [job.estimate.sentence]),
  ].join("\n");
}

const show = () =>
  graphOptions(
    new Command("show")
      .description("Show a job: its state, cost, notes and workflow")
      .argument("<job>", "the job's id"),
  ).action(async (id: string, options: GraphOptions) => {
    const jobId = wholeNumber(id, "job");
    const { result } = await withGraph(options, false, (client) => client.run(CliJobDocument, { jobId }));
    if (result.discoveryJob == null) throw new NotFoundError(`job ${jobId}`);
    answer(options, result.discoveryJob, describe(result.discoveryJob));
  });

/** Gives an order to the run of a job; the answer says what it will do. */
const order = (
  name: string,
  description: string,
  give: (client: GraphClient, jobId: number) => Promise<{ answer: string; job: JobLineFragment }>,
) =>
  graphOptions(new Command(name).description(description).argument("<job>", "the id of any job of the run")).action(
    async (id: string, options: GraphOptions) => {
      const jobId = wholeNumber(id, "job");
      const { result } = await withGraph(options, true, (client) => give(client, jobId));
      answer(options, result, `${jobTable([result.job])}\nThe run ${result.answer}.`);
    },
  );

const pause = () =>
  order(
    "pause",
    "Pause the run of a job before its next step; the current step finishes first",
    async (client, jobId) => (await client.run(CliPauseJobDocument, { jobId })).pauseJob,
  );

const resume = () =>
  order(
    "resume",
    "Resume a paused run",
    async (client, jobId) => (await client.run(CliResumeJobDocument, { jobId })).resumeJob,
  );

const skipStep = () =>
  order(
    "skip-step",
    "Skip the next pipeline job of a run; pause the run first to be sure which job it is",
    async (client, jobId) => (await client.run(CliSkipNextStepDocument, { jobId })).skipNextStep,
  );

/** `market jobs …` */
export function jobsCommand(): Command {
  return new Command("jobs")
    .addCommand(list(), { isDefault: true })
    .addCommand(show())
    .addCommand(pause())
    .addCommand(resume())
    .addCommand(skipStep());
}
