import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigurationError } from "#foundation/config/config";
import { patternMistake } from "./patterns.ts";

/** A pattern in a file of patterns (docs/event-taxonomy.md). */
export const pattern = z.string().superRefine((text, context) => {
  const mistake = patternMistake(text);
  if (mistake !== null) context.addIssue({ code: "custom", message: mistake });
});

/** A name in such a file. */
export const name = z.string().trim().min(1, "is empty").max(100, "is longer than 100 characters");
/** A sentence for people. */
export const definition = z.string().trim().min(1, "is empty");

/** Reports names that occur twice in a list of the file, ignoring case. */
export function refuseRepeatedNames(
  lists: Readonly<Record<string, readonly { name: string }[]>>,
  context: z.core.$RefinementCtx,
): void {
  for (const [list, entries] of Object.entries(lists)) {
    const seen = new Set<string>();
    entries.forEach((one, i) => {
      const key = one.name.toLowerCase();
      if (seen.has(key))
        context.addIssue({ code: "custom", path: [list, i, "name"], message: `"${one.name}" is there twice` });
      seen.add(key);
    });
  }
}

interface LexiconFile<Schema extends z.ZodType> {
  schema: Schema;
  /** The shipped file. */
  shipped: unknown;
  /** The environment variable that names another file. */
  variable: string;
}

/**
 * Reads a file of patterns: the operator's, or the one shipped with the product.
 * @param path absolute or relative to the working directory; undefined for the shipped one
 * @throws ConfigurationError that lists every mistake of the file with its place, or says why the file cannot be read
 */
export function readLexiconFile<Schema extends z.ZodType>(
  { schema, shipped, variable }: LexiconFile<Schema>,
  path?: string,
): z.output<Schema> {
  const checked = schema.safeParse(path === undefined ? shipped : readJson(path, variable));
  if (checked.success) return checked.data;
  throw new ConfigurationError(
    checked.error.issues.map((issue) => {
      // The reason for an invalid key is one level down.
      const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
      return `${variable} ${path ?? "(the shipped file)"}: ${placeOf(issue.path)} ${message}`;
    }),
  );
}

function readJson(path: string, variable: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigurationError([`${variable} ${path}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** Formats ["alertTypes", 3, "terms", "oil spill"] as `alertTypes[3].terms["oil spill"]`. */
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
