/** The workflows as they are exported: a client that starts one is checked against its parameters. */
export type Workflows = typeof import("../index.ts");
/** A type name of a workflow. */
export type WorkflowName = keyof Workflows;
/** One that is started without input. */
export type ScheduledName = {
  [Name in WorkflowName]: Parameters<Workflows[Name]>["length"] extends 0 ? Name : never;
}[WorkflowName];
