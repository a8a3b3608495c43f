import { LRUCache } from "lru-cache";
import { findPlaces, type PlaceMention } from "#foundation/geography/find-places";
import { type TaggedWord, tagWords } from "#foundation/language/wink";
import { saysWhatIsDone } from "./activity.ts";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import { findCount } from "./count.ts";
import { exclusionPhrases } from "./exclusion-phrases.ts";
import { type Exclusion, findExclusions } from "./exclusions.ts";
import { readSentences, type Sentence } from "./frame.ts";
import { inEnglish } from "./in-english.ts";
import { inSentences } from "./labelled-lines.ts";
import { asksForMakersOrMerchants, withListedNouns } from "./listed-words.ts";
import { findNamedExamples } from "./named-examples.ts";
import type { Opening } from "./parts-of-speech.ts";
import { withContinentsNamed, withPlacesSpelled, withSharedNames } from "./place-spelling.ts";
import { type SortedPlaces, sortPlaces } from "./places.ts";
import { withPlainCues } from "./plain-cues.ts";
import { withPronounsNamed } from "./pronouns.ts";
import { namedByMakers } from "./purpose.ts";
import type { MarketRole } from "./role.ts";
import { withRolesSpelled } from "./role-spelling.ts";
import { findSeeds } from "./seeds.ts";
import { blank, overlaps, type Span, within } from "./spans.ts";
import { findStatedConditions } from "./stated-conditions.ts";
import { distancesIn } from "./surroundings.ts";
import { readTopic, type Topic } from "./topic.ts";
import { unknownPlaces } from "./unknown-places.ts";
import { unusableConditions } from "./unusable-conditions.ts";
import { type WishedOrder, wishedOrders } from "./wished-order.ts";

/** The parts of a market question, all in its own words. */
export interface QuestionReading {
  /** The question, trimmed and with single spaces. A German, French or Spanish question is translated to English. */
  text: string;
  /**
   * The rest of the text without the request's opening ("Find … companies that"), count, seeds, places, generic role
   * words and exclusions.
   */
  topic: string;
  /** The offers of the companies: noun phrases of the topic, the main one first. */
  features: string[];
  /** The features of which any one is enough. The other features describe these. */
  offers: string[];
  /** The word for the companies' relation to the offer ("makers", "weave", "operators"); "" without one. */
  role: string;
  marketRole: MarketRole | "";
  /**
   * The companies' verbs in their base forms, with their object, where they are more specific than making, selling or
   * running ("recycle"). Otherwise null.
   */
  doing: { verbs: string[]; object: string } | null;
  /** The words for the companies that also state the offer ("boat builders", "law firms"); "" without any. */
  trade: string;
  /** Noun phrases of the exclusions. */
  exclusions: string[];
  /** The buyers or users of the offer. */
  users: string[];
  /** Wanted places of the companies, without excluded ones. */
  places: PlaceMention[];
  /** Places where the companies should have sites or be at work, wherever they are based. */
  operatingPlaces: PlaceMention[];
  /** Excluded places of the companies. */
  excludedPlaces: PlaceMention[];
  /** Names in the position of a place that are no known place. */
  unknownPlaces: string[];
  /** Wishes for an order of the companies. */
  orders: WishedOrder[];
  /** Registrable domains of example companies. */
  seeds: string[];
  /** Example companies by name alone. */
  seedNames: string[];
  /** Hosts meant as examples that are not registrable domains. */
  invalidSeeds: string[];
  /** The number of companies as the question states it, unchecked; null without one. */
  count: number | null;
}

/** Readings of the last questions: the form, the notes, the plan and each step of a job read the same question. */
const readings = new LRUCache<string, QuestionReading>({ max: 200 });

/**
 * Analyses a question by grammar, dictionaries and word lists. It is pure, needs no network and takes about 5 ms, once for
 * the same question. Callers share the reading and must not change it.
 */
