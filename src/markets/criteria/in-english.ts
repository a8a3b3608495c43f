import { findPlaces } from "#foundation/geography/find-places";
import { dictionary, LANGUAGES, type Language } from "#foundation/language/dictionaries";
import { baseForm, lexicalClasses, type PartOfSpeech } from "#foundation/language/wordnet";
import { cognate } from "./cognates.ts";
import { isCompanyKind, isGenericCompany, isGenericRole } from "./company-words.ts";
import { type Part, withNounsTogether } from "./foreign-compounds.ts";
import { withExclusionsForward } from "./foreign-exclusions.ts";
import { infinitivesOf } from "./foreign-forms.ts";
import { frameOf, withFramesPlain } from "./foreign-frames.ts";
import { adjectiveOf, type Found, translationOf } from "./foreign-words.ts";
import { type Piece, withSharedTails, withVerbsForward } from "./german-clauses.ts";
import { tradeWords } from "./trade-words.ts";

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
  ..."a also in other outside except themselves all some please list founded before after".split(" "),
  "we are",
  "i am",
]);
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** Maximum number of words in a phrase of the dictionary. */
const LONGEST = 6;
/** English for German words on "-er", which have one form: "Hersteller", "Entsorger", "Fernsehsender". */
const IN_ONE_FORM = /(?:[eo]r|company|firm|agent|consultant|station|utility)$/;
/** Words after which insurance is sold rather than insurers meant. */
const SELLING = /^(?:of|in|with|sells?|offers?|provides?|makes?|distributes?|brokers?|mediates?|compares?)$/i;
const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*['’]?/u;
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const UNCOUNTABLE =
  /^(?:software|equipment|machinery|food|clothing|advertising|packaging|furniture|payroll|accounting|recycling|cleaning|waste|property|engineering|management|care|treatment|transport|insurance|capital|glass|electronics|footwear|workwear|aircraft|jewellery|seafood|poultry|feed|pork|beef|timber|tourism|education)$/;
/** WordNet's class of materials. */
const SUBSTANCE = "noun.substance";

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
    text: joined(
      withNounsTogether(translated(language === "de" ? withVerbsForward(said) : said, language, untranslated)),
    ),
    language,
    untranslated: [...new Set(untranslated)],
  };
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
      const all = known(telling);
      return {
        language,
        hits: hits(language),
        known: known(foreign),
        all: all === telling.length,
        // "Qui vend des machines à laver ?": English has each longer word, "laver" is a seaweed.
        most: english === 0 && hits(language) > 1 && all * 2 > telling.length,
      };
    })
    // Without a function word, all words must be of the language. If English has all of them too, both are required.
    // "Unternehmen, die Zahnersatz herstellen": English has its function words too, but most other words are of the
    // language.
    .filter(({ hits: own, known, all, most }) =>
      foreign.length > 0 ? all || known * 2 > foreign.length || (own > 0 && known > 0) : most || (all && own > 0),
    )
    .sort((a, b) => b.hits + b.known - (a.hits + a.known));
  return scored[0]?.language ?? null;
}

