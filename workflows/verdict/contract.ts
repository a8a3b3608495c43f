/** The workflow's type name. */
export const VERDICT_WORKFLOW = "explainVerdict";

/** The company, and the discovery whose criteria judge it. */
export interface VerdictInput {
  jobId: number;
  companyId: number;
}