export function readQuestion(question: string): QuestionReading {
  const known = readings.get(question) ?? read(question);
  readings.set(question, known);
  return known;
}

function read(question: string): QuestionReading {
  const asked = withSharedNames(withPlainCues(inSentences(question)));
  const text = withPronounsNamed(
    withRolesSpelled(withPlacesSpelled(withContinentsNamed(inEnglish(asked)?.text ?? asked))),
  );
  const seeds = findSeeds(text);
  const named = findNamedExamples(text);
  const examples = [...seeds.spans, ...named.spans];
  // Sizes, years and owners are separate conditions, not words of the market.
  const stated = findStatedConditions(text).spans;
  const orders = wishedOrders(text).filter(({ spans }) =>
    spans.every((span) => !stated.some((one) => overlaps(one, span))),
  );
  const conditions = [...stated, ...unusableConditions(text, stated), ...orders.flatMap(({ spans }) => spans)];
  const withoutSeeds = blank(text, [...examples, ...unbroken(text), ...conditions]);
  const mentions = findPlaces(withoutSeeds);
  const nowhere = unknownPlaces(withoutSeeds, mentions, examples);
  const count = findCount(withoutSeeds);
  const words = withListedNouns(tagWords(withoutSeeds));
  const countSpan = count ? [count.span] : [];
  // "not resellers, 5 companies": the count is not part of the exclusion.
  const uncounted = words.filter((word) => !countSpan.some((span) => overlaps(word, span)));
  const exclusions = findExclusions(uncounted).map((exclusion) =>
    withoutLocation(beforePlaces(exclusion, mentions, words), mentions, words),
  );
  const isExcluded = (word: TaggedWord) => exclusions.some(({ span }) => overlaps(span, word));
  const sentences = readSentences(blank(text, [...examples, ...countSpan, ...conditions]));
  const frames = sentences.map((sentence) => ({
    start: sentence.start,
    end: sentence.isContext ? sentence.end : contextEnd(sentence, text),
  }));
  const places = sortPlaces(
    mentions,
    words,
    exclusions.map((exclusion) => exclusion.object),
    frames,
  );
  const gaps = [
    ...countSpan,
    ...worldwide(text),
    ...distancesIn(text),
    ...nowhere.flatMap(({ span }) => (span === null ? [] : [span])),
    ...exclusions.map((exclusion) => exclusion.span),
    ...placeSpans(places, mentions, text, words),
    ...elsewhere(mentions, places, text),
  ];
  const bodies = sentences.filter((sentence) => !sentence.isContext).map((sentence) => bodyOf(sentence, words, gaps));
  const { main, topic: read } = readBodies(bodies);
  const { companyWords, ...topic } = read;
  return {
    text,
    topic: topicText(
      (bodies.length > LONG ? [main] : bodies)
        .flatMap((body) => body.words)
        .filter((word) => !companyWords.has(word) || saysWhatIsDone(word.lower)),
    ),
    ...topic,
    marketRole: asksForMakersOrMerchants(uncounted.filter((word) => !isExcluded(word))) ? "" : topic.marketRole,
    exclusions: phrasesOf(exclusions, words, mentions, places),
    places: places.wanted,
    operatingPlaces: places.operating,
    excludedPlaces: places.excluded,
    unknownPlaces: nowhere.map(({ text: name }) => name),
    orders,
    seeds: seeds.domains,
    seedNames: named.names,
    invalidSeeds: seeds.invalid,
    count: count?.value ?? null,
  };
}

/**
 * Removes a place at the end of an exclusion: "makers of ovens, not resellers in Spain". Where the question names no
 * other place, it is the makers' place. "except companies in Spain" keeps it.
 */
