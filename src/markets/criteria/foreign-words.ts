import { dictionary, dictionaryAdjectives, type Language, type Translation } from "#foundation/language/dictionaries";
import { baseForm } from "#foundation/language/wordnet";
import { formsOf, infinitivesOf } from "./foreign-forms.ts";
import { adjectives, tradeWords } from "./trade-words.ts";

/** A translated word or phrase. */
export interface Found extends Translation {
  isPlural: boolean;
}

/** Returns the translation of one or several lower-case words, in any of their forms. */
export function translationOf(words: string[], language: Language): Found | null {
  const trades = tradeWords(language);
  const known = dictionary(language);
  const ofTrade = (text: string): Translation | undefined => trades.get(text);
  const look = (text: string): Translation | undefined => ofTrade(text) ?? known.get(text);
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).map((word) => formsOf(word, language));
  // "Privées" is a form of a word in the trade table, which goes before the dictionary's "privée".
  for (const source of [ofTrade, look, (text: string) => unaccented(language).get(text)])
    for (const form of formsOf(last, language)) {
      // First all words as written, then all without their endings.
      for (const lead of [
        words.slice(0, -1),
        ...before.map((_, i) => before.map((forms) => forms[i + 1]?.text ?? forms[0]?.text ?? "")),
      ]) {
        const found = source([...lead, form.text].join(" "));
        // "Produits" are products; "produit" is "makes".
        if (found && !(form.isPlural && found.isVerb))
          return {
            ...found,
            isPlural:
              (language !== "de" && lead.join(" ") !== words.slice(0, -1).join(" ")) ||
              (!isOfAnother(words) && (form.isPlural || isListedPlural(last))),
          };
      }
    }
  // The dictionary lists the plural "journaux" beside "journal".
  function isListedPlural(word: string): boolean {
    return language !== "de" && formsOf(word, language).some((form) => form.isPlural && look(form.text) !== undefined);
  }
  // "parcs à thème", "maisons de retraite": the first word has the plural.
  const [first = "", ...rest] = words;
  for (const form of rest.length > 0 ? formsOf(first, language) : []) {
    const found = look([form.text, ...rest].join(" "));
    if (found) return { ...found, isPlural: form.isPlural && language !== "de" };
  }
  if (words.length > 1) return null;
  for (const infinitive of infinitivesOf(last, language)) {
    const found = look(infinitive);
    const [verb = "", ...particle] = found?.english.split(" ") ?? [];
    if (!found || found.isAdjective || baseForm(verb, "verb") === null) continue;
    return {
      ...found,
      english: [/nt?$/.test(last) ? verb : thirdPerson(verb), ...particle].join(" "),
      isVerb: true,
      isPlural: false,
    };
  }
  if (language !== "de") return null;
  return compound(last, ofTrade, false) ?? compound(last, look) ?? (last.includes("-") ? hyphenated(last) : null);
}

/**
 * Returns the adjective that a lower-case word may be beside a noun, although it is a noun by itself: "química" in
 * "industria química".
 */
export function adjectiveOf(word: string, language: Language): string | null {
  const [known, listed] = [adjectives(language), dictionaryAdjectives(language)];
  const forms = formsOf(word, language);
  return (
    forms.flatMap(({ text }) => known.get(text) ?? [])[0] ??
    forms.flatMap(({ text }) => listed.get(text) ?? [])[0] ??
    null
  );
}

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, "ies");
  return /(?:ch|sh|ss|x|z|o)$/.test(verb) ? `${verb}es` : verb.replace(/s?$/, "s");
}

