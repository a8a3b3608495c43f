import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "../config/project-root.ts";

/** The languages that have a dictionary into English (models/README.md). */
export const LANGUAGES = ["de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A word of another language in English; `isAdjective` and `isVerb` where it is no noun in that language. */
export interface Translation {
  english: string;
  isAdjective: boolean;
  isVerb: boolean;
}

interface Dictionary {
  words: Map<string, Translation>;
  /** English adjectives, also of words that are nouns too. */
  adjectives: Map<string, string>;
}

const dictionaries = new Map<Language, Dictionary>();

/**
 * Returns a dictionary by its words in lower case. The noun stands for a word that is several parts of speech. Read
 * once, on first use.
 */
export function dictionary(language: Language): Map<string, Translation> {
  return read(language).words;
}

/** Returns a dictionary's adjectives by their words in lower case: "rojo" is the noun "red" too. */
export function dictionaryAdjectives(language: Language): Map<string, string> {
  return read(language).adjectives;
}

function read(language: Language): Dictionary {
  const known = dictionaries.get(language);
  if (known) return known;
  const words = new Map<string, Translation>();
  const adjectives = new Map<string, string>();
  const file = join(projectRoot(), "models/dictionaries", `${language}.tsv.gz`);
  for (const line of gunzipSync(readFileSync(file)).toString("utf8").split("\n")) {
    const [word = "", pos = "", english = ""] = line.split("\t");
    const key = word.toLowerCase();
    if (english === "") continue;
    if (pos === "a" && !adjectives.has(key)) adjectives.set(key, english);
    if (pos !== "n" && words.has(key)) continue;
    words.set(key, { english, isAdjective: pos === "a", isVerb: pos === "v" });
  }
  const made = { words, adjectives };
  dictionaries.set(language, made);
  return made;
}
