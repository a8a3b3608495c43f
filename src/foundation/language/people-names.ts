import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { foldCase } from "./tokenize.ts";

let names: ReadonlySet<string> | undefined;

/**
 * Whether a word is a first name or surname in some language, ignoring case and accents. The 39,000 names are those of
 * @cspell/dict-people-names (MIT), read on first use (20 ms). Many are also words, places and companies ("Rose",
 * "Siemens"), so the answer alone decides nothing.
 */
export function isPersonName(word: string): boolean {
  names ??= readNames();
  return names.has(foldCase(word));
}

function readNames(): ReadonlySet<string> {
  const settings = createRequire(import.meta.url).resolve("@cspell/dict-people-names");
  const file = join(dirname(settings), "dict", "people-names.txt");
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  return new Set(lines.filter((line) => line !== "" && !line.startsWith("#")).map(foldCase));
}