/** "Alquiler de coches": the number of the first word counts. */
function isOfAnother(words: string[]): boolean {
  return words.slice(1).some((word) => /^(?:de|del|des|du|d['’].*)$/.test(word));
}

const withoutAccents = new Map<Language, Map<string, Translation>>();

/**
 * Returns the words with accents by their spelling without. Spanish plurals lose the accent ("autobuses" of "autobús"),
 * and some people do not type it ("vehicules", "Tueren").
 */
function unaccented(language: Language): Map<string, Translation> {
  let words = withoutAccents.get(language);
  if (words) return words;
  words = new Map();
  for (const source of [tradeWords(language), dictionary(language)])
    for (const [word, translation] of source) {
      const plain = withoutAccent(word, language);
      if (plain !== word && !words.has(plain)) words.set(plain, translation);
    }
  withoutAccents.set(language, words);
  return words;
}

function withoutAccent(word: string, language: Language): string {
  const spelled = language === "de" ? word.replace(/[äöü]/g, "$&e").replaceAll("ß", "ss") : word;
  return spelled.normalize("NFD").replace(/\p{M}/gu, "");
}

/** "Zahnarztpraxen-Software": each part by itself. */
function hyphenated(word: string): Found | null {
  const parts = word.split("-").map((part) => translationOf([part], "de"));
  const last = parts.at(-1);
  return last && parts.every((part) => part !== null)
    ? { ...last, english: parts.map((part) => part?.english).join(" ") }
    : null;
}

/** "Pizza" in "Tiefkühlpizza". */
function inEnglishToo(word: string): Translation | undefined {
  const isNoun = word.length >= SHORTEST_ENGLISH && baseForm(word, "noun") === word;
  return isNoun ? { english: word, isAdjective: false, isVerb: false } : undefined;
}

/** Minimum length of an English word in a German compound. Shorter ones are alike by chance. */
const SHORTEST_ENGLISH = 5;
/** Minimum length of a German compound's part. */
export const SHORTEST_PART = 3;

const ROLE_TAIL =
  /^(\p{L}{4,}?)(hersteller|produzent|fabrikant|betreiber|anbieter|lieferant|zulieferer|händler|großhändler|verleiher|vermieter|dienstleister|importeur|bauer)(?:s|en|n|innen)?$/u;

/**
 * Translates a compound such as "Düngemittelhersteller" or "Zeitungsverlage": the longest known last part, and the part
 * before it.
 * @param mayBeUnknown whether the part before a role may stay untranslated
 */
function compound(word: string, look: (text: string) => Translation | undefined, mayBeUnknown = true): Found | null {
  const [, thing = "", role = ""] = ROLE_TAIL.exec(word) ?? [];
  const done = role === "" ? undefined : look(role);
  const made = formsOf(thing, "de").flatMap(({ text }) => look(text) ?? [])[0];
  // "Windkraftanlagen-Bauer", not "Windkraft-Anlagenbauer".
  if (done && made) return { ...done, english: `${made.english} ${done.english}`, isPlural: false };
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const tail = formsOf(word.slice(at), "de").flatMap((form) => {
      const found = look(form.text) ?? (mayBeUnknown ? inEnglishToo(form.text) : undefined);
      return found && !found.isAdjective ? [{ ...found, isPlural: form.isPlural }] : [];
    })[0];
    if (!tail) continue;
    const head = word.slice(0, at);
    // "Zeitungs-", "Pumpen-" and "Schwein(e)-" without what joins them.
    const leads = [head, head.replace(/(?:e?s|e?n|e)$/, ""), head.replace(/n$/, ""), `${head}e`];
    // The first part is an adjective if it can be one: "Industriegase".
    const lead = leads.flatMap((text) => adjectives("de").get(text) ?? look(text)?.english ?? [])[0];
    const english =
      lead ?? (compound(head, look, false) ?? compound(head.replace(/s$/, ""), look, false))?.english ?? null;
    if (english !== null) return { ...tail, english: `${english} ${tail.english}` };
  }
  // "Fördertechnikhersteller": the role is known even if the product is not.
  return done && mayBeUnknown
    ? { ...done, english: `${thing.replace(/(?<=\p{L}{4})s$/u, "")} ${done.english}`, isPlural: false }
    : null;
}
