import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import type { DispatchedRun } from "./dispatched-run.ts";
import { endRun } from "./run-lifecycle.ts";
import { createRunQueue, type Orchestrator, type RunQueue } from "./run-queue.ts";
import { marketRunStates } from "./workflow-runs.ts";

/** A discovery has its own question; a publish uses the market's. */
const SELECT_LEASED = `
  SELECT r.id AS "workflowId", r.kind::text AS kind, r.market_id AS "marketId", r.trace_parent AS "traceParent", m.name AS "marketName",
    m.team_id AS "teamId", t.name AS "teamName",
    coalesce((SELECT c.user_prompt FROM criteria_versions c JOIN jobs j ON j.id = c.job_id WHERE c.market_id = m.id
      ORDER BY j.workflow_run_id = r.id DESC, c.id LIMIT 1), '') AS "userPrompt",
    coalesce((SELECT json_agg(json_build_object('jobId', j.id, 'name', j.name) ORDER BY j.id) FROM jobs j WHERE j.workflow_run_id = r.id),
      '[]') AS jobs
  FROM leased r JOIN markets m ON m.id = r.market_id JOIN teams t ON t.id = m.team_id`;

/** Returns the queue of discoveries and publishes. A run that Temporal has failed gives its quota back. */
export function marketRuns(db: Database, orchestrator: Orchestrator<DispatchedRun>, log: Logger): RunQueue {
  return createRunQueue<DispatchedRun, number>(
    {
      runs: marketRunStates.runs,
      kind: "kind::text",
      selectLeased: SELECT_LEASED,
      idOf: ({ workflowId }) => workflowId,
      end: (id, closed) =>
        db.prisma.$transaction((tx) => endRun(tx, id, { ...closed, giveBack: closed.status === "failed" })),
    },
    { db, orchestrator, log },
  );
}
