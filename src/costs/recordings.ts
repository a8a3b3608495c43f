import type { Database, Transaction } from "../db/database.ts";
import { JOB_LINE } from "../jobs/job-line.ts";
import type { Json } from "../providers/provider-call.ts";

/** What was answered to this request in the job, or in one that it continues; undefined: nothing. */
export async function recordedAnswer(
  db: Pick<Database, "query">,
  jobId: number,
  hash: string,
): Promise<{ answer: Json } | undefined> {
  const [row] = await db.query<{ answer: string }>(
    `${JOB_LINE}, found AS (
       SELECT r.*, l.steps FROM line l JOIN recorded_answers r ON r.job_id = l.id
       WHERE r.request_hash = $2 ORDER BY l.steps LIMIT 1),
     kept AS (
       INSERT INTO recorded_answers (job_id, request_hash, provider, operation, model, request, answer, recorded_at)
       SELECT $1, request_hash, provider, operation, model, request, answer, recorded_at FROM found WHERE steps > 0
       ON CONFLICT DO NOTHING)
     SELECT answer FROM found`,
    [jobId, hash],
  );
  return row === undefined ? undefined : { answer: JSON.parse(row.answer) as Json };
}

/** What the job itself has of it: its own answers and those that it took over. Reads only. */
export async function ownRecording(
  db: Pick<Database, "query">,
  jobId: number,
  hash: string,
): Promise<{ answer: Json } | undefined> {
  const [row] = await db.query<{ answer: string }>(
    "SELECT answer FROM recorded_answers WHERE job_id = $1 AND request_hash = $2",
    [jobId, hash],
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
export async function recordAnswer(tx: Transaction, jobId: number, recording: NewRecording): Promise<void> {
  const { request, answer, ...facts } = recording;
  await tx.recordedAnswer.createMany({
    data: { ...facts, jobId, request: JSON.stringify(request), answer: JSON.stringify(answer) },
    skipDuplicates: true,
  });
}
