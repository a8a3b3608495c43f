import { isGrounded, readGround } from "#foundation/language/grounding";
import { findQuotation } from "#foundation/language/quotation";
import { isStopWord } from "#foundation/language/stop-words";
import { storableLine } from "#foundation/language/storable-text";
import type { AlertFinding, AlertMention } from "../content/alert-types.ts";
import { statedAs } from "../content/certainty.ts";
import { quoted } from "../content/quote.ts";
import type { ReadEvent } from "../content/read-observations.ts";
import type { ReadSentence } from "../content/read-sentence.ts";
import { closed } from "../content/summary.ts";
import { enoughSources } from "../content/weigh-sources.ts";
import type { AlertTypeMatch } from "../read-events.ts";
import type { AlertType, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadingAnswer } from "./reading-task.ts";
import { type ShownArticle, shownArticles } from "./shown-articles.ts";

/** `similarity` of a type by the model's degree of fit. The scale is our own, in the range of the lexicon's. */
const SIMILARITY = { exactly: 0.95, mostly: 0.8, partly: 0.6 } as const;
const MOST_TYPES = 5;
/** Maximum number of a model's types that are checked. */
const MOST_NAMED = 15;
const MOST_QUOTES = 3;
const MOST_SENTENCES = 3;
const LONGEST_SENTENCE = 300;
const LONGEST_QUOTE = 300;
const LONGEST_REASON = 300;

/** A model's answer about the articles of an event. */
export interface Answered {
  /** `provider:model`. */
  model: string;
  answer: ReadingAnswer;
}

/** An alert type that a model named, with those of its quotations that were found. */
export interface ReadFinding extends AlertFinding {
  /** The first quotation that was found, as the article writes it. */
  quotation: string;
  /** The model's reason, in its own words. */
  reason: string;
}

/** The verified part of a model's answer. */
export interface VerifiedReading {
  /** Null if the model named types, but none was verified. Empty if the event has none. */
  findings: ReadFinding[] | null;
  /** Null if no sentence was verified. */
  summary: string | null;
}

/**
 * Verifies a model's answer against the articles that it was shown. A type is kept if the taxonomy has it and its
 * quotations are in the articles of enough sources (`enoughSources` of those shown). A sentence of the summary is kept
 * if its quotation is found and all its names and numbers are in the articles (`isGrounded`).
 */
export function verifyReading(event: ReadEvent, { answer }: Answered, taxonomy: Taxonomy): VerifiedReading {
  const articles = shownArticles(event);
  const findings = verifiedTypes(answer.alertTypes, articles, taxonomy);
  return {
    findings: findings.length === 0 && answer.alertTypes.length > 0 ? null : findings,
    summary: verifiedSummary(answer.summary, articles),
  };
}

/** Returns a finding in the form of the contract. */
export function matchByModel(
  { type, similarity, sources, mentions: [best], quotation, reason }: ReadFinding,
  model: string,
  ofSources: number,
): AlertTypeMatch {
  const why = reason === "" ? "" : ` It says: ${reason}`;
  return {
    name: type.name,
    mappedFrom: quotation,
    method: "llm",
    similarity,
    rationale: `“${quotation}” in ${quoted(best)}; quoted by ${model} from ${sources} of ${ofSources} independent ${ofSources === 1 ? "source" : "sources"}.${why}`,
  };
}

function verifiedTypes(
  named: ReadingAnswer["alertTypes"],
  articles: readonly ShownArticle[],
  taxonomy: Taxonomy,
): ReadFinding[] {
  const types = new Map(taxonomy.file.alertTypes.map((type) => [type.name.toLowerCase(), type]));
  const found = new Map<AlertType, ReadFinding>();
  for (const { name, fit, quotes, reason } of named.slice(0, MOST_NAMED)) {
    const type = types.get(name.trim().toLowerCase());
    if (type === undefined || found.has(type)) continue;
    const similarity = SIMILARITY[fit];
    const passages = quotes
      .slice(0, MOST_QUOTES)
      .flatMap((quote) => articles.flatMap((article) => passagesIn(article, quote, similarity, taxonomy)));
    const [best, ...others] = passages.toSorted((a, b) => Number(b.mention.inHeadline) - Number(a.mention.inHeadline));
    const sources = new Set(passages.map(({ mention }) => mention.observation.source)).size;
    if (best === undefined || sources < enoughSources(articles.length)) continue;
    found.set(type, {
      type,
      similarity,
      sources,
      mentions: [best.mention, ...others.map(({ mention }) => mention)],
      quotation: best.quotation,
      reason: storableLine(reason, LONGEST_REASON),
    });
  }
  // Equal types keep the model's order: the most important first.
  return [...found.values()].sort((a, b) => b.similarity - a.similarity).slice(0, MOST_TYPES);
}

interface Passage {
  mention: AlertMention;
  quotation: string;
}

/** Finds a quotation in an article's headline, or else in its text; at most one place. */
function passagesIn(article: ShownArticle, quote: string, weight: number, taxonomy: Taxonomy): Passage[] {
  const { observation, headline, text, sentences } = article;
  const inHeadline = findQuotation(headline, quote);
  const found = inHeadline ?? findQuotation(text, quote);
  if (found === null) return [];
  const place =
    inHeadline === null
      ? sentences.findLast(({ start }) => start <= found.start)
      : { sentence: observation.headline, start: 0 };
  if (place === undefined) return [];
  const words = wordsAt(place.sentence, found.start - place.start, found.end - place.start);
  if (words === null) return [];
  const stated = statedAs(place.sentence, words.from, words.to, taxonomy);
  return [
    {
      quotation: storableLine((inHeadline ? headline : text).slice(found.start, found.end), LONGEST_QUOTE),
      mention: {
        observation,
        sentence: place.sentence,
        inHeadline: inHeadline !== null,
        ...words,
        weight,
        // The model judged whether the event happened at all. That outweighs a nearby word such as "film".
        stated: stated.level?.fiction === true ? { level: null, words: "" } : stated,
      },
    },
  ];
}

/** Returns the words of a sentence within a part of it; null if all of them are stop words. */
function wordsAt({ words }: ReadSentence, start: number, end: number): { from: number; to: number } | null {
  const from = words.findIndex((word) => word.end > start);
  const to = words.findLastIndex((word) => word.start < end) + 1;
  if (from < 0 || words.slice(from, to).every(({ lower, number }) => number === null && isStopWord(lower))) return null;
  return { from, to };
}

function verifiedSummary(said: ReadingAnswer["summary"], articles: readonly ShownArticle[]): string | null {
  const texts = articles.flatMap(({ headline, text }) => [headline, text]);
  const ground = readGround(texts);
  const sentences = said.slice(0, MOST_SENTENCES).flatMap(({ sentence, quote }) => {
    const isShown = sentence.length <= LONGEST_SENTENCE && texts.some((text) => findQuotation(text, quote) !== null);
    const line = storableLine(sentence, LONGEST_SENTENCE);
    return isShown && line !== "" && isGrounded(sentence, ground) ? [closed(line)] : [];
  });
  return sentences.length === 0 ? null : [...new Set(sentences)].join(" ");
}
