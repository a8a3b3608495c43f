import { findPlaces } from "#foundation/geography/find-places";
import { dictionary, LANGUAGES, type Language, type Translation } from "#foundation/language/dictionaries";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { cognate } from "./cognates.ts";
import { withExclusionsForward } from "./foreign-exclusions.ts";
import { formsOf, infinitivesOf } from "./foreign-forms.ts";
import { frameOf, withFramesPlain } from "./foreign-frames.ts";
import { ADJECTIVES, tradeWords } from "./trade-words.ts";

/** A question translated word by word. */
export interface EnglishQuestion {
  text: string;
  language: Language;
  /** Words, as written, that no dictionary has. They stay in the text. */
  untranslated: string[];
}

/** Words that few other languages have. Words that English has too are left out. */
const FUNCTION_WORDS: Record<Language | "en", Set<string>> = {
  de: wordSet(
    "der das und oder von vom für mit ohne keine kein nicht aus bei im auf wer welche ein eine den dem außerhalb zum zur wir ich sie gibt es sind",
  ),
  fr: wordSet(
    "de des du les le la et ou pour en dans qui au aux sauf d' l' une un pas nous sont avec hors je vous quels quelles",
  ),
  es: wordSet("de del los las el la y o para en que con sin un una fuera buscamos empresas e qué cuáles"),
  en: wordSet("the of and or for with who which that not to are from by is on their what how find companies makers"),
};
/** Words of the table that have no plural. */
const WITHOUT_PLURAL = new Set([
  ...FUNCTION_WORDS.en,
  ..."a also in other outside except themselves all some please list".split(" "),
  "we are",
  "i am",
]);
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** Maximum number of words in a phrase of the dictionary. */
const LONGEST = 5;
/** English for German words on "-er", which have one form: "Hersteller", "Entsorger", "Fernsehsender". */
const IN_ONE_FORM = /(?:[eo]r|company|firm|agent|station|utility)$/;
/** Words after which insurance is sold rather than insurers meant. */
const SELLING = /^(?:of|in|with|sells?|offers?|provides?|makes?|distributes?|brokers?|mediates?|compares?)$/i;
const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*['’]?/u;
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const UNCOUNTABLE =
  /^(?:software|equipment|machinery|food|clothing|advertising|packaging|furniture|payroll|accounting|recycling|cleaning|waste|property|engineering)$/;

function wordSet(words: string): Set<string> {
  return new Set(words.split(" "));
}

/**
 * Translates a German, French or Spanish question by dictionaries. The result is rough, but in the words of companies'
 * records. Places keep their names. Null for an English question and for other languages.
 */
export function inEnglish(question: string): EnglishQuestion | null {
  const asked = withSharedTails(
    question.replace(/\b(?:Hersteller|Anbieter|Lieferanten|Betreiber|Händler) (v)\. /g, (said) =>
      said.replace("v.", "von"),
    ),
  );
  const pieces = piecesOf(asked);
  const language = languageOf(
    asked,
    pieces.flatMap(({ word }) => (word === "" ? [] : [word.toLowerCase()])),
  );
  if (language === null) return null;
  const untranslated: string[] = [];
  const said = piecesOf(withFramesPlain(withExclusionsForward(asked, language), language));
  return {
    text: joined(translated(withVerbsForward(said, language), language, untranslated)),
    language,
    untranslated: [...new Set(untranslated)],
  };
}

/** "Solar- und Windparks": gives the first word of such a German pair the tail that both share. */
function withSharedTails(question: string): string {
  return question.replace(
    /(\p{Lu}\p{L}+)-((?:, \p{Lu}\p{L}+-)*,? (?:und|oder|sowie) )(\p{Lu}\p{L}+)/gu,
    (said, first: string, link: string, whole: string) => {
      for (let at = SHORTEST_PART; at <= whole.length - SHORTEST_PART; at++) {
        const tail = whole.slice(at);
        const isListed = formsOf(tail, "de").some(
          ({ text }) => tradeWords("de").has(text) || dictionary("de").has(text),
        );
        if (isListed && translationOf([`${first}${tail}`.toLowerCase()], "de") !== null)
          return `${first}${tail}${link}${whole}`;
      }
      return said;
    },
  );
}

/** A word, a place or the text between. `place` is kept as it is: a place's English name, or a host. */
interface Piece {
  text: string;
  word: string;
  place?: string;
}

function piecesOf(question: string): Piece[] {
  const places = findPlaces(question).filter(({ kind, text }) => kind !== "demonym" && /^\p{Lu}/u.test(text));
  const pieces: Piece[] = [];
  for (let at = 0; at < question.length; ) {
    const place = places.find(({ start }) => start === at);
    if (place) {
      pieces.push({ text: place.text, word: "", place: place.name });
      at = place.end;
      continue;
    }
    const rest = question.slice(at);
    const host = HOST.exec(rest);
    if (host) {
      pieces.push({ text: host[0], word: "", place: host[0] });
      at += host[0].length;
      continue;
    }
    const found = WORD.exec(rest);
    const next = Math.min(
      found?.index ?? rest.length,
      ...places.map(({ start }) => (start > at ? start - at : rest.length)),
    );
    if (next > 0 || !found) {
      pieces.push({ text: rest.slice(0, Math.max(next, 1)), word: "" });
      at += Math.max(next, 1);
    } else {
      const text = /^\p{L}{1,2}['’]$/u.test(found[0]) ? found[0] : found[0].replace(/['’]$/, "");
      pieces.push({ text, word: text.replace("’", "'") });
      at += text.length;
    }
  }
  return pieces;
}

