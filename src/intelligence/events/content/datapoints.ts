import type { Match } from "../../lexicon/patterns.ts";
import type { AffectedDatapoint } from "../read-events.ts";
import type { Datapoint, DatapointTerm, Direction, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { EntityNames } from "./entity-names.ts";
import { findQuantities, type Quantity } from "./quantities.ts";
import type { ReadEvent } from "./read-observations.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { enoughSources } from "./weigh-sources.ts";

/** Maximum distance, in words, of a word of direction after or before its measure. */
const REACH_AFTER = 6;
const REACH_BEFORE = 4;
/** Maximum distance, in words, of a quantity from the word of direction. */
const REACH_QUANTITY = 7;
/** Words that begin another statement: "shares plunge after profit warning". */
const OPENERS = new Set(
  "after as despite amid while but following because since when although though before on".split(" "),
);
const NEGATIONS = new Set(["no", "not", "never", "without"]);
const MAX_DATAPOINTS = 10;
/** Number of sentences of an article's text that are read for measures. */
const BODY_SENTENCES = 6;

interface Reading {
  datapoint: Datapoint;
  direction: Direction;
  subject: string | null;
  quantity: Quantity | null;
  source: number;
  inHeadline: boolean;
}

/**
 * Finds the measures that an event moves. A measure needs a term and a word of direction in one clause, or a term that
 * states both. The quantity is the change nearest to the word of direction ("by 5 %"), or else the level that it moved
 * to. It is always a number of the text, of a kind that fits the measure. Each subject of a measure has its own
 * direction. Where articles contradict each other about one subject, the direction with more sources wins. Of several quantities, the one that most sources give wins; ties go to the earlier
 * article.
 */
export function findDatapoints(
  { observations, sources }: ReadEvent,
  names: EntityNames,
  taxonomy: Taxonomy,
): AffectedDatapoint[] {
  const byDatapoint = new Map<Datapoint, Reading[]>();
  for (const { headline, body, source } of observations)
    for (const [i, sentence] of [headline, ...body.slice(0, BODY_SENTENCES)].entries())
      for (const reading of readingsOf(sentence, names, taxonomy)) {
        const list = byDatapoint.get(reading.datapoint) ?? [];
        list.push({ ...reading, source, inHeadline: i === 0 });
        byDatapoint.set(reading.datapoint, list);
      }
  return [...byDatapoint.values()]
    .flatMap(bySubject)
    .map(({ subject, readings }) => {
      const direction = mostSaid(readings, (one) => one.direction).direction;
      const agreeing = readings.filter((one) => one.direction === direction);
      const measured = agreeing.filter(({ quantity }) => quantity !== null);
      const quantity = measured.length === 0 ? null : mostSaid(measured, (one) => quantityKey(one.quantity)).quantity;
      return {
        said: new Set(agreeing.map(({ source }) => source)).size,
        headline: agreeing.some(({ inHeadline }) => inHeadline),
        datapoint: {
          name: readings[0].datapoint.name,
          subject,
          direction,
          quantity: quantity && { operator: quantity.operator, values: quantity.values, unit: quantity.unit },
        },
      };
    })
    .filter(({ said }) => said >= enoughSources(sources))
    .sort((a, b) => Number(b.headline) - Number(a.headline) || b.said - a.said)
    .slice(0, MAX_DATAPOINTS)
    .map(({ datapoint }) => datapoint);
}

type Readings = readonly [Reading, ...Reading[]];

/**
 * Takes the readings of a measure apart by whom they are said of. Those that name nobody belong to the subject that most
 * sources name, if any does.
 */
function bySubject(list: readonly Reading[]): { subject: string | null; readings: Readings }[] {
  const named = list.filter(({ subject }) => subject !== null);
  const main = named.length === 0 ? null : mostSaid(named, ({ subject }) => subject ?? "").subject;
  return [...Map.groupBy(list, ({ subject }) => subject ?? main)].map(([subject, [first, ...others]]) => ({
    subject,
    readings: [first as Reading, ...others],
  }));
}

const quantityKey = (quantity: Quantity | null) =>
  quantity === null ? "" : `${quantity.operator} ${quantity.values.join(" ")} ${quantity.unit}`;

/**
 * Returns the reading whose key most sources share; ties go to the earlier reading. Readings come in the canonical
 * order of articles.
 */
function mostSaid(readings: readonly Reading[], keyOf: (reading: Reading) => string): Reading {
  const sourcesOf = new Map<string, Set<number>>();
  for (const reading of readings) {
    const key = keyOf(reading);
    sourcesOf.set(key, (sourcesOf.get(key) ?? new Set()).add(reading.source));
  }
  const count = (reading: Reading) => sourcesOf.get(keyOf(reading))?.size ?? 0;
  return readings.reduce((best, reading) => (count(reading) > count(best) ? reading : best));
}

type SentenceReading = Omit<Reading, "source" | "inHeadline">;

function readingsOf(sentence: ReadSentence, names: EntityNames, taxonomy: Taxonomy): SentenceReading[] {
  const terms = longest(taxonomy.datapointTerms.find(sentence.words));
  if (terms.length === 0) return [];
  const found = taxonomy.directions.find(sentence.words);
  const voids = found.filter(({ value }) => value === "except");
  const directions = longest(
    found.filter((one) => one.value !== "except" && !voids.some((other) => overlap(one, other))),
  ) as Match<Direction>[];
  const quantities = findQuantities(sentence, taxonomy.units).filter(({ indefinite }) => !indefinite);
  const readings: SentenceReading[] = [];
  const used = new Set<Quantity>();
  for (const term of terms) {
    const { datapoint, says } = term.value;
    const subject = names.subjectOf(sentence, term.from, term.to);
    if (readings.some((reading) => reading.datapoint === datapoint && reading.subject === subject)) continue;
    let direction: Direction;
    let anchor: { from: number; to: number } = term;
    if (says === "up" || says === "down") {
      if (isNegated(sentence, term.from)) continue;
      direction = says;
    } else {
      const move = nearestDirection(sentence, term, terms, directions);
      if (move === null) continue;
      direction = says === "inverse" ? (move.value === "up" ? "down" : "up") : move.value;
      anchor = move;
    }
    const quantity = nearestQuantity(sentence, anchor, term, quantities, used, datapoint.units);
    if (quantity !== null) used.add(quantity);
    readings.push({ datapoint, direction, subject, quantity });
  }
  return readings;
}

const overlap = (a: { from: number; to: number }, b: { from: number; to: number }) => a.from < b.to && b.from < a.to;

/** Returns the longest of overlapping matches, then the first: "oil price" and not "price". */
function longest<T>(matches: Match<T>[]): Match<T>[] {
  const taken: Match<T>[] = [];
  for (const match of matches.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from))
    if (!taken.some((other) => overlap(match, other))) taken.push(match);
  return taken.sort((a, b) => a.from - b.from);
}

