import { defineConfig } from "vitest/config";

export default defineConfig({
  // Two copies of graphql (CommonJS and ESM) are "another module or realm" to each other.
  resolve: { alias: { graphql: "graphql/index.js" } },
  test: {
    include: ["test/**/*.test.ts"],
    // The sentence model that the product uses by default costs seconds of processor for each worker: one file of tests has it.
    env: { EMBEDDINGS: "word2vec" },
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // Loading the product's modules anew for each file takes longer than most files' tests. Files share modules, not state: each has
    // a database, ports and folders of its own.
    isolate: false,
    // graphql and the plugins over it must be one module graph, so they are resolved by Vite, alias included.
    server: { deps: { inline: [/graphql/, /@pothos/, /@escape\.tech/, /@envelop/] } },
  },
});
