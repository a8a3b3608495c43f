/** The workflow's type name. */
export const DOSSIER_WORKFLOW = "runDossier";

/** The input of a run: enough to run, and to show an operator what it is and for whom. */
export interface DossierInput {
  taskId: string;
  agentId: string;
  agentType: string;
  question: string;
  teamId: number;
  teamName: string;
}

export interface DossierResult {
  outcome: "completed" | "notClaimed";
  /** Number of sources that the report cites. */
  sources: number;
}
