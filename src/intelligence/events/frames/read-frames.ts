import { findPlaces } from "#foundation/geography/find-places";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase, sentences } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";
import { currencyAfter } from "../content/currencies.ts";
import { isDictionaryWord } from "../content/names.ts";
import { numeralAt } from "../content/numerals.ts";
import { type ReadSentence, readSentence } from "../content/read-sentence.ts";
import { FRAMES } from "./definitions/frames.ts";
import type { FrameDefinition, FrameType } from "./frame-types.ts";
import { leadingName } from "./leading-name.ts";

/** An article of an event. */
export interface FrameArticle {
  url: string;
  publisher: string;
  title: string;
  text: string;
}

/** A sentence that states a value. */
export interface FrameStatement {
  quote: string;
  url: string;
  publisher: string;
}

/** A value of a role that some of the articles state. */
export interface SlotValue {
  /** As written in the first statement. */
  text: string;
  /** For money and counts, in whole units. */
  amount: number | null;
  /** For money, the ISO 4217 code. */
  currency: string | null;
  /** Number of publishers that state it. */
  publishers: number;
  /** The first sentences that state it. */
  statements: FrameStatement[];
}

export interface FrameSlot {
  /** Such as `acquirer`, `amount`, `stage`, `place`. */
  role: string;
  /** The values, ordered by number of publishers. */
  values: SlotValue[];
  /**
   * Whether the articles give different amounts or different persons. Names do not count, because one company can be
   * written in many ways.
   */
  isDisputed: boolean;
}

/** Who did what to whom, when, where and for how much, in the words of an event's articles. */
export interface EventFrame {
  type: FrameType;
  slots: FrameSlot[];
}

interface Filled {
  role: string;
  text: string;
  amount: number | null;
  currency: string | null;
  statement: FrameStatement;
}

/** Number of sentences of a text that are read. News states first what happened. */
const MOST_SENTENCES = 5;
const MOST_STATEMENTS = 3;
/** Values that fewer publishers give than this share of those of the first value are extraction errors. */
const LEAST_SHARE = 0.2;
/** Two amounts that differ by at most this, relative to the larger one, are one rounded amount. */
const ROUNDED = 0.05;
/** Smaller amounts are prices of a share or a piece. */
const LEAST_MONEY = 100_000;
/** Maximum number of words from a number to the word that it counts. */
const COUNT_REACH = 4;
const LONGEST_NAME = 7;
const LONGEST_MATTER = 18;
/** Roles that are companies or their like. */
const PARTIES = new Set(
  "acquirer target company investor plaintiff defendant partner otherPartner contractor client service product".split(
    " ",
  ),
);
/** Parties that are no place. A client may be one. */
const COMPANIES = new Set(["company", "target", "acquirer"]);
/** Roles whose value is a word of the pattern. */
const WORDS = new Set(["role", "measure", "change", "kind"]);
/** Roles of people: two or more names with capitals. */
const PEOPLE = new Set(["person", "predecessor"]);
/** Roles that are not names: their values can be longer, and can be things. */
const MATTERS = new Set(["matter", "what", "product"]);
/** Roles whose lower-case words belong to them. */
const THINGS = new Set([...MATTERS, "who", "service"]);
const CLAUSE = /[;|]|:\s|\s[-–—]+\s|\s*\.{3,}\s*|…/;
const WHEN =
  /\b(?:(?:on\s+)?(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)|(?:in|by|on|this|next|last)\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?(?:,?\s+\d{4})?|(?:in|by|from|since)\s+(?:19|20)\d\d|(?:this|next|last)\s+(?:week|month|year|quarter|summer|autumn|fall|winter|spring))\b/u;
const PERCENT = /^\s?(?:%|percent\b|per\s+cent\b|pct\b)/i;
const SHARE =
  /\b(?:(?:an?\s+)?(?<half>half)|(?:an?|one)[\s-](?<part>third|quarter|fifth|tenth)|(?<parts>two[\s-]thirds|three[\s-]quarters))\s+(?:of\s+)?(?:(?:its|the|their|all|total|global)\s+)*(?:staff|workforce|employees|jobs|workers|headcount|positions)\b/iu;
