import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vitest.config.ts";

/** The clients of openapi-generator: they need Java and Maven Central and take minutes, so they are no part of the ordinary run. */
const { test, ...rest } = base;
const include = ["test/clients/generators/*.compile.ts"];
export default mergeConfig(rest, defineConfig({ test: { ...test, include, testTimeout: 1_800_000 } }));
