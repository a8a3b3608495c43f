import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { digestOf } from "#foundation/language/canonical-json";
import { JOB_LINE } from "#jobs/job-line";
import type { Json } from "#providers/provider-call";
import type { Payer } from "./payer.ts";

/**
 * Returns the SHA-256 of a request: equal questions to one provider have equal hashes, however their fields are
 * ordered. A column's request also names the column, so that each column has answers of its own.
 */
export function requestHash(
  request: { provider: string; operation: string; model: string; request: Json },
  columnId: number | null = null,
): string {
  return digestOf(columnId === null ? request : { ...request, columnId });
}

/** Where an answer is recorded: under a job, a run of a dossier or a column, or, with none of them, for the platform. */
export type Keeper = Pick<Payer, "jobId" | "dossierTaskId"> & Partial<Pick<Payer, "columnId">>;

/** Finds the answer in the job, or in one that it continues; copies the latter to this job. */
const OF_JOB = `${JOB_LINE}, found AS (
    SELECT r.*, l.steps FROM line l JOIN recorded_answers r ON r.job_id = l.id
    WHERE r.request_hash = $2 ORDER BY l.steps LIMIT 1),
  kept AS (
    INSERT INTO recorded_answers (job_id, request_hash, provider, operation, model, request, answer, recorded_at)
    SELECT $1, request_hash, provider, operation, model, request, answer, recorded_at FROM found WHERE steps > 0
    ON CONFLICT DO NOTHING)
  SELECT answer FROM found`;

/** Returns the recorded answer to this request; undefined where there is none. */
export async function recordedAnswer(db: Queries, keeper: Keeper, hash: string): Promise<{ answer: Json } | undefined> {
  if (keeper.jobId === null) return keptAnswer(db, keeper, hash);
  const [row] = await db.query<{ answer: string }>(OF_JOB, [keeper.jobId, hash]);
  return row === undefined ? undefined : { answer: JSON.parse(row.answer) as Json };
}

/**
 * Returns what is recorded under this very job, run, column or platform: its own answers and those that it took over.
 * Only reads.
 */
export async function keptAnswer(
  db: Queries,
  { jobId, dossierTaskId, columnId = null }: Keeper,
  hash: string,
): Promise<{ answer: Json } | undefined> {
  const [row] = await db.query<{ answer: string }>(
    `SELECT answer FROM recorded_answers
     WHERE request_hash = $1 AND job_id IS NOT DISTINCT FROM $2::int AND dossier_task_id IS NOT DISTINCT FROM $3::uuid
       AND column_id IS NOT DISTINCT FROM $4::int`,
    [hash, jobId, dossierTaskId, columnId],
  );
  return row === undefined ? undefined : { answer: JSON.parse(row.answer) as Json };
}

export interface NewRecording {
  requestHash: string;
  provider: string;
  operation: string;
  model: string;
  request: Json;
  answer: Json;
}

/** Records an answer; the first one to a request stays. */
export async function recordAnswer(
  tx: Transaction,
  { jobId, dossierTaskId, columnId = null }: Keeper,
  recording: NewRecording,
): Promise<void> {
  const { request, answer, ...facts } = recording;
  await tx.recordedAnswer.createMany({
    data: {
      ...facts,
      jobId,
      dossierTaskId,
      columnId,
      request: JSON.stringify(request),
      answer: JSON.stringify(answer),
    },
    skipDuplicates: true,
  });
}

/** Returns what a job recorded under this hash, as JSON text; null where nothing. */
export async function recordingOfJob(prisma: PrismaClient, jobId: number, requestHash: string): Promise<string | null> {
  const recording = await prisma.recordedAnswer.findFirst({ where: { jobId, requestHash }, select: { answer: true } });
  return recording?.answer ?? null;
}

/** Returns the run among these runs of dossiers that was last answered; null where none was. */
export async function answeredLast(db: Queries, taskIds: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ taskId: string }>(
    `SELECT dossier_task_id AS "taskId" FROM recorded_answers WHERE dossier_task_id = ANY($1::uuid[]) ORDER BY id DESC LIMIT 1`,
    [taskIds],
  );
  return row?.taskId ?? null;
}
