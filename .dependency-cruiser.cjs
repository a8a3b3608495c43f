/** The import directions of docs/architecture.md. A violation fails CI. */
const DOMAINS =
  "(analyses|auth|collections|companies|costs|criteria|discovery|dossiers|esg|events|idempotency|identifiers|ingest|jobs|judging|linking|news|people|publishing|retrieval|teams)";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "A cycle means that a thing lives in the wrong room.",
      severity: "error",
      from: { pathNot: "^generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "ground-floor",
      comment: "Errors and configuration stand on nothing of ours.",
      severity: "error",
      from: { path: "^src/(errors|config)/" },
      to: { path: "^(src|schema|workflows)/", pathNot: "^src/(errors|config)/" },
    },
    {
      name: "first-floor",
      comment:
        "Database, providers, language, geography and files know errors, configuration and each other, and no domain.",
      severity: "error",
      from: { path: "^src/(db|encryption|providers|language|geography|files|embedded)/" },
      to: {
        path: "^(src|schema|workflows)/",
        pathNot: "^src/(errors|config|db|encryption|providers|language|geography|files|embedded)/",
      },
    },
    {
      name: "domains-look-down",
      comment: "Rules do not know by which door they are called.",
      severity: "error",
      from: { path: `^src/${DOMAINS}/` },
      to: { path: "^(schema|workflows|src/(rest|server|cli|embedded)|src/[^/]+\\.ts$)" },
    },
    {
      name: "schema-on-domains",
      severity: "error",
      from: { path: "^schema/" },
      to: { path: "^(workflows|src/(rest|server|cli|embedded)|src/[^/]+\\.ts$)" },
    },
    {
      name: "rest-on-schema",
      comment: "/v2 is a thin adapter: no rule, no Prisma, no SQL.",
      severity: "error",
      from: { path: "^src/rest/" },
      to: {
        path: `^(workflows|src/(cli|db|jobs|discovery|publishing|teams|embedded)/|generated/prisma|src/[^/]+\\.ts$)`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "workflow-code-is-pure",
      comment: "Workflow code runs in Temporal's sandbox: no Node built-ins, no database, no domain.",
      severity: "error",
      from: { path: "^workflows/", pathNot: "(activities|client|codec|worker|boundary)\\.ts$" },
      to: { path: "^(src|schema|node:)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-development-packages",
      comment: "A production install (npm ci --omit=dev) does not have them.",
      severity: "error",
      from: { path: "^(src|schema|workflows)/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
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
