import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { ExplorerConfig } from "#foundation/config/explorer";
import { projectRoot } from "#foundation/config/project-root";
import type { Page, PageMaker } from "./page.ts";
import { hashOf, policy } from "./security-headers.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Scripts, styles and data come from our own files and our own graph; the page itself contains none. */
const OWN_FILES = {
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "script-src": "'self'",
  "style-src": "'self'",
};

const HTML = "text/html; charset=utf-8";
const STYLE =
  "body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1.25rem }";

/** Replaces the explorer in an installation that was built without it. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Explorer · Market Intelligence</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>The explorer is not built</h1>
<p>Its files are not in <code>dist/web</code>. Where the sources are, <code>npm ci &amp;&amp; npm run build</code> makes them.</p>
</main>
</body>
</html>
`;

/** Returns the explorer's page or file at a path; undefined where there is none. */
export type ExplorerPages = (path: string) => PageMaker | undefined;

const notBuilt: PageMaker = async () => ({
  type: HTML,
  body: NOT_BUILT,
  policy: policy({ "style-src": hashOf(STYLE) }),
});
const ASSETS = "/explorer/assets/";

/** Returns the maker of a file's page; another one once the file has changed, and undefined where there is none. */
function makerOf(file: string, pageOf: (body: Buffer) => Page): () => PageMaker | undefined {
  let known: { version: string; maker: PageMaker } | undefined;
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const version = `${found.mtimeMs} ${found.size}`;
    if (known?.version !== version) known = { version, maker: async () => pageOf(await readFile(file)) };
    return known.maker;
  };
}

/**
 * Serves the explorer's files that `npm run build` made. Files with a hash in their name never change; every other path
 * below /explorer is the one page, which decides itself what to show. The page below /embed may be framed by the
 * configured origins. Files are looked for at each request, because a build replaces them under a running server.
 */
export function explorerPages(
  { embedOrigins }: Pick<ExplorerConfig, "embedOrigins">,
  folder = join(projectRoot(), "dist", "web"),
): ExplorerPages {
  const index = join(folder, "index.html");
  const page = (more: Partial<Page>): (() => PageMaker) => {
    const built = makerOf(index, (body) => ({ type: HTML, body, ...more }));
    return () => built() ?? notBuilt;
  };
  const explorer = page({ policy: policy(OWN_FILES) });
  const embedded =
    embedOrigins.length > 0
      ? page({ policy: policy({ ...OWN_FILES, "frame-ancestors": embedOrigins.join(" ") }), mayBeFramed: true })
      : explorer;
  const assets = new Map<string, () => PageMaker | undefined>();
  const asset = (name: string): PageMaker | undefined => {
    const type = TYPES[extname(name)];
    if (type === undefined || !/^[\w.-]+$/.test(name)) return undefined;
    const known =
      assets.get(name) ?? makerOf(join(folder, "assets", name), (body) => ({ type, body, isImmutable: true }));
    const maker = known();
    if (maker === undefined) assets.delete(name);
    else assets.set(name, known);
    return maker;
  };
  return (path) => {
    if (path.startsWith(ASSETS)) return asset(path.slice(ASSETS.length));
    if (path === "/explorer" || path.startsWith("/explorer/")) return explorer();
    return /^\/embed\/markets\/\d+$/.test(path) ? embedded() : undefined;
  };
}
