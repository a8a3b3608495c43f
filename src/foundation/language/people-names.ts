import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { foldCase } from "./tokenize.ts";

let names: ReadonlySet<string> | undefined;

/**
 * Whether a word is part of a person's name in some language, first name or surname, in any case and without accents.
 * The 39,000 names are from the list @cspell/dict-people-names (MIT). Many are words, places and companies too ("Rose",
 * "Siemens"), so the answer alone decides nothing. The list is read once, when first asked (20 ms).
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
