import { directoryDigest } from "#companies/directory";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import type { Database } from "#foundation/db/database";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { findJob } from "#jobs/job-record";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { completeCriteria } from "../../criteria/complete-criteria.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { QuestionVector, Retriever } from "../../retrieval/index.ts";
import { type CurrentIndex, type DirectoryIndexes, IndexNotKeptError } from "../directory-indexes.ts";
import type { Manifest } from "../manifest.ts";
import { exampleNames, withNamedExamples } from "../named-examples.ts";
import { type DigestedVerdict, planDigest, resultDigest, roundScore } from "../result-digest.ts";
import { modeOf } from "../steps/job-context.ts";
import { criteriaOf, criteriaOfJob } from "../stored-criteria.ts";
import { storedPlan } from "../stored-plan.ts";
import { recordedInputs } from "./recorded-inputs.ts";
import { recordedModel } from "./recorded-model.ts";
import { replayVerdicts, takenOverJudgements } from "./replay-verdicts.ts";

/** A difference between the replay and the job. */
export interface Parting {
  at: "plan" | "candidates" | "verdict";
  /** The candidate that differs, where it is one. */
  domain: string | null;
  /** The values of the job and of the replay. */
  before: string;
  after: string;
}

export interface ReplayReport {
  jobId: number;
  same: boolean;
  /** Digests of the verdicts. */
  digest: { before: string; after: string };
  candidates: number;
  /** The first twenty differences. */
  partings: Parting[];
  /** What the replay had to skip, and what has changed since. */
  notes: string[];
}

const SHOWN_PARTINGS = 20;

const inWords = ({ verdict, rule, rank, score }: DigestedVerdict): string =>
  [verdict, rule, rank === null ? null : `rank ${rank}`, `score ${roundScore(score)}`]
    .filter((part) => part !== null)
    .join(", ");

/** Returns candidates whose verdicts differ, or that only one side has. */
function compare(then: DigestedVerdict[], now: DigestedVerdict[]): Parting[] {
  const again = new Map(now.map((verdict) => [verdict.domain, verdict]));
  const before = new Set(then.map(({ domain }) => domain));
  const changed = then.flatMap((verdict): Parting[] => {
    const other = again.get(verdict.domain);
    if (other !== undefined && inWords(other) === inWords(verdict)) return [];
    return [
      { at: "verdict", domain: verdict.domain, before: inWords(verdict), after: other ? inWords(other) : "no verdict" },
    ];
  });
  const added = now.filter(({ domain }) => !before.has(domain));
  return [
    ...changed,
    ...added.map(
      (verdict): Parting => ({ at: "verdict", domain: verdict.domain, before: "no verdict", after: inWords(verdict) }),
    ),
  ];
}

/** Returns the current index; null, with a note, where building one would need paid calls. */
async function keptIndex(indexes: DirectoryIndexes, notes: string[]): Promise<CurrentIndex | null> {
  try {
    return await indexes.current();
  } catch (error) {
    if (!(error instanceof IndexNotKeptError)) throw error;
    notes.push(`Planning and searching were not repeated: ${error.message}.`);
    return null;
  }
}

/** Returns the question's vector as the job recorded it, or from a model on this machine; null where the job had none. */
async function recordedQuestion(
  db: Database,
  jobId: number,
  plan: DiscoveryPlan,
  retriever: Retriever,
  sentenceModel: EmbeddingsProvider | null,
): Promise<QuestionVector> {
  if (sentenceModel === null) return null;
  try {
    return await retriever.questionVector(plan, (texts) =>
      sentenceModel.embed(texts, recordedPay(db, { jobId, dossierTaskId: null }), "query"),
    );
  } catch (error) {
    if (error instanceof NotRecordedError) return null;
    throw error;
  }
}

/** Compares planning and searching with the job, using the index of the same directory. */
async function compareSearch(
  db: Database,
  { retriever, sentenceModel }: CurrentIndex,
  jobId: number,
  plan: DiscoveryPlan,
  criteria: ReturnType<typeof criteriaOf>,
): Promise<Parting[]> {
  const again = await retriever.plan((await withNamedExamples(db, criteria, exampleNames(criteria))).criteria);
  // Notes on the index in the plan are ignored in the comparison.
  const [then, now] = [plan, again].map((one) => planDigest({ ...one, notes: [] }));
  if (then !== now) return [{ at: "plan", domain: null, before: then ?? "", after: now ?? "" }];
  const partings: Parting[] = [];
  const question = await recordedQuestion(db, jobId, again, retriever, sentenceModel);
  for (const generator of await retriever.generators(again)) {
    const hits = await db.query<{ companyId: number }>(
      `SELECT company_id AS "companyId" FROM candidate_hits WHERE job_id = $1 AND generator = $2 ORDER BY rank`,
      [jobId, generator],
    );
    if (hits.length === 0) continue;
    const inside = await db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM candidate_hits WHERE job_id = $1 AND generator = $2 AND inside",
      [jobId, generator],
    );
    const found = await retriever.generate(again, generator, Math.max(1, inside[0]?.count ?? 0), question);
    const known = new Set(hits.map(({ companyId }) => companyId));
    const missing = found.filter(({ companyId, inside: fits }) => fits && !known.has(companyId));
    if (missing.length > 0)
      partings.push({
        at: "candidates",
        domain: missing[0]?.domain ?? null,
        before: `${hits.length} candidates by ${generator}`,
        after: `${missing.length} others among the best`,
      });
  }
  return partings;
}

