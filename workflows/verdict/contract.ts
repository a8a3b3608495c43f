/** The workflow's type name. */
export const VERDICT_WORKFLOW = "explainVerdict";

/** The company and the discovery whose criteria it is judged by. */
export interface VerdictInput {
  jobId: number;
  companyId: number;
}
