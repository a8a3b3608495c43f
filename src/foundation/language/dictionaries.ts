import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "../config/project-root.ts";

/** The languages that have a dictionary into English (models/README.md). */
export const LANGUAGES = ["de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A word of another language in English; `isAdjective` where it is no noun in that language. */
export interface Translation {
  english: string;
  isAdjective: boolean;
}

const dictionaries = new Map<Language, Map<string, Translation>>();

/**
 * Returns a dictionary by its words in lower case. The noun stands for a word that is several parts of speech. Read
 * once, on first use.
 */
export function dictionary(language: Language): Map<string, Translation> {
  let words = dictionaries.get(language);
  if (words) return words;
  words = new Map();
  const file = join(projectRoot(), "models/dictionaries", `${language}.tsv.gz`);
  for (const line of gunzipSync(readFileSync(file)).toString("utf8").split("\n")) {
    const [word = "", pos = "", english = ""] = line.split("\t");
    const key = word.toLowerCase();
    if (english === "" || (pos !== "n" && words.has(key))) continue;
    words.set(key, { english, isAdjective: pos === "a" });
  }
  dictionaries.set(language, words);
  return words;
}
