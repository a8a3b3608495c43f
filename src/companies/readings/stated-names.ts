import type { Span } from "#foundation/language/tokenize";
import { isName, isPlace, leadingNames } from "./listed-names.ts";
import { sentenceAt } from "./sentences.ts";

/** Names that a description states, each once, with the sentence that states it first. */
export type StatedNames = ReadonlyMap<string, Span>;

/** Finds the places where a list of names begins, or the lists that words enclose. */
interface NamePattern {
  /** Fast test of a whole description. */
  word: RegExp;
  /** Followed by the list. */
  before: readonly RegExp[];
  /** With the list as a group. */
  around?: RegExp;
  /** Matches the beginning of a sentence that is about the past. */
  past: RegExp;
  /** Whether a place can have such a name: "Corona" is a city, and a beer. */
  mayBePlace?: true;
}

/** Matches words that show that what follows is about the past. */
export const NO_MORE = /\b(?:formerly|was|until|prior to|no longer|previously)\b/i;

/** Looks ahead to the beginning of a name; a number alone may be a count. */
const CAPITAL = String.raw`(?=(?:the )?(?:\p{Lu}|\d+\p{L}))`;
const CUE = "(?:include|includes|including|such as|like|are|comprise|comprises|comprising|namely)";

/** Kinds of companies that buy, as descriptions call them. */
const BUYERS =
  "(?:brands|retailers|supermarkets|manufacturers|companies|carmakers|automakers|airlines|operators|banks|makers|chains|institutions|enterprises)";
const CUSTOMERS: NamePattern = {
  past: NO_MORE,
  word: new RegExp(
    String.raw`\b(?:customer|client|clientele|tenant|lessee)s?(?:,| is|,? ${CUE}) |\b${BUYERS},? (?:such as|including|like) \p{Lu}`,
    "u",
  ),
  before: [
    new RegExp(
      String.raw`\b(?:customers|clients|clientele|tenants|lessees),? ${CUE} (?:(?:[\p{Ll}-]+,? ){1,8}?(?:such as|including|like) )?${CAPITAL}`,
      "gu",
    ),
    new RegExp(
      String.raw`\b(?:principal|main|major|anchor|largest|sole|key) (?:customer|client|tenant|lessee)(?:,| is) ${CAPITAL}`,
      "gu",
    ),
    new RegExp(
      String.raw`\b(?:for|to) (?:(?!(?:other|various|the) )[\p{Ll}-]+ ){0,3}${BUYERS},? (?:such as|including|like) ${CAPITAL}`,
      "gu",
    ),
  ],
};

