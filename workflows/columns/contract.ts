/** The workflow's type name. */
export const COLUMNS_WORKFLOW = "fillColumns";

/** The input of a fill: enough to run, and to show an operator what it is and for whom. */
export interface ColumnsInput {
  fillId: number;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
}

export interface ColumnsResult {
  outcome: "completed" | "notClaimed";
  /** Number of cells with an answer. */
  said: number;
  /** Number of cells whose question the stored texts do not answer. */
  notSaid: number;
}
