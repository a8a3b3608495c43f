import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import { createRunQueue, type Orchestrator, type RunQueue } from "#jobs/run-queue";
import type { AgentType } from "../create-dossier.ts";
import { endTask, taskStates } from "./task-lifecycle.ts";

/** The input of a run's workflow: enough to run, and for an operator to identify it. */
export interface DispatchedTask {
  taskId: string;
  agentId: string;
  agentType: AgentType;
  question: string;
  teamId: number;
  teamName: string;
  /** Trace of the request that started it; only the relay reads it. */
  traceParent?: string | null;
}

const SELECT_LEASED = `
  SELECT r.task_id AS "taskId", r.agent_id AS "agentId", d.agent_type::text AS "agentType", left(d.query, 500) AS question,
    d.team_id AS "teamId", t.name AS "teamName", r.trace_parent AS "traceParent"
  FROM leased r JOIN dossiers d ON d.agent_id = r.agent_id JOIN teams t ON t.id = d.team_id`;

/** The queue of dossiers' runs. */
export function dossierRuns(db: Database, orchestrator: Orchestrator<DispatchedTask>, log: Logger): RunQueue {
  return createRunQueue<DispatchedTask, string>(
    {
      runs: taskStates.runs,
      kind: "'dossier'",
      selectLeased: SELECT_LEASED,
      idOf: ({ taskId }) => taskId,
      end: (taskId, closed) => db.prisma.$transaction((tx) => endTask(tx, taskId, closed)),
    },
    { db, orchestrator, log },
  );
}
