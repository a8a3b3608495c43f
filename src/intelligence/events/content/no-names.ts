import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import type { ReadWord } from "./read-sentence.ts";

/** ISO 4217, as ICU has it. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Trades whose word alone, even with a capital, is no name: "Agriculture suffers". */
const TRADES = new Set(
  "aerospace agriculture automotive aviation banking biotech chemicals construction defence defense education energy farming finance fintech fisheries forestry healthcare hospitality infrastructure insurance logistics manufacturing media mining pharma retail retailing shipping telecoms technology tourism trade transport transportation utilities".split(
    " ",
  ),
);
/** Money that has no code of ISO 4217. */
const COINS = new Set("bitcoin bitcoins ether dogecoin litecoin".split(" "));
/** Lexical classes of nouns for people and groups of people. */
const PEOPLE = new Set(["noun.person", "noun.group"]);

/** Returns whether letters are the code of a currency. */
export const isCurrency = (letters: string): boolean => CURRENCIES.has(letters);

/**
 * Returns whether a word is the code of a currency and not the beginning of a name: "EUR 5 million", but not "TOP Ships".
 */
export function isCurrencyCode(word: ReadWord, next: ReadWord | undefined): boolean {
  return isCurrency(word.text) && !(next?.capital && next.number === null && !next.afterBreak);
}

/**
 * Returns whether a folded word with a capital, alone, is no name: people by what they are ("Consumers", "Investors"), a
 * trade, or money. A singular is none of these, because companies are named so ("Oracle").
 */
export function isCommonAlone(word: string): boolean {
  if (TRADES.has(word) || COINS.has(word)) return true;
  // "Sellers" is also a surname of the dictionary, and therefore its own form.
  const form = baseForm(word, "noun");
  const singular = form === word && word.endsWith("s") ? baseForm(word.slice(0, -1), "noun") : form;
  if (singular === null || singular === word) return false;
  const [first] = synsetsOf(singular, "noun");
  return first !== undefined && PEOPLE.has(first.lexicalClass);
}
