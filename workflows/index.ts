/** What the workflow bundle holds. Nothing here may reach Node's built-ins or the environment. */
export { discoverCompanies } from "./discovery/workflow.ts";
export { publishMarket } from "./publishing/workflow.ts";