const SHARES: Readonly<Record<string, number>> = {
  half: 50,
  third: 33.3,
  quarter: 25,
  fifth: 20,
  tenth: 10,
  "two thirds": 66.7,
  "three quarters": 75,
};
/** An act that is denied or not done, in the words up to what it would be done to. */
const DENIED =
  /\b(?:den(?:y|ies|ied|ying)\s+(?!wrongdoing|liability|responsibility|fault|guilt)|(?:will|would|does|did|do|has|have|is|are|was)\s+not\b|(?:wo|is|are|was|does|did|has|have|would)n['’]t\b|not\s+(?:to|planning|considering|seeking|looking|for\s+sale|in\s+talks)\b|no\s+(?:plans?|intention|recall|layoffs|talks|deal)\b|rul(?:es?|ed|ing)\s+out\b|never\b)/iu;
const TICKER = /\s*\((?:[A-Z]{2,8}:\s?)?[A-Z.]{1,6}\)/gu;
/** Lower-case words that join the parts of a name. */
const JOINT = /^(?:and|of|de|la|du|van|von|der|den|di|da|the|for|in|at|on|y|et|und)$/u;
/** Marks of agencies for a further version of a story. */
const NEWSWIRE = /^(?:UPDATE|WRAPUP|CORRECTED|EXCLUSIVE|REFILE)(?:\s+\d+)?\s*-\s*/;
/** Words that never begin a name. */
const NO_NAME =
  /^(?:by|for|of|over|in|at|on|to|from|with|it|he|she|they|we|you|i|who|what|why|how|when|where|which|this|that|these|those|there|here|more|new|if|as|after|but|and|or|not|no|report|reports|update|breaking|video|watch|analyst|analysts|shares?\s+of)\b/i;

/**
 * Reads the frames of an event from the sentences of its articles. Reads kinds of its alert types, and other kinds only
 * where a sentence makes them evident. A slot keeps what each publisher states, with the sentence. Nothing is inferred
 * beyond the sentences.
 * @param alertTypes names of the shipped taxonomy
 * @param companies names of companies that it touches: "McDonald's" keeps its "'s" in "McDonald's to open"
 */
export function readFrames(
  articles: readonly FrameArticle[],
  alertTypes: readonly string[],
  companies: readonly string[] = [],
): EventFrame[] {
  const read = articles.flatMap((article) =>
    sentencesOf(article).map((quote, i) => ({
      quote,
      article,
      sentence: readSentence(quote),
      clauses: clausesOf(quote),
      companies: i === 0 ? companies : null,
    })),
  );
  return FRAMES.flatMap((frame) => {
    const isTold = frame.alertTypes.some((name) => alertTypes.includes(name));
    const telling = isTold ? read : read.filter(({ quote }) => frame.evident?.test(quote));
    const filled = telling.flatMap(({ quote, article: { url, publisher }, ...read }) =>
      fillFrom(frame, { ...read, isTold }, { quote, url, publisher }).map((filled) => ({
        ...filled,
        text: companies.find((name) => name.toLowerCase() === `${filled.text.toLowerCase()}'s`) ?? filled.text,
      })),
    );
    const slots = [...Map.groupBy(filled, ({ role }) => role)].map(([role, ofRole]) => slotOf(role, ofRole));
    return slots.length === 0 ? [] : [{ type: frame.type, slots }];
  });
}

function sentencesOf({ title, text }: FrameArticle): string[] {
  const body = text.slice(0, 4_000);
  const told = sentences(body)
    .slice(0, MOST_SENTENCES)
    .map(({ start, end }) => body.slice(start, end));
  return [...new Set([title, ...told])].filter((one) => one !== "");
}

/** A sentence to read a frame from. */
interface Telling {
  sentence: ReadSentence;
  clauses: readonly string[];
  /** Names of companies if the sentence is a headline; null otherwise. */
  companies: readonly string[] | null;
  /** Whether an alert type of the event has the frame. */
  isTold: boolean;
}

/**
 * Reads the statements of one sentence. If no pattern of the frame matches a headline, its first name is the frame's
 * subject. Other sentences without a match state nothing. Without an alert type, a party has to be a name that no
 * dictionary has, or a company of the event.
 */
function fillFrom(
  frame: FrameDefinition,
  { sentence, clauses, companies, isTold }: Telling,
  statement: FrameStatement,
): Filled[] {
  const { text } = sentence;
  const found = rolesOfClauses(frame, clauses, sentence.titleCase);
  const parties = found.filter(({ role }) => PARTIES.has(role));
  const isEvident =
    parties.length === 0 || parties.some(({ text: name }) => isMarkedName(name, sentence, companies ?? []));
  const byPattern = isTold || isEvident ? found : [];
  const [headline = ""] = clauses;
  const isUndone = DENIED.test(headline) || frame.undone?.test(headline) === true;
  const named =
    byPattern.length > 0 || !isTold || companies === null || frame.subject === undefined || isUndone
      ? byPattern
      : subjectIn(frame.subject, headline, sentence, companies);
  if (named.length === 0) return [];
  const plain = (role: string, value: string) => ({ role, text: value, amount: null, currency: null, statement });
  const stage = frame.stages?.find(([, pattern]) => pattern.test(text))?.[0];
  const when = WHEN.exec(text)?.[0];
  return [
    ...named.map(({ role, text: value }) => plain(role, value)),
    ...numbersOf(frame, sentence, statement),
    ...(stage === undefined ? [] : [plain("stage", stage)]),
    ...(when === undefined ? [] : [plain("when", when)]),
    ...placesOf(text, named).map((place) => plain("place", place)),
  ];
}

/** Returns the clauses of a sentence, without the mark of an agency before it. */
export const clausesOf = (sentence: string): string[] =>
  withoutOrigins(sentence.replace(NEWSWIRE, "").replace(TICKER, "")).split(CLAUSE);

/** "China's Fuxin Holdings" is Fuxin Holdings, where the word behind the place is in no dictionary. */
function withoutOrigins(sentence: string): string {
  const isName = (word: string) => /^\p{Lu}{2,}$/u.test(word) || !isDictionaryWord(foldCase(word));
  // The search for places is slow, and few sentences have such a name.
  if (![...sentence.matchAll(/['’]s\s+(\p{Lu}[\p{L}\p{N}]*)/gu)].some(([, next = ""]) => isName(next))) return sentence;
  const origins = findPlaces(sentence, { isProse: true }).filter(({ end, text }) => {
    const [, next = ""] = /^\s+(\p{Lu}[\p{L}\p{N}]*)/u.exec(sentence.slice(end)) ?? [];
    return /['’]s$/u.test(text) && next !== "" && isName(next);
  });
  return origins.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).trimStart(), sentence);
}

/**
 * Returns the roles that the frame's patterns find in clauses of a sentence, and what fills them: as written, and the
 * name in it.
 */
export function rolesOfClauses(
  frame: FrameDefinition,
  clauses: readonly string[],
  titleCase: boolean,
): { role: string; text: string; written: string }[] {
  return clauses.flatMap((clause) => {
    for (const pattern of frame.patterns) {
      const match = pattern.exec(clause.trim());
      const groups = match?.groups;
      if (groups === undefined) continue;
      const [span = ""] = match ?? [];
      if (DENIED.test(span) || frame.undone?.test(span)) return [];
      const roles = Object.entries(groups).flatMap(([role, value]) => {
        const name = value === undefined ? null : cleanName(role, value, titleCase, frame.things);
        return value === undefined || name === null ? [] : [{ role, text: name, written: value }];
      });
      // A pattern whose roles are not names ("Man buys ticket") has misread the sentence.
      const isRead = Object.values(groups).filter((value) => value !== undefined).length === roles.length;
      if (isRead && roles.length > 0) return roles;
    }
    return [];
  });
}

/**
 * Returns the first words of a headline as its subject, if they are a name: of the event's companies, or unknown to the
 * dictionary.
 */
function subjectIn(role: string, clause: string, { titleCase }: ReadSentence, companies: readonly string[]) {
  const words = leadingName(clause);
  const name = words === null ? null : cleanName(role, words, titleCase);
  if (name === null) return [];
  return isMarkedName(name, { titleCase }, companies) ? [{ role, text: name }] : [];
}

/** Returns whether words are a name: of a company, or not all in the dictionary, or marked by their capitals. */
function isMarkedName(name: string, { titleCase }: Pick<ReadSentence, "titleCase">, companies: readonly string[]) {
  const parts = name.split(/\s+/);
  const isKnown = companies.some((company) => company.toLowerCase().startsWith(name.toLowerCase()));
  const isCommon = parts.every((word) => isDictionaryWord(foldCase(word)));
  // "Pizza Hut" in a headline that capitalises only names.
  const isMarked = !titleCase && parts.length > 1 && parts.every((word) => /^\p{Lu}/u.test(word) || JOINT.test(word));
  return isKnown || !isCommon || isMarked;
}

function placesOf(text: string, named: readonly { text: string }[]): string[] {
  return findPlaces(text, { isProse: true })
    .map(({ start, end }) => ({ before: text.slice(0, start), place: text.slice(start, end) }))
    .filter(
      ({ before, place }) =>
        /\b(?:in|at|near|across)\s+(?:the\s+)?$/i.test(before) && !named.some((name) => name.text.includes(place)),
    )
    .map(({ place }) => place);
}

function numbersOf(
  { money, isSmallMoney = false, percent, counts = {}, countsBehind = {} }: FrameDefinition,
  sentence: ReadSentence,
  statement: FrameStatement,
): Filled[] {
  const filled = new Map<string, Filled>();
  const { words, text } = sentence;
  for (const [at] of words.entries()) {
    const numeral = numeralAt(sentence, at);
    if (numeral === null) continue;
    const { value, from } = numeral;
    const named = numeral.currency === null ? currencyAfter(sentence, numeral.to) : null;
    const currency = numeral.currency ?? named?.currency ?? null;
    const to = named?.to ?? numeral.to;
    const written = text.slice(
      Math.max(0, (words[from]?.start ?? 0) - (numeral.currency === null ? 0 : 1)),
      words[to - 1]?.end,
    );
    const note = (role: string) => {
      if (!filled.has(role)) filled.set(role, { role, text: written.trim(), amount: value, currency, statement });
    };
    if (currency !== null) {
      if (money !== undefined && (money === "price" || isSmallMoney || value >= LEAST_MONEY)) note(money);
      continue;
    }
    const after = words.slice(to, to + COUNT_REACH);
    if (PERCENT.test(text.slice(words[to - 1]?.end ?? 0))) {
      if (percent === true && !filled.has("percent"))
        filled.set("percent", {
          role: "percent",
          text: `${written.trim()}%`,
          amount: value,
          currency: null,
          statement,
        });
      continue;
    }
    const before = text.slice(0, words[from]?.start);
    const counted =
      Object.entries(countsBehind).find(([, pattern]) => pattern.test(before)) ??
      Object.entries(counts).find(([, pattern]) => after.some((word) => pattern.test(word.text)));
    if (counted !== undefined) note(counted[0]);
  }
  const share = percent === true && !filled.has("percent") ? SHARE.exec(text) : null;
  if (share !== null) {
    const { half, part, parts } = share.groups ?? {};
    const amount = SHARES[(half ?? part ?? parts ?? "").toLowerCase().replace(/[\s-]+/, " ")] ?? null;
    filled.set("percent", { role: "percent", text: share[0], amount, currency: null, statement });
  }
  return [...filled.values()];
}

/** Removes words that are not part of the name; null if the rest is not a name. */
function cleanName(role: string, raw: string, titleCase: boolean, things: readonly string[] = []): string | null {
  if (WORDS.has(role)) return raw.toLowerCase().trim();
  const whole = raw
    .trim()
    .replace(/^["“”'‘’]+|["“”'‘’.]+$/g, "")
    .replace(/^(?:the|a|an|its|their|his|her)\s+/i, "")
    .replace(/['’]s?$/, "")
    .replace(
      /\s+(?:is|are|has|have|will|may|could|to|ceo|also|says?|reportedly|officially|finally|just|now|again)$/i,
      "",
    )
    .replace(/\s+(?:said|says)\s.*$/i, "")
    .trim();
  if (COMPANIES.has(role) && isPlace(whole)) return null;
  const isThing = things.includes(role);
  const name = isThing
    ? withoutCount(whole)
    : titleCase || THINGS.has(role)
      ? whole
      : withoutTail(withoutDescription(whole));
  const words = name.split(/\s+/);
  const isMatter = MATTERS.has(role);
  const isProper = isThing || (isMatter && role !== "product") || /\p{Lu}/u.test(name);
  if (name.length < 2 || words.length > (isMatter ? LONGEST_MATTER : LONGEST_NAME)) return null;
  if (!isProper || NO_NAME.test(name) || (!isMatter && /[$€£¥%]|\s(?:shares|stock)$/i.test(name))) return null;
  if (PEOPLE.has(role) && !words.every((word) => /^\p{Lu}/u.test(word) || JOINT.test(word))) return null;
  return words.every((word) => isStopWord(word.toLowerCase())) ? null : name;
}

/** Returns whether all of a name is a place: "West Virginia" of "explosion at West Virginia mine". Toyota is a city too. */
const isPlace = (name: string): boolean =>
  findPlaces(name, { isProse: true }).some(
    ({ start, end, kind }) =>
      start === 0 && end === name.length && (kind !== "city" || baseForm(foldCase(name), "noun") !== null),
  );

/** "12,500 pickups sold in March" are pickups. */
const withoutCount = (thing: string): string =>
  thing
    .replace(/\s+(?:sold|made|produced|built)\b.*$/iu, "")
    .replace(
      /^(?:(?:about|some|around|nearly|almost|over|more\s+than|at\s+least|up\s+to)\s+)?\d[\d,.]*\s+(?:(?:million|thousand)\s+)?/iu,
      "",
    );

/** "German steelmaker Stahlwerk Nord" is Stahlwerk Nord, in a sentence that capitalises only names. */
function withoutDescription(name: string): string {
  const [, , last = "", named = name] = /^(.*?)(?<!\S)(\p{Ll}[\p{Ll}-]+)\s+(\p{Lu}\S*(?:\s+\S+)*)$/u.exec(name) ?? [];
  return last === "" || JOINT.test(last) || isStopWord(last) ? name : named;
}

/**
 * "Corvane runs" is Corvane: in a sentence that capitalises only names, lower-case words after a name do not belong to
 * it.
 */
function withoutTail(name: string): string {
  const [, head = name] = /^(\p{Lu}.*?)\s+\p{Ll}[^\p{Lu}]*$/u.exec(name) ?? [];
  return head.split(/\s+/).every((word) => isDictionaryWord(foldCase(word))) ? name : head;
}

function slotOf(role: string, filled: readonly Filled[]): FrameSlot {
  const values: { first: Filled; key: string; all: Filled[] }[] = [];
  for (const one of filled) {
    const key = keyOf(one.text);
    const known = values.find(({ first, key: other }) =>
      one.amount === null || first.amount === null
        ? other === key || isPartOf(other, key) || isPartOf(key, other)
        : first.currency === one.currency &&
          Math.abs(first.amount - one.amount) <= ROUNDED * Math.max(first.amount, one.amount),
    );
    if (known === undefined) values.push({ first: one, key, all: [one] });
    else known.all.push(one);
  }
  const ranked = values
    .map(({ first, all }): SlotValue => {
      const ofPublisher = new Map(
        all.toReversed().map(({ statement }) => [statement.publisher || statement.url, statement]),
      );
      return {
        text: first.text,
        amount: first.amount,
        currency: first.currency,
        publishers: ofPublisher.size,
        statements: [...ofPublisher.values()].toReversed().slice(0, MOST_STATEMENTS),
      };
    })
    .sort((a, b) => b.publishers - a.publishers || (a.text < b.text ? -1 : 1));
  const least = LEAST_SHARE * (ranked[0]?.publishers ?? 0);
  const kept = ranked.filter(({ publishers }) => publishers >= least);
  // Amounts in two currencies may be the same amount.
  const currencies = kept.flatMap(({ amount, currency }) => (amount === null ? [] : [currency]));
  const isDisputed = new Set(currencies).size < currencies.length || (role === "person" && kept.length > 1);
  return { role, values: kept, isDisputed };
}

/** Returns a name without case, punctuation and legal form. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, "")
    .replace(/\s+(?:inc|corp|co|ltd|plc|ag|se|llc|company|corporation|group|holdings)$/u, "")
    .trim();

/** Returns whether the part is whole words at either end of the other: "Bank" of "Jos A Bank". */
const isPartOf = (part: string, whole: string): boolean => whole.startsWith(`${part} `) || whole.endsWith(` ${part}`);