function isNegated({ words }: ReadSentence, at: number): boolean {
  return words.slice(Math.max(0, at - 2), at).some(({ lower }) => NEGATIONS.has(lower));
}

function nearestDirection(
  sentence: ReadSentence,
  term: Match<DatapointTerm>,
  terms: readonly Match<DatapointTerm>[],
  directions: readonly Match<Direction>[],
): Match<Direction> | null {
  let best: { move: Match<Direction>; cost: number } | null = null;
  for (const move of directions) {
    if (overlap(move, term)) continue;
    const after = move.from >= term.to;
    const [start, end] = after ? [term.to, move.from] : [move.to, term.from];
    if (end - start > (after ? REACH_AFTER : REACH_BEFORE)) continue;
    if (isParted(sentence, start, end, terms) || isNegated(sentence, move.from)) continue;
    // A word after the measure is the verb. A word before it is an adjective ("lower sales") or the verb before its
    // object.
    const cost = end - start + (after ? 0 : 0.5);
    if (best === null || cost < best.cost) best = { move, cost };
  }
  return best?.move ?? null;
}

/** Returns whether another statement begins in between, or another measure that no "and" joins to this one. */
function isParted(
  { words }: ReadSentence,
  start: number,
  end: number,
  terms: readonly Match<DatapointTerm>[],
): boolean {
  for (let at = start; at <= end && at < words.length; at++) {
    if (words[at]?.afterBreak && at > start) return true;
    if (at < end && OPENERS.has(words[at]?.lower ?? "")) return true;
  }
  if (words[start]?.afterBreak) return true;
  const between = terms.filter(({ from, to }) => from >= start && to <= end);
  return between.length > 0 && !words.slice(start, end).some(({ lower }) => lower === "and" || lower === "or");
}

function nearestQuantity(
  { words }: ReadSentence,
  anchor: { from: number; to: number },
  term: { from: number; to: number },
  quantities: readonly Quantity[],
  used: ReadonlySet<Quantity>,
  kinds: readonly string[],
): Quantity | null {
  let best: { quantity: Quantity; cost: number } | null = null;
  for (const quantity of quantities) {
    if (used.has(quantity) || !kinds.includes(quantity.kind)) continue;
    const inside = quantity.from < Math.max(anchor.to, term.to) && quantity.to > Math.min(anchor.from, term.from);
    const after = quantity.from >= anchor.to;
    const distance = inside ? 0 : after ? quantity.from - anchor.to : anchor.from - quantity.to;
    if (distance > REACH_QUANTITY) continue;
    const [start, end] = after ? [anchor.to, quantity.from] : [quantity.to, anchor.from];
    if (
      !inside &&
      words
        .slice(start, end + 1)
        .some(({ afterBreak, lower }, i) => afterBreak || (start + i < end && OPENERS.has(lower)))
    )
      continue;
    // Prefers a change to a level, and a quantity after the word to one before it.
    const cost = distance + (quantity.level ? 20 : 0) + (after || inside ? 0 : 2);
    if (best === null || cost < best.cost) best = { quantity, cost };
  }
  return best?.quantity ?? null;
}
