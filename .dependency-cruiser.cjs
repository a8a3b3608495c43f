/**
 * The import directions of docs/architecture.md: a wing may import the wings that stand below it, and only those.
 * A violation fails CI. Imports of types count like any other: the parser does not tell them apart, and no rule needs it to.
 */
const BELOW = {
  foundation: [],
  providers: ["foundation"],
  accounts: ["foundation"],
  jobs: ["foundation", "accounts"],
  costs: ["foundation", "providers", "accounts", "jobs"],
  companies: ["foundation", "providers"],
  markets: ["foundation", "providers", "accounts", "jobs", "costs", "companies"],
  intelligence: ["foundation", "providers", "accounts", "jobs", "costs", "companies"],
  pipeline: ["foundation", "providers", "accounts", "jobs", "costs", "companies", "markets", "intelligence"],
  columns: ["foundation", "providers", "accounts", "jobs", "costs", "companies", "markets", "intelligence"],
  dossiers: [
    "foundation",
    "providers",
    "accounts",
    "jobs",
    "costs",
    "companies",
    "markets",
    "intelligence",
    "columns",
    "pipeline",
  ],
  upkeep: ["foundation", "accounts", "costs", "jobs", "markets", "notices"],
  notices: ["foundation", "providers", "accounts"],
  monitors: ["foundation", "providers", "accounts", "jobs", "companies", "markets", "intelligence", "notices"],
  sources: ["foundation", "providers", "companies", "intelligence"],
};

const looksDown = Object.entries(BELOW).map(([wing, below]) => ({
  name: `${wing}-looks-down`,
  comment: `src/${wing} may import ${below.length === 0 ? "nothing else of ours" : below.join(", ")}.`,
  severity: "error",
  from: { path: `^src/${wing}/` },
  to: { path: "^(src|schema|workflows)/", pathNot: `^src/(${[wing, ...below].join("|")})/` },
}));

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "A cycle, even one of types, means that a thing lives in the wrong room.",
      severity: "error",
      from: { pathNot: "^generated/" },
      to: { circular: true },
    },
    {
      name: "ground-floor",
      comment: "Errors and configuration stand on nothing of ours.",
      severity: "error",
      from: { path: "^src/foundation/(errors|config)/" },
      to: { path: "^(src|schema|workflows)/", pathNot: "^src/foundation/(errors|config)/" },
    },
    ...looksDown,
    {
      name: "retrieval-behind-its-face",
      comment:
        "How companies are stored and scored stays inside: others ask through the face, which may lead to another machine.",
      severity: "error",
      from: { pathNot: "^src/markets/retrieval/" },
      to: { path: "^src/markets/retrieval/", pathNot: "^src/markets/retrieval/(index|retriever)\\.ts$" },
    },
    {
      name: "schema-on-domains",
      comment: "Resolvers call rules; they know neither the doors in front of them nor Temporal.",
      severity: "error",
      from: { path: "^schema/" },
      to: { path: "^(workflows|src/(rest|server|cli|foundation/embedded)|src/[^/]+\\.ts$)" },
    },
    {
      name: "rest-on-schema",
      comment: "/v2 is a thin adapter: no rule, no Prisma, no SQL.",
      severity: "error",
      from: { path: "^src/rest/" },
      to: {
        path: "^(workflows|src/(cli|jobs|costs|pipeline|foundation/(db|embedded)|markets/discovery|accounts/teams)/|generated/prisma|src/[^/]+\\.ts$)",
      },
    },
    {
      name: "clients-on-schema",
      comment: "Exports and MCP are made of the graph's answers: no rule, no Prisma, no SQL.",
      severity: "error",
      from: { path: "^src/(exports|mcp)/" },
      to: {
        path: "^(workflows|src/(cli|jobs|costs|pipeline|companies|foundation/(db|embedded)|markets/discovery|accounts)/|generated/prisma|src/[^/]+\\.ts$)",
      },
    },
    {
      name: "activities-on-domains",
      comment: "What workflows do is a call of a domain's function: no door, no graph.",
      severity: "error",
      from: { path: "^workflows/" },
      to: { path: "^(schema|src/(rest|server|cli|mcp|exports|foundation/embedded)/|src/[^/]+\\.ts$)" },
    },
    {
      name: "server-on-schema",
      comment:
        "The server puts doors together: what they do is not its own. It opens no workflow and starts no worker.",
      severity: "error",
      from: { path: "^src/server/" },
      to: { path: "^(workflows/worker|src/(cli|pipeline|markets/(criteria|judging|retrieval))/|src/[^/]+\\.ts$)" },
    },
    {
      name: "workflow-code-is-pure",
      comment:
        "Workflow code runs in Temporal's sandbox: no Node built-ins, no database, no domain; a file of types is none.",
      severity: "error",
      from: { path: "^workflows/", pathNot: "(^workflows/(client|worker)/|/(activities|client)\\.ts$)" },
      to: { path: "^(src|schema|node:)", pathNot: "^src/(jobs/dispatched-run|foundation/config/queue-kinds)\\.ts$" },
    },
    {
      name: "nothing-on-the-explorer",
      comment:
        "The server sends the explorer's files and imports none of them. The other direction is held by rootDir in web/tsconfig.json.",
      severity: "error",
      from: { path: "^(src|schema|workflows)/" },
      to: { path: "^(web|dist)/" },
    },
    {
      name: "no-development-packages",
      comment: "A production install (npm ci --omit=dev) does not have them.",
      severity: "error",
      from: { path: "^(src|schema|workflows)/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "flag-is-listed",
      comment: "A pipeline flag that steps.ts does not list is offered at no door.",
      severity: "error",
      from: { path: "^src/pipeline/steps\\.ts$" },
      to: { path: "^src/pipeline/run-", reachable: false },
    },
    {
      name: "only-tests-import-tests",
      severity: "error",
      from: { pathNot: "^(test|bench)/" },
      to: { path: "^(test|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|generated)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    parser: "swc",
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".mjs", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
