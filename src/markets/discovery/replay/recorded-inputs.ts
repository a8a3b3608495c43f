import type { DirectoryCompany } from "#companies/directory-company";
import type { ApartPair, DirectoryIdentity } from "#companies/identity/compared-companies";
import { recordAnswer, recordingOfJob } from "#costs/recordings";
import type { Database, Queries, Transaction } from "#foundation/db/database";
import type { Json } from "#providers/provider-call";
import type { FusedCandidate, RelevanceScale } from "../../plan/candidates.ts";

/** A company with the facts by which its records were joined. */
export interface RecordedIdentity {
  companyId: number;
  domain: string;
  name: string;
  country: string | null;
  /** Absent where the company has nothing in common with another, and in jobs of an earlier version. */
  compared?: Pick<DirectoryIdentity, "city" | "isin" | "lei" | "description">;
}

/** A candidate as joined from the generators' lists. */
export interface RecordedCandidate extends RecordedIdentity {
  /** 0–1. */
  relevance: number;
  /** Signals by which the offer was judged; jobs of an earlier version recorded none and judged without them. */
  signals?: FusedCandidate["signals"];
  /** Absent where the plan has no group, and in jobs of an earlier version. */
  searches?: FusedCandidate["searches"];
  generators: string[];
}

/** The input of judging: the candidates, best first, and the market's earlier companies. */
export interface RecordedFusion {
  scale: RelevanceScale;
  present: RecordedIdentity[];
  candidates: RecordedCandidate[];
  /** Pairs that a person had told apart; absent in jobs of an earlier version. */
  apart?: ApartPair[];
}

const UNCOMPARED = { city: null, isin: null, lei: null, description: "" } as const;

export const identityOf = ({ companyId, domain, name, country, compared }: RecordedIdentity): DirectoryIdentity => ({
  id: companyId,
  domain,
  name,
  country,
  ...(compared ?? UNCOMPARED),
});

/** @param compared ids of the companies that have something in common with another */
export const recordedIdentity = (
  { id, domain, name, country, city, isin, lei, description }: DirectoryIdentity,
  compared: ReadonlySet<number>,
): RecordedIdentity => ({
  companyId: id,
  domain,
  name,
  country,
  ...(compared.has(id) ? { compared: { city, isin, lei, description } } : {}),
});

/** The directory counts as a provider, and its answers are recorded under this name. */
const FUSION = { requestHash: "fusion", provider: "directory", operation: "fuse", model: "" } as const;

/** Records the input of judging; a job's first record stays. */
export async function recordFusion(tx: Transaction, jobId: number, fusion: RecordedFusion): Promise<void> {
  const answer: Json = JSON.parse(JSON.stringify(fusion));
  await recordAnswer(tx, { jobId, dossierTaskId: null }, { ...FUSION, request: null, answer });
}

/** Records the companies' current records, by which they are judged. */
export async function recordJudged(tx: Transaction, jobId: number, companies: DirectoryCompany[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO judged_records (job_id, company_id, record)
    SELECT ${jobId}, (record->>'id')::int, record FROM jsonb_array_elements(${JSON.stringify(companies)}::jsonb) AS record
    ON CONFLICT DO NOTHING`;
}

/** Returns a job's recorded candidates; null before they are recorded, and for a job older than recordings. */
export async function recordedFusion(
  { prisma }: Pick<Database, "prisma">,
  jobId: number,
): Promise<RecordedFusion | null> {
  const recording = await recordingOfJob(prisma, jobId, FUSION.requestHash);
  return recording === null ? null : (JSON.parse(recording) as RecordedFusion);
}

/** Returns a job's recorded inputs; null for a job older than recordings. */
export async function recordedInputs(
  db: Pick<Database, "prisma">,
  jobId: number,
): Promise<{ fusion: RecordedFusion; companies: Map<number, DirectoryCompany> } | null> {
  const fusion = await recordedFusion(db, jobId);
  if (fusion === null) return null;
  const rows = await db.prisma.judgedRecord.findMany({ where: { jobId } });
  // The job's own steps wrote both.
  const companies = rows.map(({ record }) => record as object as DirectoryCompany);
  return { fusion, companies: new Map(companies.map((company) => [company.id, company])) };
}

/**
 * Returns the records by which a job's candidates were judged, by company. For a judgement that it took over from an
 * earlier job, this is the earlier job's record.
 */
export async function judgedRecords(db: Queries, jobId: number): Promise<Map<number, DirectoryCompany>> {
  const rows = await db.query<{ companyId: number; record: DirectoryCompany }>(
    `SELECT r.company_id AS "companyId", r.record FROM candidates k
     JOIN judged_records r ON r.job_id = k.judged_in_job AND r.company_id = k.company_id WHERE k.job_id = $1`,
    [jobId],
  );
  return new Map(rows.map(({ companyId, record }) => [companyId, record]));
}
