import type { DirectoryCompany } from "#companies/directory-company";
import { recordAnswer, recordingOfJob } from "#costs/recordings";
import type { Database, Transaction } from "#foundation/db/database";
import type { Json } from "#providers/provider-call";
import type { Identity } from "../../judging/index.ts";
import type { FusedCandidate, RelevanceScale } from "../../plan/candidates.ts";

/** A candidate as the generators' lists were joined. */
export interface RecordedCandidate extends Identity {
  /** 0–1. */
  relevance: number;
  /** What the offer was judged by; jobs of an earlier version recorded none, and judged without. */
  signals?: FusedCandidate["signals"];
  generators: string[];
}

/** What judging started from: the candidates, best first, and the companies that the market had already. */
export interface RecordedFusion {
  scale: RelevanceScale;
  present: Identity[];
  candidates: RecordedCandidate[];
}

/** The directory is a provider too: what it answered is recorded under this name. */
const FUSION = { requestHash: "fusion", provider: "directory", operation: "fuse", model: "" } as const;

/** Keeps what judging starts from; the first that a job writes stays. */
export async function recordFusion(tx: Transaction, jobId: number, fusion: RecordedFusion): Promise<void> {
  const answer: Json = JSON.parse(JSON.stringify(fusion));
  await recordAnswer(tx, { jobId, dossierTaskId: null }, { ...FUSION, request: null, answer });
}

/** Keeps the records of companies as they are judged now. */
export async function recordJudged(tx: Transaction, jobId: number, companies: DirectoryCompany[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO judged_records (job_id, company_id, record)
    SELECT ${jobId}, (record->>'id')::int, record FROM jsonb_array_elements(${JSON.stringify(companies)}::jsonb) AS record
    ON CONFLICT DO NOTHING`;
}

/** What a job recorded of its candidates; null before it has, and for a job from before there were recordings. */
export async function recordedFusion(
  { prisma }: Pick<Database, "prisma">,
  jobId: number,
): Promise<RecordedFusion | null> {
  const recording = await recordingOfJob(prisma, jobId, FUSION.requestHash);
  return recording === null ? null : (JSON.parse(recording) as RecordedFusion);
}

/** What a job recorded of its inputs; null for a job from before there were recordings. */
export async function recordedInputs(
  db: Pick<Database, "prisma">,
  jobId: number,
): Promise<{ fusion: RecordedFusion; companies: Map<number, DirectoryCompany> } | null> {
  const fusion = await recordedFusion(db, jobId);
  if (fusion === null) return null;
  const rows = await db.prisma.judgedRecord.findMany({ where: { jobId } });
  // Both were written by the steps of the very job.
  const companies = rows.map(({ record }) => record as object as DirectoryCompany);
  return { fusion, companies: new Map(companies.map((company) => [company.id, company])) };
}