function languageOf(question: string, words: string[]): Language | null {
  const hits = (language: Language | "en") => words.filter((word) => FUNCTION_WORDS[language].has(word)).length;
  const telling = words.filter((word) => word.length > 3);
  const foreign = telling.filter((word) => PARTS.every((pos) => baseForm(word, pos) === null));
  const english = hits("en");
  const framed = LANGUAGES.find((language) => {
    const frame = frameOf(question, language);
    return frame !== "" && (hits(language) > english || (english === 0 && frame.includes(" ")));
  });
  if (framed !== undefined) return framed;
  // "Brasseries en Belgique": English has all of its longer words too.
  if (telling.length === 0 || (foreign.length === 0 && english > 0)) return null;
  const scored = LANGUAGES.filter(
    (language) => hits(language) > english || (english === 0 && (words.length <= 3 || foreign.length > 1)),
  )
    .map((language) => {
      const known = (among: string[]) => among.filter((word) => translationOf([word], language) !== null).length;
      return { language, hits: hits(language), known: known(foreign), all: known(telling) === telling.length };
    })
    // Without a function word, all words must be of the language. If English has all of them too, both are required.
    // "Unternehmen, die Zahnersatz herstellen": English has its function words too, but most other words are of the
    // language.
    .filter(({ hits: own, known, all }) =>
      foreign.length > 0 ? all || known * 2 > foreign.length || (own > 0 && known > 0) : all && own > 0,
    )
    .sort((a, b) => b.hits + b.known - (a.hits + a.known));
  return scored[0]?.language ?? null;
}

interface Found {
  english: string;
  isAdjective: boolean;
  isPlural: boolean;
}

