import { defineConfig, mergeConfig } from "vitest/config";
import base, { OUTSIDE } from "./vitest.config.ts";

/**
 * The product as strangers meet it: the commands of the README on an empty data folder, the explorer in Chromium, the clients that
 * others' generators and compilers make, the conformance suite of MCP. They start whole stacks, and some install their tools first,
 * so that a test has four minutes.
 */
const outside = mergeConfig(base, defineConfig({ test: { maxWorkers: 2, testTimeout: 240_000 } }));
outside.test.include = OUTSIDE;
outside.test.exclude = [];

export default outside;
