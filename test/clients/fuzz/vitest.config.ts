import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vitest.config.ts";

/** The fuzz tests alone: they take minutes, so they are no part of the ordinary run. */
const { test, ...rest } = base;
export default mergeConfig(
  rest,
  defineConfig({ test: { ...test, include: ["test/clients/fuzz/*.fuzz.ts"], testTimeout: 3_600_000 } }),
);
