import { patched, proxyActivities, workflowInfo } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import { Details } from "../sandbox/details.ts";
import { recorded } from "../sandbox/recorded.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import { type Step, Steps } from "../sandbox/steps.ts";
import type { createDossierActivities } from "./activities.ts";
import type { DossierInput, DossierResult } from "./contract.ts";

type Activities = ReturnType<typeof createDossierActivities>;
/** A step that operators may skip. */
type SkippableStep = Parameters<Activities["skipDossierStep"]>[0]["name"];

// The run's record must be right in the end, however long the database is away.
const record = proxyActivities<
  Pick<Activities, "claimDossier" | "endDossier" | "noteDossierPause" | "skipDossierStep">
>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "500ms", maximumInterval: "10s" },
});

const steps = proxyActivities<Pick<Activities, "gatherSection" | "summariseDossier" | "writeDossier">>({
  taskQueue: taskQueueOf("paid"),
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "10 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
});

// Sends no heartbeats while it runs, so it has no heartbeat timeout.
const plan = proxyActivities<Pick<Activities, "planDossier">>({
  taskQueue: taskQueueOf("paid"),
  startToCloseTimeout: "20 seconds",
  ...UNTIL_BACK,
});

/** Returns a step's result in a few words. Runs that began under an earlier version recorded the bare text. */
function summaryOf<Text extends string | null>(result: { summary: Text } | Text): Text {
  return typeof result === "object" && result !== null ? result.summary : result;
}

/** The steps until the sections are known. The names are those of the run's record. */
const GATHER = { name: "gathering", isNeeded: true };
const SUMMARISE = { name: "summarise" } as const;
const WRITE = { name: "write", isNeeded: true };

/**
 * Runs a dossier: gathers stored facts about its subject, section by section, makes a configured language model
 * summarise them, then writes the report. Operators may pause it between steps, and skip any but the last. Records a
 * failure or a cancel before the workflow ends that way.
 */
export async function runDossier({ taskId, agentType, teamName }: DossierInput): Promise<DossierResult> {
  const execution = workflowInfo();
  const details = new Details(`**Dossier about a ${agentType}** for ${teamName}`);
  const ahead = new Steps<Step>([GATHER, SUMMARISE, WRITE], {
    show: (note) => details.noted(note),
    tell: ({ message, by, isPaused }) =>
      record.noteDossierPause.executeWithOptions({ summary: message.slice(0, 200) }, [
        { taskId, by: isPaused ? by : null },
      ]),
  });
  const claimed = await record.claimDossier.executeWithOptions({ summary: "take the run from the queue" }, [
    { taskId, temporalRunId: execution.runId },
  ]);
  if (!claimed) return { outcome: "notClaimed", sources: 0 };
  /** Runs a step, unless operators have skipped it. */
  const step = async (name: SkippableStep, run: () => Promise<string | null>): Promise<void> => {
    const skippedBy = await ahead.begin(name);
    if (skippedBy !== null) {
      const summary = `record ${name} as skipped`;
      await record.skipDossierStep.executeWithOptions({ summary }, [{ taskId, name, by: skippedBy }]);
      details.skipped(name, skippedBy);
      return;
    }
    details.doing(name);
    const result = await run();
    if (result !== null) details.finished(`${name}: ${result}`);
  };
  const write = async (): Promise<DossierResult> => {
    const sections = await plan.planDossier.executeWithOptions({ summary: "plan the sections" }, [{ taskId }]);
    ahead.replace(
      GATHER.name,
      sections.map((name) => ({ name })),
    );
    for (const section of sections)
      await step(section, async () =>
        summaryOf(
          await steps.gatherSection.executeWithOptions({ summary: `gather: ${section}` }, [{ taskId, section }]),
        ),
      );
    // Runs that passed this point before summaries existed continue without one.
    if (patched("summarise-dossier"))
      await step(SUMMARISE.name, async () =>
        summaryOf(
          await steps.summariseDossier.executeWithOptions({ summary: "summarise by a language model" }, [{ taskId }]),
        ),
      );
    await ahead.begin(WRITE.name);
    details.doing("writing");
    const { sources, isNew } = await steps.writeDossier.executeWithOptions({ summary: "write the report" }, [
      { taskId },
    ]);
    details.finished(`written: ${sources} sources${isNew ? "" : ", nothing new"}`);
    details.ended("Completed");
    return { outcome: "completed", sources };
  };
  return recorded(execution.workflowId, write, ({ status, reason }) => {
    details.ended(status === "cancelled" ? "Cancelled" : `**Failed**: ${reason}`);
    return record.endDossier.executeWithOptions({ summary: `record the run as ${status}` }, [
      { taskId, status, reason },
    ]);
  });
}
