import { contentStems, isContentWord } from "#foundation/language/stem";
import { foldCase, tokens } from "#foundation/language/tokenize";
import { type PartOfSpeech, relatives } from "#foundation/language/wordnet";
import type { DirectoryLexicon, WordSpace } from "./directory-lexicon.ts";
import { MIN_COSINE, questionVector, type TermSet } from "./plan-terms.ts";

/**
 * A word is rare if fewer than one company in this number uses it. It is then not the trade's own word for the thing.
 */
const RARE = 300;
const SENSES = 4;
const MAX_RELATIVES = 10;
const MAX_PHRASE_WORDS = 3;

interface Relative {
  text: string;
  stems: string[];
  cosine: number;
}

/**
 * Translates words of the question that the directory hardly uses ("rubbish", "hackers") into words that it uses.
 * Candidates are WordNet's synonyms, hyponyms, hypernyms and derivations of several senses. The directory's word
 * vectors select those that fit the whole question. Words that companies use are not translated, because this brings
 * more noise than gain. Does nothing without word vectors.
 */
export function addRelatives(terms: TermSet, text: string, lexicon: DirectoryLexicon): void {
  const { sif } = lexicon;
  if (!sif) return;
  const question = questionVector(text, lexicon, sif);
  const found = new Map<string, Relative>();
  for (const phrase of rarePhrases(text, lexicon)) {
    for (const pos of ["noun", "verb", "adj"] satisfies PartOfSpeech[]) {
      for (const word of relatives(phrase, pos, SENSES)) {
        const relative = readRelative(word, terms, lexicon, sif, question);
        if (!relative || relative.cosine < MIN_COSINE) continue;
        const key = relative.stems.join(" ");
        if ((found.get(key)?.cosine ?? 0) < relative.cosine) found.set(key, relative);
      }
    }
  }
  const best = [...found.values()]
    .sort((a, b) => b.cosine - a.cosine || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_RELATIVES);
  for (const { text: word, cosine } of best) terms.addOtherName(word, "relative", cosine);
}

/** Returns the words and phrases of the text whose words are all rare in the directory. */
function rarePhrases(text: string, lexicon: DirectoryLexicon): string[] {
  const words = tokens(text).map(({ word }) => foldCase(word));
  const phrases: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= MAX_PHRASE_WORDS && from + length <= words.length; length++) {
      const phrase = words.slice(from, from + length).join(" ");
      const stems = contentStems(phrase);
      if (stems.length === 0 || (length === 1 && !isContentWord(phrase))) continue;
      if (stems.every((stem) => isRare(lexicon, stem))) phrases.push(phrase);
    }
  }
  return phrases;
}

function isRare(lexicon: DirectoryLexicon, stem: string): boolean {
  const term = lexicon.termNumber(stem);
  return term === undefined || lexicon.documentFrequency(term) * RARE < lexicon.companies;
}

function readRelative(
  word: string,
  terms: TermSet,
  lexicon: DirectoryLexicon,
  sif: WordSpace,
  question: Float32Array,
): Relative | null {
  const stems = contentStems(word).filter((stem) => !terms.isOfQuestion(stem));
  if (stems.length === 0) return null;
  const cosine = sif.cosine(
    stems.map((stem) => lexicon.termNumber(stem)),
    question,
  );
  return cosine === null ? null : { text: word, stems, cosine };
}