const PARTITIVE = /^(?:des|du|de|d['’])$/i;

function isFrenchVerb(word: string): boolean {
  if (/^(?:cherche|cherchons|recherche|recherchons|trouve)$/.test(word)) return true;
  // "Qui fabrique des pompes"
  const [english = ""] = tradeWords("fr").get(word)?.english.split(" ") ?? [];
  if (/s$/.test(english) && baseForm(english, "verb") === english.replace(/s$/, "")) return true;
  // "Client" is a noun with the ending of a verb.
  if (/ent$/.test(word) && tradeWords("fr").has(word) && !dictionary("fr").has(word) && !/ment$/.test(word))
    return true;
  return infinitivesOf(word, "fr").some((text) => dictionary("fr").has(text) || tradeWords("fr").has(text));
}

function translated(pieces: Piece[], language: Language, untranslated: string[]): Part[] {
  const out: Part[] = [];
  const push = (text: string, kind: Part["kind"] = "other") => out.push({ text, kind });
  /** Position of the noun that a French or Spanish adjective follows. */
  let noun = -1;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (!piece) continue;
    if (piece.word === "") {
      if (piece.text.trim() !== "") noun = -1;
      // "África Occidental": a region that the gazetteer has by another name.
      const region = piece.place === undefined ? null : longest(pieces, at, language);
      if (region?.found && region.length > 1) {
        push(region.found.english);
        at += region.length - 1;
        continue;
      }
      // "in der Türkei"
      if (piece.place !== undefined && out.at(-2)?.kind === "the") out.splice(-2);
      push(piece.place ?? piece.text, piece.place === undefined ? "gap" : "other");
      continue;
    }
    const placed = byPosition(pieces, at, language, out);
    if (placed !== null) {
      out.push(placed);
      continue;
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
      push(piece.text);
      noun = -1;
      continue;
    }
    const adjective = noun < 0 || language === "de" ? null : adjectiveAfterNoun(found, piece, length, language);
    if (adjective !== null) {
      out.splice(noun, 0, { text: adjective, kind: "adjective" }, { text: " ", kind: "gap" });
      noun += 2;
      continue;
    }
    const { text, kind } = inItsNumber(found, pieces[at] ?? piece, language, out);
    // "Empresas constructoras" are construction companies, "distribuidores mayoristas" are wholesalers.
    const isKind = noun === out.length - 2 && isCompanyKind(text.split(" ").at(-1) ?? text);
    if (noun >= 0 && isKind && isGeneral(out[noun]?.text ?? "")) out.splice(noun);
    // "Nueva Jersey"
    const isCapital = language !== "de" && length === 1 && out.length > 0 && /^\p{Lu}/u.test(piece.text);
    push(isCapital ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : text, kind);
    noun = kind === "noun" ? out.length - 1 : -1;
  }
  return out;
}

const isGeneral = (noun: string): boolean => isGenericCompany(noun) || isGenericRole(noun);

/** "Industria química": directly after a noun, a word is the adjective that it can be. */
function adjectiveAfterNoun(found: Found, piece: Piece, length: number, language: Language): string | null {
  if (found.isAdjective) return found.english;
  return length === 1 ? adjectiveOf(piece.word.toLowerCase(), language) : null;
}

/** What a word is because of the words around it, whatever the dictionaries say; null for most words. */
function byPosition(pieces: Piece[], at: number, language: Language, out: Part[]): Part | null {
  const isSaid = ({ text }: Piece): boolean => text.trim() !== "";
  const word = pieces[at]?.word ?? "";
  const before = pieces.slice(0, at).findLast(isSaid)?.word ?? "";
  const next = pieces.slice(at + 1).find(isSaid);
  if (language === "fr") return frenchByPosition(word, before, next?.word ?? "", out);
  // "Zulieferer der Automobilindustrie": after a noun, the article is a genitive.
  if (language === "de")
    return word === "der" && out.at(-2)?.kind === "noun" && /^\p{Lu}/u.test(before) ? { text: "of", kind: "of" } : null;
  // Portuguese questions are read by the Spanish dictionary: their "no Brasil" is "in Brazil".
  const isPortuguese = /^n[oa]s?$/i.test(word) && isWord(before.toLowerCase()) && next?.place !== undefined;
  return isPortuguese ? { text: "in", kind: "other" } : null;
}

/** Verbs with a person to whom something goes. */
const GIVING = /^(?:suppl(?:y|ies)|sells?|delivers?|offers?|provides?|rents? out|leases?|lends?)$/;

/**
 * "Qui" opens a question, "aux" names those who are supplied ("qui fournit des pièces aux constructeurs"), "en" a
 * material ("emballages en carton"), and "des" after a verb is an article ("conçoivent des logiciels").
 */
function frenchByPosition(word: string, before: string, next: string, out: Part[]): Part | null {
  if (word === "Qui") return { text: "who", kind: "other" };
  if (PARTITIVE.test(word) && isFrenchVerb(before.toLowerCase())) return { text: "", kind: "gap" };
  if (next === "") return null;
  if (word === "en" && out.at(-2)?.kind === "noun") {
    const material = translationOf([next.toLowerCase()], "fr")?.english ?? "";
    return lexicalClasses(material, 1)[0] === SUBSTANCE ? { text: "of", kind: "of" } : null;
  }
  const isReceiver = /^(?:à|aux?)$/.test(word) && out.some(({ text }) => GIVING.test(text));
  return isReceiver ? { text: "to", kind: "other" } : null;
}

function inItsNumber(found: Found, piece: Piece, language: Language, out: Part[]): Part {
  const { english, isAdjective, isVerb } = found;
  if (isAdjective) return { text: english, kind: "adjective" };
  if (isVerb) return { text: english, kind: "other" };
  if (english === "of" || english === "the") return { text: english, kind: english };
  // "Sell Versicherungen", "courtiers en assurances": what is sold, not those who sell it.
  const isSold =
    /\binsurers$/.test(english) && SELLING.test(out.findLast(({ text }) => text.trim() !== "")?.text ?? "");
  if (isSold) return { text: english.replace(/insurers$/, "insurance"), kind: "noun" };
  // "Hersteller" is singular or plural.
  const isMany =
    found.isPlural ||
    (language === "de" && (/unternehmen$/i.test(piece.text) || (/er$/.test(piece.text) && IN_ONE_FORM.test(english))));
  return {
    text: isMany && !WITHOUT_PLURAL.has(english) ? plural(english) : english,
    // "Hors des États-Unis": neither belongs to another noun.
    kind: WITHOUT_PLURAL.has(english) || /^\p{Lu}/u.test(english) ? "other" : "noun",
  };
}

/** Whether the word before is a noun or a verb, not a link ("pero no México"). */
const isWord = (before: string): boolean => before.length > 3 && before !== "pero";

/** English has the word too, as "Airbags", or it is an abbreviation, as "ERP". */
function isEnglish(word: string): boolean {
  return word === word.toUpperCase() || PARTS.some((pos) => baseForm(word.toLowerCase(), pos) !== null);
}

/** Whether an example comes next, because the last word before the words of a name is "like". */
function isAfterLike(out: Part[]): boolean {
  return out.findLast(({ text }) => text.trim() !== "" && !/^\p{Lu}/u.test(text))?.text === "like";
}

/** Returns the longest known run of words from here. A place may be the first of several. */
function longest(pieces: Piece[], at: number, language: Language): { found: Found | null; length: number } {
  for (let length = 2 * LONGEST - 1; length >= 1; length--) {
    const run = pieces.slice(at, at + length);
    const isOfWords = run.every(
      ({ word, text, place }, i) => word !== "" || (place === undefined ? /^-?\s*$/.test(text) : i === 0 && length > 1),
    );
    if (run.length < length || !isOfWords || run.at(-1)?.word === "") continue;
    const text = run
      .map(({ text }) => text.toLowerCase().replace("’", "'"))
      .join("")
      .replace(/\s+/g, " ");
    const found = translationOf(text.split(" "), language);
    if (found) return { found, length };
  }
  return { found: null, length: 1 };
}

function plural(english: string): string {
  const last = english.split(" ").at(-1) ?? "";
  if (UNCOUNTABLE.test(last) || (lexicalClasses(last, 1)[0] === SUBSTANCE && /er$/.test(last))) return english;
  if (/sis$/.test(english)) return english.replace(/sis$/, "ses");
  if (/(?:ss|us)$/.test(english)) return `${english}es`;
  if (/s$/.test(english)) return english;
  if (/[^aeiou]y$/.test(english)) return english.replace(/y$/, "ies");
  return /(?:ch|sh|x|z)$/.test(english) ? `${english}es` : `${english}s`;
}

function joined(parts: Part[]): string {
  return parts
    .reduce(
      (text, { text: part }) => (/[\p{L}'’]$/u.test(text) && /^\p{L}/u.test(part) ? `${text} ${part}` : text + part),
      "",
    )
    .replace(/\b(and|or) (?:of|in)\b(?: the\b)?/g, "$1")
    .replace(/\b(outside) of\b/g, "$1")
    .replace(/\bthe (of|that)\b/g, "those $1")
    .replace(/\btheir the\b/g, "their")
    .replace(/(?:\bthe )?\bmainland China\b/gi, "China")
    .replace(/ (?=[,.;:?!])/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