/** Returns the translation of one or several lower-case words, in any of their forms. */
function translationOf(words: string[], language: Language): Found | null {
  const trades = tradeWords(language);
  const known = dictionary(language);
  const ofTrade = (text: string): Translation | undefined => {
    const english = trades.get(text);
    return english === undefined ? undefined : { english, isAdjective: ADJECTIVES.has(english) };
  };
  const look = (text: string): Translation | undefined => ofTrade(text) ?? known.get(text);
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).map((word) => formsOf(word, language));
  // "Privées" is a form of a word in the trade table, which goes before the dictionary's "privée".
  for (const source of [ofTrade, look])
    for (const form of formsOf(last, language)) {
      // First all words as written, then all without their endings.
      for (const lead of [
        words.slice(0, -1),
        ...before.map((_, i) => before.map((forms) => forms[i + 1]?.text ?? forms[0]?.text ?? "")),
      ]) {
        const found = source([...lead, form.text].join(" "));
        if (found)
          return {
            ...found,
            isPlural: form.isPlural || isListedPlural(last) || lead.join(" ") !== words.slice(0, -1).join(" "),
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
    if (found) return { ...found, isPlural: form.isPlural };
  }
  if (words.length > 1) return null;
  for (const infinitive of infinitivesOf(last, language)) {
    const found = look(infinitive);
    if (found && !found.isAdjective && baseForm(found.english.split(" ")[0] ?? "", "verb") !== null)
      return { ...found, isPlural: false };
  }
  if (language !== "de") return null;
  // A trade word that is an adjective may be a noun in the dictionary: "Industrie".
  const nounFirst = (text: string): Translation | undefined => {
    const trade = ofTrade(text);
    return trade?.isAdjective ? (known.get(text) ?? trade) : (trade ?? known.get(text));
  };
  return compound(last, ofTrade, false) ?? compound(last, nounFirst) ?? (last.includes("-") ? hyphenated(last) : null);
}

/** "Zahnarztpraxen-Software": each part by itself. */
function hyphenated(word: string): Found | null {
  const parts = word.split("-").map((part) => translationOf([part], "de"));
  const last = parts.at(-1);
  return last && parts.every((part) => part !== null)
    ? { ...last, english: parts.map((part) => part?.english).join(" ") }
    : null;
}

/** Minimum length of a German compound's part. */
const SHORTEST_PART = 3;

const ROLE_TAIL =
  /^(\p{L}{4,}?)(hersteller|produzent|fabrikant|betreiber|anbieter|lieferant|zulieferer|händler|großhändler|verleiher|vermieter|dienstleister|importeur|bauer)(?:s|en|n|innen)?$/u;

/**
 * Translates a compound such as "Düngemittelhersteller" or "Zeitungsverlage": the longest known last part, and the part
 * before it.
 * @param mayBeUnknown whether the part before a role may stay untranslated
 */
function compound(word: string, look: (text: string) => Translation | undefined, mayBeUnknown = true): Found | null {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const tail = formsOf(word.slice(at), "de").flatMap((form) => {
      const found = look(form.text);
      return found && !found.isAdjective ? [{ ...found, isPlural: form.isPlural }] : [];
    })[0];
    if (!tail) continue;
    const head = word.slice(0, at);
    // "Zeitungs-", "Pumpen-" and "Schwein(e)-" without what joins them.
    const leads = [head, head.replace(/(?:e?s|e?n|e)$/, ""), head.replace(/n$/, ""), `${head}e`];
    const lead = leads.flatMap((text) => look(text) ?? [])[0];
    const deeper = lead ?? compound(head, look, false) ?? compound(head.replace(/s$/, ""), look, false);
    if (deeper) return { english: `${deeper.english} ${tail.english}`, isAdjective: false, isPlural: tail.isPlural };
  }
  // "Fördertechnikhersteller": the role is known even if the product is not.
  const [, thing = "", role = ""] = (mayBeUnknown ? ROLE_TAIL.exec(word) : null) ?? [];
  const done = role === "" ? undefined : look(role);
  return done
    ? { english: `${thing.replace(/(?<=\p{L}{4})s$/u, "")} ${done.english}`, isAdjective: false, isPlural: false }
    : null;
}

/** "Firmen, die Spielzeug herstellen": moves the verb to its English position. */
function withVerbsForward(pieces: Piece[], language: Language): Piece[] {
  if (language !== "de") return pieces;
  const moved = withPrefixesJoined(pieces);
  for (let at = 1; at < moved.length; at++) {
    const opens =
      /,\s*$/.test(moved[at - 1]?.text ?? "") &&
      /^(?:die|der|das|welche|welcher|welches|wer)$/i.test(moved[at]?.word ?? "");
    if (!opens) continue;
    let end = at + 1;
    while (end < moved.length && !/[,.;:?!]/.test(moved[end]?.text ?? "")) end++;
    while (end > at && moved[end - 1]?.word === "") end--;
    const verb = moved[end - 1];
    // A verb has no capital: "Mexiko, der Türkei und Südafrika" is a list.
    if (!verb || end - 1 <= at + 1 || !/^\p{Ll}/u.test(verb.word) || !isVerb(verb.word)) continue;
    const clause = moved.slice(at + 1, end - 1);
    const opener = moved[at]?.word ?? "";
    // "Ich möchte wissen, welche Firmen Möbel herstellen": the companies stay before their verb.
    const isAsked = /^welche/i.test(opener) && /^\p{Lu}/u.test(clause[1]?.word ?? "");
    const subject = isAsked ? clause.splice(0, 2) : [];
    const pronoun = /^wer$/i.test(opener) ? "wer" : "welche";
    moved.splice(at, end - at, { text: pronoun, word: pronoun }, ...subject, { text: " ", word: "" }, verb, ...clause);
    moved[at - 1] = { text: " ", word: "" };
  }
  return moved;
}

