import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The tests that need an OpenSearch node; `npm run test:engine` starts one and names it by TEST_SEARCH_URL. */
const engine = mergeConfig(base, defineConfig({ test: { maxWorkers: 1, testTimeout: 120_000 } }));
engine.test.include = ["test/engine/**/*.test.ts"];
engine.test.exclude = [];

export default engine;
