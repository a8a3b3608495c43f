/** The workflow's type name. */
export const DOSSIER_WORKFLOW = "runDossier";

/** The Temporal workflow id of a run of a dossier. */
export const dossierWorkflowId = (taskId: string): string => `dossier-${taskId}`;

/** What a run is started with: enough to run, and to tell an operator what it is and for whom. */
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
  /** Sources that the report cites. */
  sources: number;
}