/** The prefixes that German verbs part with in a main clause. */
const PREFIXES = wordSet(
  "ab an auf aus bei dar ein fest her hin los mit nach um vor weg weiter wieder zu zurück zusammen bereit",
);

/** "Wer stellt Rollstühle her?" becomes "Wer herstellt Rollstühle?". */
function withPrefixesJoined(pieces: Piece[]): Piece[] {
  const joint = [...pieces];
  for (let end = joint.length - 1; end > 0; end--) {
    const prefix = joint[end]?.word ?? "";
    const isLast = /^\s*(?:[,.;:?!]|$)/.test(joint[end + 1]?.text ?? "");
    if (!PREFIXES.has(prefix) || !isLast) continue;
    for (let at = end - 1; at >= 0 && !/[,.;:?!]/.test(joint[at]?.text ?? ""); at--) {
      const word = joint[at]?.word ?? "";
      const whole = `${prefix}${word}`;
      if (!/^\p{Ll}{4,}t?$/u.test(word) || !isListedVerb(whole)) continue;
      joint[at] = { text: whole, word: whole };
      joint.splice(end - 1, 2);
      break;
    }
  }
  return joint;
}

/** A dictionary has the word or its infinitive; it is no compound of known parts. */
function isListedVerb(word: string): boolean {
  return [word, ...infinitivesOf(word, "de")].some((text) => tradeWords("de").has(text) || dictionary("de").has(text));
}

function isVerb(word: string): boolean {
  const english = translationOf([word.toLowerCase()], "de")?.english.split(" ")[0] ?? "";
  return english === "are" || baseForm(english, "verb") !== null;
}

