import { defineConfig, mergeConfig } from "vitest/config";
import base, { OUTSIDE } from "./vitest.config.ts";

/**
 * The product as strangers meet it: the README's commands on an empty data folder, and the explorer in Chromium.
 * Clients that others' generators make and the conformance suite of MCP meet it too. They start whole stacks, and some
 * install their tools first, so that a test has four minutes.
 */
const outside = mergeConfig(base, defineConfig({ test: { maxWorkers: 2, testTimeout: 240_000 } }));
outside.test.include = OUTSIDE;
outside.test.exclude = [];

export default outside;