/** Kinds of companies that can be owned. Other things with names, such as mines and ships, are not companies. */
const OWNED = String.raw`(?:\p{Ll}*(?:makers?|repairers?)|operators?|retailers?|insurers?|banks?|airlines?|broadcasters?|publishers?|brewers?|producers?|manufacturers?|distributors?|developers?|company|companies|firms?|chains?|houses)`;
const SUBSIDIARIES: NamePattern = {
  past: new RegExp(String.raw`${NO_MORE.source}|\b(?:sold|sale of|disposed of|disposal of|divested) $`, "i"),
  word: /\bsubsidiar(?:y|ies)(?! of\b)|\b[Oo]wns /,
  before: [
    /\b(?:its|their|whose|'s) (?:[\p{L}\d%-]+ ){0,4}subsidiar(?:y|ies)(?:,| including| such as| namely|, including|, such as|, namely|:)? (?=(?:\p{Ll}[\p{Ll}\p{N}.]+ )?\p{Lu})/gu,
    new RegExp(String.raw`\b[Oo]wns (?:(?:the|an?|[\p{Ll}-]+) ){0,3}${OWNED}(?: such as)? ${CAPITAL}`, "gu"),
  ],
};

const BRANDS: NamePattern = {
  mayBePlace: true,
  // "Was founded in 1999 and sold its products under the … brands" is about now.
  past: /\b(?:formerly|previously|no longer|discontinued)\b/i,
  word: /\bbrands?\b|\bunder\b/,
  // "Under the Linde, Fenwick, and OM Voltas brand names"; a capital or a figure begins a name.
  around:
    /\b(?:under|through) (?:its |the |their )?(?:(?:own|owned|proprietary|licensed|own and licensed) )?(?<list>(?:\p{Ll}{0,2}\p{Lu}|\p{N})(?:[^.;:()]|(?<=\b(?:Mr|Mrs|Dr|St))\.){1,300}?) (?:(?:trade|private|product|and other) )?(?<noun>brands?|names?)\b/gu,
  before: [
    new RegExp(
      String.raw`\bunder (?:the |its |their )?(?:brands?|(?:brand |trade)?names?)(?: of| such as|:)? ${CAPITAL}`,
      "gu",
    ),
    new RegExp(String.raw`\bunder licen[cs]es such as ${CAPITAL}`, "gu"),
    new RegExp(
      String.raw`\b(?:[Ii]ts|own|(?:self-)?owned|house|private[- ]label|company's|licensed|venture|proprietary|portfolio of)(?: [\p{Ll}-]+){0,2} brands,? (?:${CUE}|:) ${CAPITAL}`,
      "gu",
    ),
    new RegExp(
      String.raw`\b(?:operates|owns|offers|markets|sells)(?: under)? (?:two|three|four|five|six|seven|eight|nine|ten|\d+) (?:[\p{Ll}-]+ ){0,3}brands,? (?:${CUE} )?${CAPITAL}`,
      "gu",
    ),
  ],
};

/**
 * Separators of an enclosed list. Where a comma precedes the last "and", another "and" is part of a name ("Gap, and
 * Janie and Jack").
 */
const BETWEEN = /\s*,\s*|\s+and\s+|\s+or\s+/u;
const BY_COMMA = /\s*,\s*(?:and\s+|or\s+)?/u;
/** Matches beginnings that no brand has. */
const NO_BRAND = /^(?:a|an|the|its|various|other|several|different|own|private)\b/iu;
const LONGEST_BRAND = 40;
const MOST_NAMES = 40;

/** Returns the customers that a description names; kinds of customers are none. */
export const statedCustomers = (description: string): StatedNames => namesBy(CUSTOMERS, description);

/** Returns the companies that a description names as subsidiaries, or as owned by the company. */
export const statedSubsidiaries = (description: string): StatedNames => namesBy(SUBSIDIARIES, description);

/** Returns the names under which a company sells, by its description. */
export const statedBrands = (description: string): StatedNames => namesBy(BRANDS, description);

function namesBy({ word, before, around, past, mayBePlace }: NamePattern, description: string): StatedNames {
  const found = new Map<string, Span & { at: number }>();
  if (!word.test(description)) return found;
  const keep = (names: readonly string[], at: number) => {
    const sentence = sentenceAt(description, at);
    if (past.test(description.slice(sentence.start, at))) return;
    for (const name of names)
      if (!found.has(name) && (mayBePlace || !isPlace(name))) found.set(name, { ...sentence, at });
  };
  if (around !== undefined)
    for (const match of description.matchAll(around)) {
      const names = enclosedNames(match.groups?.list ?? "");
      // "Under the Companies Act": what is called a brand may have any form, another name only that of a name.
      if (match.groups?.noun?.startsWith("brand") ? names.every(isBrand) : names.every(isName))
        keep(names, match.index);
    }
  for (const pattern of before)
    for (const match of description.matchAll(pattern)) {
      const at = match.index + match[0].length;
      keep(leadingNames(description.slice(at, sentenceAt(description, at).end)), match.index);
    }
  const inOrder = [...found].sort(([, a], [, b]) => a.at - b.at).slice(0, MOST_NAMES);
  return new Map(inOrder.map(([name, { start, end }]) => [name, { start, end }]));
}

const enclosedNames = (list: string): string[] =>
  list
    .split(/, (?:and|or) /.test(list) ? BY_COMMA : BETWEEN)
    .map((name) => name.trim().replace(/^the (?=\p{Lu})/u, ""));

const isBrand = (name: string): boolean =>
  name.length > 1 && name.length <= LONGEST_BRAND && /^[\p{Lu}\p{N}]|\p{Lu}/u.test(name) && !NO_BRAND.test(name);
