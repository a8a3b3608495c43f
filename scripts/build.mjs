#!/usr/bin/env node
// Everything that running from dist/ needs: generated clients, typed operations, compiled code, the workflow bundle.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./preflight.cjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
// Prisma looks for its generators on the PATH, which npm sets for scripts and a plain `node` does not.
process.env.PATH = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** Runs a program; a failure ends the build with its exit code. */
function execute(program, name, args, env = {}) {
  const started = Date.now();
  const { status, error, stdout } = spawnSync(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (error || status !== 0) {
    // Where the compiler tells its errors.
    process.stderr.write(stdout ?? "");
    process.stderr.write(`build: ${name} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}\n`);
    process.exit(status ?? 1);
  }
  process.stderr.write(`build: ${name} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
/** Runs a tool of node_modules. */
const run = (tool, args, env) => execute(`node_modules/.bin/${tool}`, tool, args, env);
/** Runs a script by this Node. */
const runNode = (script, options = []) => execute(process.execPath, script, [...options, script]);

/** Without this, `prisma generate` would look for a binary that it does not use. */
const PRISMA = { PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(new URL("schema-engine.mjs", import.meta.url)) };

/**
 * The type of the tRPC router as a file of its own, for clients outside. Server-only parts (context and metadata) are
 * left out; the rest comes from @trpc/server. The other declarations are not needed.
 */
function writeRouterType() {
  const declaration = readFileSync("dist/types/src/rest/router.d.ts", "utf8")
    .replaceAll(/import\("\.\/trpc\.ts"\)\.(?:RestContext|ProcedureMeta)/g, "object")
    .replace("export declare const appRouter", "declare const appRouter");
  const inside = /["'](?:\.{1,2}\/|#)[^"']*["']/.exec(declaration);
  if (inside !== null) {
    process.stderr.write(`build: the type of the router refers to ${inside[0]}, which clients outside do not have\n`);
    process.exit(1);
  }
  mkdirSync("dist/trpc");
  writeFileSync("dist/trpc/index.d.ts", declaration);
  rmSync("dist/types", { recursive: true });
}

for (const folder of ["generated", "web/src/generated"]) rmSync(folder, { recursive: true, force: true });
run("prisma", ["generate"], PRISMA);
runNode("scripts/generate-operations.ts", [
  // Not tsx: it gives the plugins of codegen another copy of graphql than the schema's packages have.
  "--experimental-transform-types",
  "--disable-warning=ExperimentalWarning",
]);
if (!process.argv.includes("--generate-only")) {
  rmSync("dist", { recursive: true, force: true });
  run("tsc", ["-p", "tsconfig.build.json"]);
  writeRouterType();
  // Subpath imports name sources; Node looks them up in the nearest package.json, so the build has one that names its own files.
  const { imports } = JSON.parse(readFileSync("package.json", "utf8"));
  const compiled = Object.entries(imports).map(([name, path]) => [name, path.replace(/\.ts$/, ".js")]);
  writeFileSync(
    "dist/package.json",
    `${JSON.stringify({ type: "module", imports: Object.fromEntries(compiled) }, null, 2)}\n`,
  );
  // Prompts are read as files.
  cpSync("src", "dist/src", {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || path.endsWith(".md"),
  });
  run("vite", ["build", "web", "--logLevel", "warn"], { NODE_ENV: "production" });
  const { buildGuide } = await import("./guide/build-guide.mjs");
  await buildGuide(root, join(root, "dist", "guide"));
  const { bundlePrograms } = await import("./bundle-programs.mjs");
  await bundlePrograms(join(root, "dist"));
  runNode("dist/scripts/bundle-workflows.js");
  process.stderr.write("build: done\n");
}
