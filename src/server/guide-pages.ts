import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import type { PageMaker } from "./page.ts";
import { policy } from "./security-headers.ts";

const BASE = "/docs/guide";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

const OWN_FILES = policy({
  "connect-src": "'self'",
  "img-src": "'self'",
  "script-src": "'self'",
  "style-src": "'self'",
});

/**
 * Returns the documentation that `npm run build` made from docs/ (scripts/guide), by path. Paths have no extension. The
 * first page is at `/docs/guide`, with or without a slash. Empty where it is not built.
 */
export function guidePages(folder = join(projectRoot(), "dist", "guide")): Map<string, PageMaker> {
  const pages = new Map<string, PageMaker>();
  if (!existsSync(folder)) return pages;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const page: PageMaker = async () => ({ type, body: await readFile(join(folder, file)), policy: OWN_FILES });
    const name = file
      .replaceAll("\\", "/")
      .replace(/\.html$/, "")
      .replace(/(^|\/)index$/, "$1");
    pages.set(`${BASE}/${name}`, page);
    if (name === "") pages.set(BASE, page);
  }
  return pages;
}
