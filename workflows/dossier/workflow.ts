import { patched, proxyActivities, setCurrentDetails, workflowInfo } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import { recorded } from "../sandbox/recorded.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import type { createDossierActivities } from "./activities.ts";
import type { DossierInput, DossierResult } from "./contract.ts";

type Activities = ReturnType<typeof createDossierActivities>;

// The run's record must be right in the end, however long the database is away.
const record = proxyActivities<Pick<Activities, "claimDossier" | "endDossier">>({
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

/**
 * Runs a dossier: gathers stored facts about its subject, section by section, makes a configured language model
 * summarise them, then writes the report. Records a failure or a cancel before the workflow ends that way.
 */
export async function runDossier({ taskId, agentType, teamName }: DossierInput): Promise<DossierResult> {
  const execution = workflowInfo();
  const claimed = await record.claimDossier.executeWithOptions({ summary: "take the run from the queue" }, [
    { taskId, temporalRunId: execution.runId },
  ]);
  if (!claimed) return { outcome: "notClaimed", sources: 0 };
  const done: string[] = [];
  const show = (last: string) =>
    setCurrentDetails([`**Dossier about a ${agentType}** for ${teamName}`, "", ...done, last].join("\n"));
  const write = async (): Promise<DossierResult> => {
    for (const section of await plan.planDossier.executeWithOptions({ summary: "plan the sections" }, [{ taskId }])) {
      show(`- … ${section}`);
      const gathered = await steps.gatherSection.executeWithOptions({ summary: `gather: ${section}` }, [
        { taskId, section },
      ]);
      done.push(`- ✓ ${section}: ${summaryOf(gathered)}`);
    }
    // Runs that passed this point before summaries existed continue without one.
    if (patched("summarise-dossier")) {
      show("- … summarise");
      const summarised = await steps.summariseDossier.executeWithOptions({ summary: "summarise by a language model" }, [
        { taskId },
      ]);
      const summary = summaryOf(summarised);
      if (summary !== null) done.push(`- ✓ summarise: ${summary}`);
    }
    show("- … writing");
    const { sources, isNew } = await steps.writeDossier.executeWithOptions({ summary: "write the report" }, [
      { taskId },
    ]);
    done.push(`- ✓ written: ${sources} sources${isNew ? "" : ", nothing new"}`);
    show("\nCompleted");
    return { outcome: "completed", sources };
  };
  return recorded(execution.workflowId, write, ({ status, reason }) => {
    show(status === "cancelled" ? "\nCancelled" : `\n**Failed**: ${reason}`);
    return record.endDossier.executeWithOptions({ summary: `record the run as ${status}` }, [
      { taskId, status, reason },
    ]);
  });
}