function withoutLocation(exclusion: Exclusion, mentions: PlaceMention[], words: TaggedWord[]): Exclusion {
  const { object, span } = exclusion;
  const inside = mentions.filter((mention) => overlaps(mention, object));
  const first = inside[0];
  const last = inside.at(-1);
  if (
    !first ||
    !last ||
    inside.length < mentions.length ||
    last.end < object.end ||
    first.preposition === null ||
    !/^(?:in|across|within|around|near)$/.test(first.preposition)
  )
    return exclusion;
  const preposition = words.filter((word) => word.end <= first.start && word.lower === first.preposition).at(-1);
  const kept = words.filter(
    (word) => word.start >= object.start && preposition !== undefined && word.end <= preposition.start,
  );
  if (
    preposition === undefined ||
    kept.every(
      (word) =>
        word.pos === "DET" ||
        isGenericCompany(word.lower) ||
        /^(?:those|ones|any|based|located|headquartered|situated|that|which|are)$/.test(word.lower),
    )
  )
    return exclusion;
  const end = kept.at(-1)?.end ?? object.end;
  return { span: { start: span.start, end }, object: { start: object.start, end } };
}

/**
 * Ends an exclusion before a list of places: "no explorers, Africa and Chile". After a kind of business, such a list
 * states the wanted places.
 */
function beforePlaces(exclusion: Exclusion, mentions: PlaceMention[], words: TaggedWord[]): Exclusion {
  const own = words.filter((word) => within(word, exclusion.object));
  const isPlace = (word: TaggedWord) => mentions.some((mention) => overlaps(mention, word));
  const lastKind = own.findLastIndex(
    (word) => !isPlace(word) && word.pos !== "PUNCT" && !/^(?:and|or|&|the)$/.test(word.lower),
  );
  const kind = own[lastKind];
  if (kind === undefined || own[lastKind + 1]?.text !== "," || !own.slice(lastKind).some(isPlace)) return exclusion;
  return {
    span: { start: exclusion.span.start, end: kind.end },
    object: { start: exclusion.object.start, end: kind.end },
  };
}

/** "exporters to China": China is neither a place of the search nor part of the offer. */
function elsewhere(mentions: PlaceMention[], places: SortedPlaces, text: string): Span[] {
  return mentions
    .filter((mention) => mention.preposition !== null && mention.kind !== "demonym")
    .filter((mention) => !Object.values(places).some((sorted) => sorted.includes(mention)))
    .map((mention) => widened(mention, text));
}

/**
 * Words about the person who asks can only precede a request in mid-sentence ("We are a German brewery and need …").
 */
function contextEnd(sentence: Sentence, text: string): number {
  const opening = text.slice(sentence.start, sentence.bodyStart);
  // "For the due diligence on a German maker we need …"
  return /^\s*(?:(?:as an?|we|i|our|my|for (?:our|my)|being)\b|for\b[^,;:]*\b(?:we|i)\b|an? .*\b(?:wants|needs|seeks)\b)/is.test(
    opening,
  )
    ? sentence.bodyStart
    : sentence.start;
}

/**
 * Returns places with the words that introduce them ("based in the greater … area", "-based"). They are not part of the
 * topic.
 */
function placeSpans(places: SortedPlaces, mentions: PlaceMention[], text: string, words: TaggedWord[]): Span[] {
  const used = [...places.wanted, ...places.operating, ...places.excluded];
  const spans = used.map((mention) => widened(mention, text));
  // "in Germany, Austria and Switzerland": the words between the places are not part of the topic either.
  for (let i = 0; i + 1 < mentions.length; i++) {
    const [a, b] = [mentions[i], mentions[i + 1]];
    if (!a || !b || !used.includes(a) || !used.includes(b)) continue;
    const between = words.filter((word) => word.start >= a.end && word.end <= b.start);
    if (
      between.every(
        (word) =>
          word.pos === "PUNCT" ||
          /^(?:and|or|the|as|well|in|both|und|der|die|dem|den|et|en|la|le|les|y|e|el|in)$/.test(word.lower),
      )
    )
      spans.push({ start: a.end, end: b.start });
  }
  return spans;
}

/**
 * Runs of characters without a space that are not words. The tagger takes seconds over thousands of such characters.
 */
