import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { digestOf } from "#foundation/language/canonical-json";
import { JOB_LINE } from "#jobs/job-line";
import type { Json } from "#providers/provider-call";
import type { Payer } from "./payer.ts";

/** SHA-256 of a request: the same question to the same provider has the same name, however its fields were ordered. */
export function requestHash(request: { provider: string; operation: string; model: string; request: Json }): string {
  return digestOf(request);
}

/** Where an answer is kept: under a job, a run of a dossier or a column; with none of them, for the platform. */
export type Keeper = Pick<Payer, "jobId" | "dossierTaskId"> & Partial<Pick<Payer, "columnId">>;

/** In the job, or in one that it continues; that answer is copied to this job. */
const OF_JOB = `${JOB_LINE}, found AS (
    SELECT r.*, l.steps FROM line l JOIN recorded_answers r ON r.job_id = l.id
    WHERE r.request_hash = $2 ORDER BY l.steps LIMIT 1),
  kept AS (
    INSERT INTO recorded_answers (job_id, request_hash, provider, operation, model, request, answer, recorded_at)
    SELECT $1, request_hash, provider, operation, model, request, answer, recorded_at FROM found WHERE steps > 0
    ON CONFLICT DO NOTHING)
  SELECT answer FROM found`;

/** The recorded answer to this request; undefined: none. */
export async function recordedAnswer(db: Queries, keeper: Keeper, hash: string): Promise<{ answer: Json } | undefined> {
  if (keeper.jobId === null) return keptAnswer(db, keeper, hash);
  const [row] = await db.query<{ answer: string }>(OF_JOB, [keeper.jobId, hash]);
  return row === undefined ? undefined : { answer: JSON.parse(row.answer) as Json };
}

/** What is kept under the very job, run, column or the platform: its own answers and those that it took over. Reads only. */
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

/** Keeps an answer; the first one to a request stays. */
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

/** What a job recorded under this hash, as JSON text; null: nothing. */
export async function recordingOfJob(prisma: PrismaClient, jobId: number, requestHash: string): Promise<string | null> {
  const recording = await prisma.recordedAnswer.findFirst({ where: { jobId, requestHash }, select: { answer: true } });
  return recording?.answer ?? null;
}

/** Of these runs of dossiers, the one that was answered anything last; null: none was. */
export async function answeredLast(db: Queries, taskIds: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ taskId: string }>(
    `SELECT dossier_task_id AS "taskId" FROM recorded_answers WHERE dossier_task_id = ANY($1::uuid[]) ORDER BY id DESC LIMIT 1`,
    [taskIds],
  );
  return row?.taskId ?? null;
}
