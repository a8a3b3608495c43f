/** The contents of the workflow bundle. Nothing here may reach Node's built-ins or the environment. */
export { fillColumns } from "./columns/workflow.ts";
export { sendDigests } from "./digests/workflow.ts";
export { discoverCompanies } from "./discovery/workflow.ts";
export { runDossier } from "./dossier/workflow.ts";
export { groupWeek } from "./events/group-week.ts";
export { groupObservations } from "./events/workflow.ts";
export { pollFeeds } from "./ingest/workflow.ts";
export { runMonitor } from "./monitors/workflow.ts";
export { noteCriteria, previewDiscovery } from "./preview/workflow.ts";
export { publishMarket } from "./publishing/workflow.ts";
export { clearOldRows } from "./retention/workflow.ts";
export { indexCompanyRangeWorkflow, rebuildSearchIndex } from "./search/workflow.ts";
export { syncSources } from "./sources/workflow.ts";
export { explainVerdict } from "./verdict/workflow.ts";