function unbroken(text: string): Span[] {
  return [...text.matchAll(/\S{101,}/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

const WORLDWIDE =
  /\b(?:(?:from )?(?:anywhere|somewhere)(?: (?:in|on|around) (?:the )?(?:world|globe|earth))?|(?:around|across|all over|throughout|in) the (?:whole )?(?:world|globe)|worldwide|world-wide|globally|internationally)\b/gi;

/** "anywhere in the world" sets no place. */
function worldwide(text: string): Span[] {
  return [...text.matchAll(WORLDWIDE)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

const BEFORE_PLACE =
  /(?:,\s*)?\b(?:non-)?(?:(?:that are|which are|who are|are|being)\s+)?(?:(?:based|located|headquartered|situated|registered|active|operating|present|anywhere|somewhere|preferably|ideally|mainly|only|made)\s+)*(?:(?:in|across|within|from|around|near|of|throughout|inside|outside(?: of)?|at|out of|on|to|into|besides|en|aus|bei|im|à|dans)\s+)*(?:(?:the|der|dem|den|la|le|les|greater|(?:northern|southern|eastern|western)(?:\s*,|\s+and|\s+or)?|central|whole|all|city|state|region|parts|coast|mainland|ports|of|mediterranean|alps)\s+)*$/i;
const AFTER_PLACE =
  /^(?:['’]s)?(?:-based|-wide|-made| based(?! (?:on|in|at|around)\b))?(?:\s+(?:regions?|area|countries|states|market|only)\b)?/i;

function widened(mention: Span, text: string): Span {
  const before = BEFORE_PLACE.exec(text.slice(0, mention.start))?.[0].length ?? 0;
  const after = AFTER_PLACE.exec(text.slice(mention.end))?.[0].length ?? 0;
  return { start: mention.start - before, end: mention.end + after };
}

interface Body {
  words: TaggedWord[];
  opening: Opening;
  /** Likelihood that it is the request itself. */
  weight: number;
}

/** Maximum number of sentences for a short text. In a longer text, only the sentence that states the market counts. */
const LONG = 2;

/**
 * Reads the sentence that most likely asks for companies, the first of several. What later questions ask for belongs to
 * the same market, as in "Looking for automation partners. Who makes conveyors?". The topics of other sentences are not
 * read, because a page of text has hundreds of them.
 */
function readBodies(bodies: Body[]): { main: Body; topic: Topic } {
  const likeliest = bodies
    .filter((body) => body.words.some((word) => /^(?:NOUN|PROPN|VERB|ADJ)$/.test(word.pos)))
    .sort((a, b) => b.weight - a.weight);
  const topicOf = remembered(({ words, opening }: Body) => readTopic(words, opening));
  const namesOffers = (body: Body) => topicOf(body).features.length > 0;
  const main = likeliest.find(namesOffers) ?? likeliest[0] ?? { words: [], opening: "", weight: 0 };
  const others = bodies.filter((body) => body !== main && body.opening !== "" && namesOffers(body));
  const topic = topicOf(main);
  const topics = [topic, ...others.map(topicOf)];
  const all = <Field extends "features" | "offers" | "users">(field: Field) => [
    ...new Set(topics.flatMap((one) => one[field])),
  ];
  const users = all("users");
  const named = (field: "features" | "offers") => all(field).map((offer) => namedByMakers(offer, users));
  const { role, marketRole } = topics.find((one) => one.marketRole !== "") ?? topic;
  return {
    main,
    topic: { ...topic, role, marketRole, features: named("features"), offers: named("offers"), users },
  };
}

/** Returns the function with its results kept, so that it runs once for each argument. */
function remembered<Argument extends object, Result>(
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    const result = make(argument);
    results.set(argument, result);
    return result;
  };
}

/**
 * Weighs whether a sentence is a request for companies. Its opening and words for companies speak for it, and words
 * about oneself against it.
 */
function requestWeight(opening: TaggedWord[], own: TaggedWord[]): number {
  const asks = opening.some(({ lower }) =>
    /^(?:find|list|show|give|get|name|identify|suggest|recommend|who|which|what|for|need|want)$/.test(lower),
  );
  const companies = own.some(({ lower }) => isGenericCompany(lower) || isGenericRole(lower));
  const self = opening.concat(own).some(({ lower }) => /^(?:we|our|us|my|they|them)$/.test(lower));
  return (asks ? 2 : 0) + (companies ? 2 : 0) - (self ? 1 : 0);
}

function bodyOf(sentence: Sentence, words: TaggedWord[], gaps: Span[]): Body {
  const own = words.filter((word) => within(word, { start: sentence.bodyStart, end: sentence.end }));
  const opening = words.filter((word) => word.start >= sentence.start && word.end <= sentence.bodyStart);
  const kept: TaggedWord[] = [];
  for (const word of own) {
    if (!gaps.some((gap) => overlaps(gap, word))) kept.push(word);
    // A gap ends a phrase.
    else if (kept.at(-1)?.text !== "," && kept.length > 0 && breaksAt(word, own, gaps))
      kept.push({ ...word, text: ",", lower: ",", pos: "PUNCT" });
  }
  return { words: kept, opening: openingOf(opening), weight: requestWeight(opening, own) };
}

function openingOf(words: TaggedWord[]): Opening {
  const question = words.findLast((word) => /^(?:who|which|what)$/.test(word.lower))?.lower;
  if (question === undefined) return "";
  return question === "who" ? "who" : "which";
}

/** A place inside a clause ("companies in Spain that bake") does not end it. */
function breaksAt(word: TaggedWord, own: TaggedWord[], gaps: Span[]): boolean {
  const next = own.find((other) => other.start > word.start && !gaps.some((gap) => overlaps(gap, other)));
  return (
    next !== undefined &&
    !/^(?:that|which|who|whose|of|for|to|by|with|,)$/.test(next.lower) &&
    next.pos !== "VERB" &&
    !/ing$/.test(next.lower)
  );
}

function phrasesOf(
  exclusions: Exclusion[],
  words: TaggedWord[],
  mentions: PlaceMention[],
  places: SortedPlaces,
): string[] {
  // "Europe except Germany" is handled as a place. Without a wanted region, it becomes an exclusion in words, and so does
  // a part of a country: "Germany except Bavaria".
  const isLeftToWords = ({ address }: PlaceMention) => places.wanted.length === 0 || address !== null;
  const phrases = exclusions.flatMap(({ object }) => {
    const own = words.filter((word) => within(word, object));
    const onlyPlaces = places.excluded.some((mention) => overlaps(mention, object));
    const inside = mentions.filter((mention) => overlaps(mention, object));
    // "Companies whose crops are only in the US, Israel or Peru, and suppliers": the places belong to the clause.
    if (!onlyPlaces) return exclusionPhrases(own).filter((phrase) => !inside.some(({ text: name }) => name === phrase));
    const named = inside.filter(isLeftToWords);
    return named.map((mention) => `companies in ${mention.name}`);
  });
  const outside = places.excluded.filter(
    (mention) => isLeftToWords(mention) && !exclusions.some(({ span }) => overlaps(span, mention)),
  );
  return [...new Set([...phrases, ...outside.map((mention) => `companies in ${mention.name}`)])].filter(
    (phrase) => phrase.length > 1,
  );
}

/** Returns the words about the market. */
function topicText(words: TaggedWord[]): string {
  return words
    .filter((word) => word.pos !== "PUNCT" && !/^(?:please|thanks)$/.test(word.lower))
    .map((word) => word.text)
    .join(" ")
    .replace(/ (['’]s?|n['’]t)(?= |$)/g, "$1")
    .replace(/^(?:(?:that|which|who|of|are|is|do|does|and|or|to|for|in)\s+)+/i, "")
    .replace(/(?:\s+(?:that|which|who|of|are|is|and|or|to|for|in))+$/i, "");
}