/**
 * Repeats a completed discovery from its recordings: its candidates, the companies' records at that time, and the
 * answers of its providers. Writes nothing, and calls neither a model nor the web. Where the directory is unchanged,
 * repeats planning and searching too.
 * @throws NotFoundError, InvalidInputError (no discovery), ConflictError (not completed, or older than recordings)
 */
export async function replayJob(db: Database, jobId: number, indexes: DirectoryIndexes | null): Promise<ReplayReport> {
  const job = await findJob(db.prisma, jobId);
  if (job === null) throw new NotFoundError(`job ${jobId}`);
  const asked = await criteriaOfJob(db.prisma, jobId);
  if (asked === null) throw new InvalidInputError(`job ${jobId} is not a discovery but ${job.name}`);
  if (job.status !== "completed")
    throw new ConflictError(`job ${jobId} is ${job.status}: only a completed discovery has a result to compare with`);
  const inputs = await recordedInputs(db, jobId);
  // The job's own steps wrote it.
  const manifest = job.manifest as object | null as Manifest | null;
  if (inputs === null || manifest === null || manifest.result === null)
    throw new ConflictError(`job ${jobId} has no recordings, because an earlier version ran it`);
  const plan = storedPlan(job.plan as object);
  const { criteria } = completeCriteria(criteriaOf(asked));

  const notes: string[] = [];
  const sameDirectory = (await directoryDigest(db)) === manifest.directory.digest;
  if (!sameDirectory)
    notes.push(
      "The directory has changed since: planning and searching were not repeated, the recorded candidates and records were used.",
    );
  const isSearch = modeOf(criteria) === "search";
  const current = sameDirectory && isSearch && indexes !== null ? await keptIndex(indexes, notes) : null;
  if (sameDirectory && indexes === null) notes.push("Planning and searching were not repeated.");
  const { embeddings } = manifest.providers;
  const sameVectors = current?.embeddings === embeddings;
  if (current !== null && !sameVectors)
    notes.push(
      `The index has vectors by ${current.embeddings} now, the job's had them by ${embeddings}: planning and searching were not repeated.`,
    );
  const coverage = (await current?.retriever.coverage()) ?? null;
  const before = manifest.vectors;
  const sameCoverage = before == null || before.withVectors === coverage?.withVectors;
  if (current !== null && sameVectors && !sameCoverage)
    notes.push(
      `${coverage?.withVectors ?? 0} companies have sentence vectors now, ${before?.withVectors} had them then: planning and searching were not repeated.`,
    );
  const trainedOn = manifest.directory.trainedOn ?? manifest.directory.digest;
  const sameTraining = current?.trainedOn === trainedOn;
  if (current !== null && !sameTraining)
    notes.push(
      "The index's word vectors were learned from another state of the directory than the job's: planning and searching were not repeated.",
    );
  const partings =
    current !== null && sameVectors && sameCoverage && sameTraining
      ? await compareSearch(db, current, jobId, plan, criteria)
      : [];

  const { languageModel } = manifest.providers;
  const now = await replayVerdicts({
    inputs,
    plan,
    mode: modeOf(criteria),
    count: criteria.count,
    earlier: await takenOverJudgements(db, jobId),
    model:
      languageModel === null
        ? null
        : { model: recordedModel(languageModel), pay: recordedPay(db, { jobId, dossierTaskId: null }) },
  });
  const then = await db.prisma.candidate.findMany({
    where: { jobId },
    select: { domain: true, verdict: true, rule: true, rank: true, score: true },
    orderBy: { domain: "asc" },
  });
  const digest = { before: manifest.result, after: resultDigest(now) };
  const verdicts = digest.before === digest.after ? [] : compare(then, now);
  if (digest.before !== digest.after && verdicts.length === 0)
    notes.push(
      "The stored verdicts agree with the replay, and not with the digest of the manifest: they were changed afterwards.",
    );
  return {
    jobId,
    same: digest.before === digest.after && partings.length === 0,
    digest,
    candidates: now.length,
    partings: [...partings, ...verdicts].slice(0, SHOWN_PARTINGS),
    notes,
  };
}
