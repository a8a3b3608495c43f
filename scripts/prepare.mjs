#!/usr/bin/env node
// What npm runs after an install: the build, where there are sources and all that builds them. A production install
// (`npm ci --omit=dev`) lacks the code generators; it runs the dist/ that was built elsewhere.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import "./preflight.cjs";

const isThere = (path) => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));
const say = (text) => process.stderr.write(`prepare: ${text}\n`);

if (isThere("src") && isThere("node_modules/@graphql-codegen/cli")) await import("./build.mjs");
else if (isThere("dist/src/main.js")) say("nothing to build with; dist/ is used as it is");
else
  say(
    "there is no dist/, and without the development packages it cannot be built: " +
      "copy one here that was built elsewhere, or run npm ci && npm run build && npm prune --omit=dev",
  );
