import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      // Two copies of graphql (CommonJS and ESM) are "another module or realm" to each other. Packages get this one from Node.
      { find: "graphql", replacement: "graphql/index.js" },
      { find: "#foundation/forked-module", replacement: at("./test/support/forked-module.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    // The sentence model that the product uses by default costs seconds of processor for each worker: one file of tests has it.
    env: { EMBEDDINGS: "word2vec" },
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // One more than the cores of a small machine, because many tests wait: for Temporal, or for the timeout that they are about.
    maxWorkers: 3,
    // Loading the product's modules anew for each file takes longer than most files' tests. Files share modules, not state: each has
    // a database, ports and folders of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
