import type { CodegenConfig } from "@graphql-codegen/cli";
import { lexicographicSortSchema, printSchema } from "graphql";
import { toldSchema } from "#schema/index";

/** How documents and their answers are typed. */
const typed = {
  preset: "client",
  presetConfig: { fragmentMasking: false },
  config: {
    useTypeImports: true,
    importExtension: ".ts",
    enumsAsTypes: true,
    strictScalars: true,
    scalars: {
      DateTime: { input: "string", output: "string" },
      UUID: { input: "string", output: "string" },
      JSON: { input: "unknown", output: "unknown" },
    },
  },
} as const;

/** Prints the SDL (committed) and types the GraphQL documents of /v2, the commands, exports, MCP, the explorer and the tests (generated, not committed). */
const config: CodegenConfig = {
  schema: printSchema(lexicographicSortSchema(toldSchema)),
  generates: {
    "schema/schema.graphql": { plugins: ["schema-ast"], config: { includeDirectives: true } },
    "generated/operations/": {
      documents: [
        "src/rest/operations/*.graphql",
        "src/cli/operations/*.graphql",
        "src/exports/*.graphql",
        "src/mcp/*.graphql",
      ],
      ...typed,
    },
    "web/src/generated/": { documents: ["web/src/**/*.graphql"], ...typed },
    "generated/tests/": { documents: ["test/graph/operations/*.graphql"], ...typed },
  },
};

export default config;
