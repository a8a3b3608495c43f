import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { isBuildFresh } from "./program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PRODUCT = /^(?:src|schema|workflows|generated\/(?:operations|prisma|pothos))/;

const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { imports: Record<string, string> };

/** The source that an import names, relative to the project; undefined for what is not in it. */
function sourceOf(name: string, importer: string): string | undefined {
  if (name.startsWith(".")) return relative(ROOT, resolve(dirname(importer), name));
  const [pattern, path] = Object.entries(imports).find(([key]) => name.startsWith(key.slice(0, -1))) ?? [];
  return pattern === undefined ? undefined : path?.slice(2).replace("*", name.slice(pattern.length - 1));
}

/**
 * Tests import the product's modules from the build where that is as new as the sources, and Node loads them as it does
 * for users. To compile the sources for each worker takes seconds.
 */
export function builtProduct(): Plugin {
  return {
    name: "built-product",
    enforce: "pre",
    // Cached modules name what they import: the build or the sources.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(() => (isBuildFresh() ? "build" : "sources")),
    resolveId(name, importer) {
      if (importer === undefined || !isBuildFresh()) return;
      const source = sourceOf(name, importer);
      if (source === undefined || !PRODUCT.test(source) || !source.endsWith(".ts")) return;
      return { id: join(ROOT, "dist", source.replace(/\.ts$/, ".js")), external: true };
    },
  };
}
