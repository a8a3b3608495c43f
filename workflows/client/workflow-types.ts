/** The exported workflows, against whose parameters a starting client is checked. */
export type Workflows = typeof import("../index.ts");
/** A type name of a workflow. */
export type WorkflowName = keyof Workflows;
/** Names of workflows that start without input. */
export type ScheduledName = {
  [Name in WorkflowName]: Parameters<Workflows[Name]>["length"] extends 0 ? Name : never;
}[WorkflowName];
