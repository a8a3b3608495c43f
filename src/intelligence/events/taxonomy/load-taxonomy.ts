import { readFileSync } from "node:fs";
import { ConfigurationError } from "#foundation/config/config";
import shipped from "./event-taxonomy.json" with { type: "json" };
import { compileTaxonomy, type Taxonomy } from "./taxonomy.ts";
import { taxonomyFile } from "./taxonomy-file.ts";

/**
 * The taxonomy of events: the operator's file, or the one that comes with the product.
 * @param path absolute or relative to the working directory; undefined for the shipped one
 * @throws ConfigurationError that names every mistake of the file with its place, or why it cannot be read
 */
export function loadTaxonomy(path?: string): Taxonomy {
  return compileTaxonomy(checkTaxonomy(path === undefined ? shipped : readJson(path), path ?? "the shipped taxonomy"));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigurationError([`EVENT_TAXONOMY ${path}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function checkTaxonomy(content: unknown, where: string) {
  const checked = taxonomyFile.safeParse(content);
  if (checked.success) return checked.data;
  throw new ConfigurationError(
    checked.error.issues.map((issue) => {
      // A mistake in a key has its reason one level down.
      const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
      return `EVENT_TAXONOMY ${where}: ${placeOf(issue.path)} ${message}`;
    }),
  );
}

/** ["alertTypes", 3, "terms", "oil spill"] → `alertTypes[3].terms["oil spill"]`. */
function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path
    .map((key, i) => {
      if (typeof key === "number") return `[${key}]`;
      return /^[\p{L}$_][\p{L}\p{N}_]*$/u.test(String(key))
        ? `${i > 0 ? "." : ""}${String(key)}`
        : `[${JSON.stringify(key)}]`;
    })
    .join("");
}
