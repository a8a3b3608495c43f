import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { RunInput } from "../contract.ts";
import { taskQueueOf } from "../queues.ts";
import { Details } from "../sandbox/details.ts";
import { control, marketSteps, runPipelineJob } from "../sandbox/pipeline-jobs.ts";
import { recordedRun } from "../sandbox/recorded.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import type { createDiscoveryActivities } from "./activities.ts";
import type { DiscoveryResult } from "./contract.ts";

const activities = proxyActivities<ReturnType<typeof createDiscoveryActivities>>({
  taskQueue: taskQueueOf("discovery"),
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "10 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
});

/** Each needs the one before it, so an operator can pause between them but skip none. */
const STEPS = ["planning", "searching", "joining", "judging", "storing"] as const;

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const companies = (count: number) => counted(count, "company", "companies");

/**
 * Finds the companies of a market. The steps are plan, independent candidate generators in parallel, one identity for
 * each company, a verdict on each with evidence, rank and cut, store. The chosen pipeline flags follow. Operators may
 * pause it between steps. PostgreSQL holds the job's record.
 */
export async function discoverCompanies(input: RunInput): Promise<DiscoveryResult> {
  const { workflowId, marketId, marketName } = input;
  const [job, ...pipelineJobs] = input.jobs;
  const execution = workflowInfo();
  const details = new Details(`**${input.marketName}** for ${input.teamName}`);
  const own = STEPS.map((name) => ({ name, jobId: job?.jobId ?? 0, isNeeded: true }));
  const steps = marketSteps([...own, ...pipelineJobs], details);
  const claimed = await control.claimRun.executeWithOptions({ summary: `take job ${job?.jobId} from the queue` }, [
    { workflowId, temporalRunId: execution.runId },
  ]);
  if (!claimed || job === undefined) return { outcome: "notClaimed", companies: 0, skippedJobs: [] };
  const step = { jobId: job.jobId };

  return recordedRun({ workflowId, temporalWorkflowId: execution.workflowId, details }, async () => {
    await steps.begin("planning");
    details.doing("planning");
    const plan = await activities.planDiscovery.executeWithOptions({ summary: `plan the search for "${marketName}"` }, [
      step,
    ]);
    details.finished(`planned: ${plan.summary}`);

    await steps.begin("searching");
    details.doing(`searching by ${plan.generators.join(", ")}`);
    const found = await Promise.all(
      plan.generators.map((generator) =>
        activities.generateCandidates.executeWithOptions({ summary: `search by ${generator}` }, [
          { ...step, generator },
        ]),
      ),
    );
    details.finished(
      found.map(({ generator, hits }) => `${counted(hits, "candidate", "candidates")} by ${generator}`).join(", "),
    );

    await steps.begin("joining");
    details.doing("joining records of the same company");
    const resolved = await activities.resolveIdentities.executeWithOptions(
      { summary: "join records of the same company" },
      [step],
    );
    details.finished(`${companies(resolved.candidates)}, ${counted(resolved.duplicates, "duplicate", "duplicates")}`);

    await steps.begin("judging");
    details.doing("judging");
    const judged = await activities.judgeCandidates.executeWithOptions(
      { summary: `judge ${companies(resolved.candidates)} against every criterion` },
      [step],
    );
    details.finished(`${judged.satisfying} satisfy every criterion, ${judged.rejected} do not`);

    await steps.begin("storing");
    details.doing("storing");
    const stored = await activities.storeMarket.executeWithOptions(
      { summary: "rank, cut to the wanted number, store" },
      [step],
    );
    const { estimate } = stored;
    details.finished(`${companies(stored.companies)} in the market${estimate === undefined ? "" : `. ${estimate}`}`);

    const skippedJobs: string[] = [];
    for (const pipelineJob of pipelineJobs)
      if ((await runPipelineJob(pipelineJob, marketId, { details, steps }, execution.workflowId)) === "skipped")
        skippedJobs.push(pipelineJob.name);
    await control.completeDiscovery.executeWithOptions({ summary: "complete the job" }, [
      { workflowId, jobId: job.jobId },
    ]);
    return { outcome: "completed", companies: stored.companies, skippedJobs };
  });
}
