// The pages of docs/ as a site that the server has at /docs/guide, offline: HTML, one style, and a search that runs in the browser.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { contentsOf } from "./contents.mjs";
import { frame } from "./frame.mjs";
import { graphReference } from "./graph-reference.mjs";
import { readPage } from "./read-page.mjs";

/** Where the server has the site (src/server/guide-pages.ts). */
const BASE = "/docs/guide/";

/**
 * Writes the site of `root`/docs to a folder. docs/README.md is its first page, and orders the others. The pages of the
 * graph are made from `root`/schema/schema.graphql.
 * @throws Error naming every link that leads to no page of the site, or to no heading of one
 */
export async function buildGuide(root, folder) {
  const docs = join(root, "docs");
  const contents = contentsOf(readFileSync(join(docs, "README.md"), "utf8"));
  const names = ["README.md", ...contents.flatMap(({ pages }) => pages.map(({ name }) => name))];
  const graph = graphReference(readFileSync(join(root, "schema/schema.graphql"), "utf8"));
  const pages = [
    ...names.map((name) => readPage(name, graph.withList(readFileSync(join(docs, name), "utf8")), pathOf)),
    ...graph.pages.map(({ name, text }) => readPage(name, text, pathOf)),
  ];
  const ids = new Map(pages.map(({ name, ids }) => [name, ids]));
  const dead = pages.flatMap(({ name, links }) =>
    links
      .filter(({ to, heading }) => !ids.has(to) || (heading !== "" && !ids.get(to).has(heading)))
      .map(({ to, heading }) => `docs/${name} -> ${to}${heading === "" ? "" : `#${heading}`}`),
  );
  if (dead.length > 0) throw new Error(`links of docs/ that lead nowhere:\n${dead.join("\n")}`);
  for (const page of pages) {
    const file = join(folder, `${fileOf(page.name)}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, frame(page, contents, pathOf));
  }
  writeFileSync(join(folder, "sections.json"), JSON.stringify(pages.flatMap(({ sections }) => sections)));
  cpSync(join(root, "scripts/guide/guide.css"), join(folder, "guide.css"));
  await build({
    entryPoints: [join(root, "scripts/guide/search.ts")],
    outfile: join(folder, "search.js"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "error",
  });
}

/** A page's file without its ending; a README.md is its folder's `index`. */
const fileOf = (name) => name.replace(/(^|\/)README\.md$/, "$1index.md").replace(/\.md$/, "");
const pathOf = (name) => BASE + fileOf(name).replace(/(^|\/)index$/, "$1");
