#!/usr/bin/env node
// Runs the tests of test/engine/ with an OpenSearch node of their own. Arguments go to vitest: `npm run test:engine -- test/engine/finder.test.ts`.
// Ends with 2, and says so loudly, where there is no JDK of 21 or later or no Maven: the tests have not run then.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { NoOpenSearchError, startOpenSearch } from "./engine/opensearch-node.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

let node;
try {
  const started = Date.now();
  node = await startOpenSearch();
  process.stderr.write(`OpenSearch answers after ${((Date.now() - started) / 1000).toFixed(1)} s (${node.url})\n`);
} catch (error) {
  if (!(error instanceof NoOpenSearchError)) throw error;
  process.stderr.write(`\nTHE TESTS OF THE SEARCH ENGINE DID NOT RUN: ${error.message}\n`);
  process.exit(2);
}
const vitest = spawn(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.engine.config.ts", ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, TEST_SEARCH_URL: node.url } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
const code = await new Promise((resolve) =>
  vitest.once("exit", (status, signal) => resolve(signal === null ? status : 1)),
);
await node.stop();
process.exit(code ?? 1);
