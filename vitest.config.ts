import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { builtProduct } from "./test/support/built-product.ts";
import LongestFirst from "./test/support/longest-first.ts";

/** They run by `npm run test:outside` (vitest.outside.config.ts). */
export const OUTSIDE = [
  "test/explorer/**/*.test.ts",
  "test/clients/**/*.test.ts",
  "test/mcp/conformance.test.ts",
  "test/cli/readme.test.ts",
  "test/cli/ask.test.ts",
  "test/monitors/killed-system.test.ts",
];

export default defineConfig({
  plugins: [builtProduct()],
  resolve: {
    alias: [
      // Two copies of graphql (for development and others) are "another module or realm" to each other. Packages get this one from Node.
      { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    // test/engine needs an OpenSearch node: `npm run test:engine`.
    exclude: ["test/engine/**", ...OUTSIDE],
    // The sentence model that the product uses by default costs seconds of processor for each worker: one file of tests has it.
    // Workers in the tests' own processes run workflows there too: Temporal's SDK would load itself anew in a thread for each.
    env: { EMBEDDINGS: "word2vec", TEMPORAL_DEBUG: "1" },
    globalSetup: ["test/support/global-setup.ts"],
    // On a busy machine a second is soon over. What never comes fails all the same, only later.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Young objects have room, so that less is copied: a twentieth of the processor time of three files measured side by side.
    execArgv: ["--max-semi-space-size=64"],
    // One more than the cores of a small machine, because many tests wait: for Temporal, or for the timeout that they are about.
    maxWorkers: 3,
    // Loading the product's modules anew for each file takes longer than most files' tests. Files share modules, not state: each has
    // a database, ports and folders of its own.
    isolate: false,
    // The build, which Node loads itself.
    server: { deps: { external: [/\/dist\//] } },
    sequence: { sequencer: LongestFirst },
  },
});
