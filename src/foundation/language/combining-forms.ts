import { foldCase } from "./tokenize.ts";
import { baseForm } from "./wordnet.ts";

/** Combining forms of English with words that others write for them ("computer security" for "cybersecurity"). */
const FORMS: Record<string, string[]> = {
  aero: ["air", "aircraft", "aviation"],
  agri: ["agricultural", "farm", "crop"],
  agro: ["agricultural", "farm", "crop"],
  cyber: ["computer", "network", "internet", "information", "data", "digital"],
  electro: ["electric", "electrical"],
  geo: ["earth", "geological", "geographic"],
  hydro: ["water", "hydraulic"],
  nano: ["nanoscale"],
  petro: ["petroleum", "oil"],
  photo: ["light", "photographic"],
  tele: ["remote", "phone", "telephone"],
  thermo: ["heat", "thermal"],
};
/** Shortest noun of a compound, in letters: a shorter end is seldom the noun. */
const SHORTEST_NOUN = 4;

/** Splits a compound into its noun and the words that may stand for its first part; null for any other word. */
export function openCompound(word: string): { noun: string; modifiers: string[] } | null {
  const lower = foldCase(word);
  for (const [form, modifiers] of Object.entries(FORMS)) {
    const noun = lower.slice(form.length);
    if (lower.startsWith(form) && noun.length >= SHORTEST_NOUN && baseForm(noun, "noun") !== null)
      return { noun, modifiers };
  }
  return null;
}
