import { contentStems } from "#foundation/language/stem";
import type { PlanOffer } from "../plan/plan.ts";
import type { DirectoryLexicon } from "./directory-lexicon.ts";

/**
 * Reads one offered thing as a condition: its words, their idf, and the head noun, which a company's record must have.
 * Null without a content word.
 */
export function planOffer(phrase: string, lexicon: DirectoryLexicon): PlanOffer | null {
  // "Makers of parts of engines": the words after a preposition describe the head before it.
  const [core = phrase] = phrase.split(/\s+(?:of|for|with|from|in|on|to|without)\s+/i);
  const stems = [...new Set(contentStems(phrase))];
  const head = contentStems(core).at(-1) ?? stems.at(-1);
  if (head === undefined) return null;
  return {
    phrase,
    head,
    words: stems.map((stem) => ({ stem, idf: lexicon.idf(stem), companies: companiesOf(stem, lexicon) })),
  };
}

function companiesOf(stem: string, lexicon: DirectoryLexicon): number {
  const term = lexicon.termNumber(stem);
  return term === undefined ? 0 : lexicon.documentFrequency(term);
}
