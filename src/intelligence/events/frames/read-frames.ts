import { findPlaces } from "#foundation/geography/find-places";
import { sentences } from "#foundation/language/tokenize";
import { type ReadSentence, readSentence } from "../content/read-sentence.ts";
import { apartByCompany, type SentenceFill } from "./apart-by-company.ts";
import { FRAMES } from "./definitions/frames.ts";
import { numbersOf } from "./frame-numbers.ts";
import type { FrameDefinition, FrameType } from "./frame-types.ts";
import { leadingName } from "./leading-name.ts";
import { isMarkedName, roleName } from "./role-name.ts";
import { clausesOf, DENIED, rolesOfClauses } from "./roles-of-clauses.ts";
import { type Filled, type FrameSlot, type FrameStatement, slotOf } from "./slots.ts";

/** An article of an event. */
export interface FrameArticle {
  url: string;
  publisher: string;
  title: string;
  text: string;
}

/** Who did what to whom, when, where and for how much, in the words of an event's articles. */
export interface EventFrame {
  type: FrameType;
  slots: FrameSlot[];
}

/** The role by which the frames of one kind are apart. */
const COMPANY = "company";
/** What joins two statements in one sentence. */
const PARTING = /;\s+|,?\s+(?:while|whereas|but|as)\s+|,\s+(?:and\s+)?/u;
/** Number of sentences of a text that are read. News states first what happened. */
const MOST_SENTENCES = 5;
/** Roles that are companies or their like. */
const PARTIES = new Set(
  "acquirer target company investor plaintiff defendant partner otherPartner contractor client service product".split(
    " ",
  ),
);
const WHEN =
  /\b(?:(?:on\s+)?(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)|(?:in|by|on|this|next|last)\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?(?:,?\s+\d{4})?|(?:in|by|from|since)\s+(?:19|20)\d\d|(?:this|next|last)\s+(?:week|month|year|quarter|summer|autumn|fall|winter|spring))\b/u;

/**
 * Reads the frames of an event from the sentences of its articles. Reads kinds of its alert types, and other kinds only
 * where a sentence makes them evident. What is told of several companies is a frame for each. A slot keeps what each publisher states, with the sentence. Nothing is inferred
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
  const frames = FRAMES.flatMap((frame) => {
    const isTold = frame.alertTypes.some((name) => alertTypes.includes(name));
    const telling = isTold ? read : read.filter(({ quote }) => frame.evident?.test(quote));
    const fills = telling.flatMap(({ quote, article: { url, publisher }, ...read }) =>
      partsOf(frame, { ...read, isTold }).map((part): SentenceFill => {
        const { filled: found, isGuessed } = fillFrom(frame, part, { quote, url, publisher });
        const filled = found.map((one) => ({
          ...one,
          text: companies.find((name) => name.toLowerCase() === `${one.text.toLowerCase()}'s`) ?? one.text,
        }));
        const company = filled.find(({ role }) => role === COMPANY)?.text ?? null;
        const isName = company !== null && isMarkedName(company, part.sentence, companies);
        return { url, company: isName ? company : null, isGuessed, filled };
      }),
    );
    return apartByCompany(fills).flatMap((filled): EventFrame[] => {
      const slots = [...Map.groupBy(filled, ({ role }) => role)].map(([role, ofRole]) => slotOf(role, ofRole));
      return slots.length === 0 ? [] : [{ type: frame.type, slots }];
    });
  });
  return withoutSecondReadings(frames);
}

/** Kinds whose words an acquisition has too: "agree to merge", "pays $2 billion". */
const LIKE_ACQUISITIONS: ReadonlySet<FrameType> = new Set<FrameType>(["funding", "partnership", "fine"]);

/** Leaves out the frames of other deals that were read from the sentences of an acquisition, with its parties. */
function withoutSecondReadings(frames: readonly EventFrame[]): EventFrame[] {
  const quotesOf = ({ slots }: EventFrame) =>
    slots.flatMap(({ values }) => values.flatMap(({ statements }) => statements.map(({ quote }) => quote)));
  const partiesOf = ({ slots }: EventFrame) =>
    slots.filter(({ role }) => PARTIES.has(role)).flatMap(({ values }) => values.map(({ text }) => text));
  const acquisitions = frames.filter(({ type }) => type === "acquisition");
  const quotes = new Set(acquisitions.flatMap(quotesOf));
  const parties = acquisitions.flatMap(partiesOf);
  return frames.filter(
    (frame) =>
      !LIKE_ACQUISITIONS.has(frame.type) ||
      !quotesOf(frame).every((quote) => quotes.has(quote)) ||
      !partiesOf(frame).every((name) => parties.some((party) => name.includes(party))),
  );
}

/**
 * Returns the parts of a sentence if each names its company ("Korvel cuts 500 jobs, Veltran axes 300 posts"); otherwise
 * the whole sentence.
 */
function partsOf(frame: FrameDefinition, telling: Telling): Telling[] {
  const { sentence } = telling;
  const parts = sentence.text.split(PARTING);
  if (parts.length < 2) return [telling];
  const companies = parts.map((part) =>
    rolesOfClauses(frame, clausesOf(part), sentence.titleCase).find(({ role }) => role === COMPANY),
  );
  if (companies.includes(undefined)) return [telling];
  return parts.map((part) => ({
    ...telling,
    sentence: { ...readSentence(part), titleCase: sentence.titleCase },
    clauses: clausesOf(part),
  }));
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
): { filled: Filled[]; isGuessed: boolean } {
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
  if (named.length === 0) return { filled: [], isGuessed: false };
  const plain = (role: string, value: string) => ({ role, text: value, amount: null, currency: null, statement });
  const stage = frame.stages?.find(([, pattern]) => pattern.test(text))?.[0];
  const when = WHEN.exec(text)?.[0];
  const filled = [
    ...named.map(({ role, text: value }) => plain(role, value)),
    ...numbersOf(frame, sentence, statement),
    ...(stage === undefined ? [] : [plain("stage", stage)]),
    ...(when === undefined ? [] : [plain("when", when)]),
    ...placesOf(text, named).map((place) => plain("place", place)),
  ];
  return { filled, isGuessed: byPattern.length === 0 };
}

/**
 * Returns the first words of a headline as its subject, if they are a name: of the event's companies, or unknown to the
 * dictionary.
 */
function subjectIn(role: string, clause: string, { titleCase }: ReadSentence, companies: readonly string[]) {
  const words = leadingName(clause);
  const name = words === null ? null : roleName(role, words, titleCase);
  if (name === null) return [];
  return isMarkedName(name, { titleCase }, companies) ? [{ role, text: name }] : [];
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