const PARTITIVE = /^(?:des|du|de|d['’])$/i;

function isFrenchVerb(word: string): boolean {
  if (/^(?:cherche|cherchons|recherche|recherchons|trouve)$/.test(word)) return true;
  // "Qui fabrique des pompes"
  const [english = ""] = tradeWords("fr").get(word)?.split(" ") ?? [];
  if (/s$/.test(english) && baseForm(english, "verb") === english.replace(/s$/, "")) return true;
  // "Client" is a noun with the ending of a verb.
  if (/ent$/.test(word) && tradeWords("fr").has(word) && !dictionary("fr").has(word) && !/ment$/.test(word))
    return true;
  return infinitivesOf(word, "fr").some((text) => dictionary("fr").has(text) || tradeWords("fr").has(text));
}

function translated(pieces: Piece[], language: Language, untranslated: string[]): string[] {
  const out: string[] = [];
  /** Position of the noun that a French or Spanish adjective follows. */
  let noun = -1;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (!piece) continue;
    if (piece.word === "") {
      if (piece.text.trim() !== "") noun = -1;
      // "in der Türkei"
      if (piece.place !== undefined && out.at(-2) === "the") out.splice(-2);
      out.push(piece.place ?? piece.text);
      continue;
    }
    // "Conçoivent des logiciels": an article, not "of".
    const before =
      pieces
        .slice(0, at)
        .findLast(({ text }) => text.trim() !== "")
        ?.word.toLowerCase() ?? "";
    if (language === "fr" && PARTITIVE.test(piece.word) && isFrenchVerb(before)) continue;
    // Portuguese questions are read by the Spanish dictionary: their "no Brasil" is "in Brazil".
    if (language === "es" && /^n[oa]s?$/i.test(piece.word) && before !== "" && isWord(before)) {
      const next = pieces.slice(at + 1).find(({ text }) => text.trim() !== "");
      if (next?.place !== undefined) {
        out.push("in");
        continue;
      }
    }
    const { found: listed, length } = longest(pieces, at, language);
    const found =
      listed ?? (/^\p{Lu}/u.test(piece.text) && language !== "de" ? null : cognate(piece.word.toLowerCase(), language));
    at += length - 1;
    // "wie Bosch" is followed by a name, even if a dictionary has the word.
    const isName = isAfterLike(out) && /^\p{Lu}/u.test(piece.text) && found?.english === piece.word.toLowerCase();
    if (!found || isName) {
      const isAnyName = isName || isAfterLike(out) || (language !== "de" && /^\p{Lu}/u.test(piece.text));
      if (!isAnyName && !isEnglish(piece.word)) untranslated.push(piece.text);
      out.push(piece.text);
      noun = -1;
      continue;
    }
    if (found.isAdjective && noun >= 0 && language !== "de") {
      out.splice(noun, 0, found.english, " ");
      noun += 2;
      continue;
    }
    // "Sell Versicherungen", "courtiers en assurances": what is sold, not those who sell it.
    const isSold = /\binsurers$/.test(found.english) && SELLING.test(out.findLast((text) => text.trim() !== "") ?? "");
    // "Hersteller" is singular or plural.
    const isMany =
      found.isPlural ||
      (language === "de" &&
        (/unternehmen$/i.test(piece.text) || (/er$/.test(piece.text) && IN_ONE_FORM.test(found.english))));
    const english = isSold
      ? found.english.replace(/insurers$/, "insurance")
      : isMany && !found.isAdjective && !WITHOUT_PLURAL.has(found.english)
        ? plural(found.english)
        : found.english;
    // "Nueva Jersey"
    const isCapital = language !== "de" && length === 1 && out.length > 0 && /^\p{Lu}/u.test(piece.text);
    out.push(isCapital ? english.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : english);
    noun = found.isAdjective || FUNCTION_WORDS.en.has(found.english) ? -1 : out.length - 1;
  }
  return out;
}

/** Whether a piece before is a noun or a verb, not a link ("pero no México"). */
const isWord = (before: string): boolean => before.length > 3 && before !== "pero";

/** English has the word too, as "Airbags", or it is an abbreviation, as "ERP". */
function isEnglish(word: string): boolean {
  return word === word.toUpperCase() || PARTS.some((pos) => baseForm(word.toLowerCase(), pos) !== null);
}

/** Whether an example comes next, because the last word before the words of a name is "like". */
function isAfterLike(out: string[]): boolean {
  const last = out.filter((text) => text.trim() !== "").findLast((text) => !/^\p{Lu}/u.test(text));
  return last === "like";
}

/** Returns the longest known run of words from here. */
function longest(pieces: Piece[], at: number, language: Language): { found: Found | null; length: number } {
  for (let length = 2 * LONGEST - 1; length >= 1; length--) {
    const run = pieces.slice(at, at + length);
    if (
      run.length < length ||
      !run.every(({ word, text, place }) => word !== "" || (place === undefined && /^\s*$/.test(text)))
    )
      continue;
    const words = run.flatMap(({ word }) => (word === "" ? [] : [word.toLowerCase()]));
    if (run.at(-1)?.word === "") continue;
    const text = run
      .map(({ word, text: between }) => (word === "" ? between : word.toLowerCase()))
      .join("")
      .replace(/\s+/g, " ");
    const found =
      translationOf(text.split(" "), language) ?? (words.length === 1 ? translationOf(words, language) : null);
    if (found) return { found, length };
  }
  return { found: null, length: 1 };
}

function plural(english: string): string {
  if (UNCOUNTABLE.test(english.split(" ").at(-1) ?? "") || /s$/.test(english)) return english;
  if (/[^aeiou]y$/.test(english)) return english.replace(/y$/, "ies");
  return /(?:ch|sh|x|z)$/.test(english) ? `${english}es` : `${english}s`;
}

function joined(parts: string[]): string {
  return parts
    .reduce((text, part) => (/[\p{L}'’]$/u.test(text) && /^\p{L}/u.test(part) ? `${text} ${part}` : text + part), "")
    .replace(/\b(and|or) (?:of|in)\b(?: the\b)?/g, "$1")
    .replace(/\b(outside) of\b/g, "$1")
    .replace(/(?:\bthe )?\bmainland China\b/gi, "China")
    .replace(/ (?=[,.;:?!])/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
