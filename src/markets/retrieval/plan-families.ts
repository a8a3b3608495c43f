import { openCompound } from "#foundation/language/combining-forms";
import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { wordFamily } from "#foundation/language/wordnet";
import { agentVerb } from "../criteria/company-words.ts";
import { DONE, relationOfVerb } from "../plan/relations.ts";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import type { TermSet } from "./plan-terms.ts";

/** Minimum number of companies that use a word for it to be the directory's own word. */
const MIN_COMPANIES = 3;
/** A compound is rare if fewer than one company in this number uses it. Its noun is then also searched. */
const RARE = 100;
/** Weight of a compound's noun. */
const OF_COMPOUND = 0.5;
/** Weight of another word of the family, relative to the word itself. */
const OF_FAMILY = 0.9;

/**
 * Adds the family of a word that the directory hardly uses: "brewers" for "breweries", if the directory uses that. It
 * also adds the noun of a rare compound ("security" of "cybersecurity"), and the verb of companies that lease, install
 * or invest. It needs no word vectors.
 */
export function addFamilies(terms: TermSet, text: string, lexicon: DirectoryLexicon): void {
  for (const { word } of tokens(text)) {
    const isRare = companiesOf(stem(word), lexicon) * RARE < lexicon.companies;
    const compound = isRare ? openCompound(word) : null;
    if (compound !== null && companiesOf(stem(compound.noun), lexicon) > 0)
      terms.addNewWords(compound.noun, "definition", OF_COMPOUND);
    const verb = agentVerb(word);
    if (verb !== null && DONE.has(relationOfVerb(verb))) terms.addNewWords(verb, "relative", OF_FAMILY);
    if (!isContentWord(word) || companiesOf(stem(word), lexicon) >= MIN_COMPANIES) continue;
    for (const akin of wordFamily(word))
      if (companiesOf(stem(akin), lexicon) > 0) terms.addNewWords(akin, "relative", OF_FAMILY);
  }
}

function companiesOf(key: string, lexicon: DirectoryLexicon): number {
  const term = lexicon.termNumber(key);
  return term === undefined ? 0 : lexicon.documentFrequency(term);
}
