import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

const DOCUMENT = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));
const GRAPH = fileURLToPath(new URL("../../schema/schema.graphql", import.meta.url));

let outside: string;
beforeAll(async () => {
  outside = await installOutside();
});

/**
 * GraphQL-ESLint's rules that the graph does not follow. Values, edges and connections have no identity. A `companyId` beside the
 * global `id` is the number by which /v2 knows the company.
 */
const NOT_FOLLOWED = ["strict-id-in-types", "no-typename-prefix"];

describe("the committed graph", () => {
  it("passes GraphQL-ESLint's recommended rules for schemas, but for two that say otherwise", async () => {
    const folder = await temporaryFolder();
    copyFileSync(GRAPH, join(folder, "schema.graphql"));
    symlinkSync(join(outside, "node_modules"), join(folder, "node_modules"));
    writeFileSync(
      join(folder, "eslint.config.mjs"),
      `import plugin from "@graphql-eslint/eslint-plugin";
      const off = Object.fromEntries(${JSON.stringify(NOT_FOLLOWED)}.map((rule) => ["@graphql-eslint/" + rule, "off"]));
      export default [{
        files: ["**/*.graphql"],
        languageOptions: { parser: plugin.parser, parserOptions: { graphQLConfig: { schema: "schema.graphql" } } },
        plugins: { "@graphql-eslint": plugin },
        rules: { ...plugin.configs["flat/schema-recommended"].rules, ...off },
      }];`,
    );
    const output = await run(outsideTool(outside, "eslint"), ["schema.graphql", "--format=json"], { cwd: folder });
    const files: { messages: unknown[] }[] = JSON.parse(output);
    expect(files).toHaveLength(1);
    expect(files[0]?.messages).toEqual([]);
  });
});

describe("the committed OpenAPI document", () => {
  it("passes Redocly's recommended rules without a warning or an exception", async () => {
    const output = await run(
      outsideTool(outside, "redocly"),
      ["lint", DOCUMENT, "--extends=recommended", "--format=json"],
      {
        cwd: await temporaryFolder(),
        env: { ...process.env, REDOCLY_TELEMETRY: "off" },
      },
    );
    expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
  });

  it("has nothing that the generators of openapi-generator make code of that does not compile", () => {
    const { paths, components } = JSON.parse(readFileSync(DOCUMENT, "utf8"));
    type Operation = {
      operationId: string;
      parameters?: { content?: Record<string, { schema: { items?: object } }> }[];
    };
    const operations = Object.values<Record<string, Operation>>(paths).flatMap((item) => Object.values(item));
    // TypeScript: an operation's parameters are an interface of this name.
    const taken = operations.map(({ operationId: id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`);
    expect(Object.keys(components.schemas).filter((name) => taken.includes(name))).toEqual([]);
    // Python: the elements of a list in a parameter are looked for as a model, and only a named schema is one.
    const lists = operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap(({ content }) => content?.["application/json"]?.schema.items ?? []),
    );
    expect(lists).toEqual([{ $ref: "#/components/schemas/TeamUserSort" }]);
    // Java: the constant is written as text.
    expect(JSON.stringify(components).match(/"type":"boolean","(?:const|enum)":\S{5}/g)).toBeNull();
  });

  it("passes Spectral's recommended rules without a warning or an exception", async () => {
    const folder = await temporaryFolder();
    const ruleset = join(folder, "ruleset.json");
    writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
    const args = ["lint", DOCUMENT, "--ruleset", ruleset, "--fail-severity=hint", "--format=json", "--quiet"];
    const output = await run(outsideTool(outside, "spectral"), args, { cwd: folder });
    expect(JSON.parse(output)).toEqual([]);
  });
});
