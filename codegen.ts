import type { CodegenConfig } from "@graphql-codegen/cli";
import { lexicographicSortSchema, printSchema } from "graphql";
import { schema } from "#schema/index";

/** Prints the SDL (committed) and types the GraphQL documents behind /v2 (generated, not committed). */
const config: CodegenConfig = {
  schema: printSchema(lexicographicSortSchema(schema)),
  generates: {
    "schema/schema.graphql": { plugins: ["schema-ast"], config: { includeDirectives: true } },
    "generated/operations/": {
      documents: ["src/rest/operations/*.graphql", "src/cli/operations/*.graphql"],
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
    },
  },
};

export default config;
