import type { Amplifier, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding, AlertMention } from "./alert-types.ts";
import type { LinkedCompany } from "./content.ts";
import { inDollars, toldInDollars } from "./in-dollars.ts";
import { findQuantities } from "./quantities.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { wordsText } from "./read-sentence.ts";
import { enoughSources } from "./weigh-sources.ts";

/** A sentence of a source, with the size in US dollars of the company that it names. */
interface ToldSentence {
  sentence: ReadSentence;
  source: number;
  companySize: number | null;
}

const MAX_SCORE = 3;
/** A smaller breadth is not added. */
const LEAST = 0.05;

/**
 * What a sum of money adds, by its share of the company's size. The company is the largest that the sentence
 * names.
 */
const AGAINST_SIZE: Amplifier = {
  name: "against its size",
  terms: [],
  add: 0,
  steps: [
    { atLeast: 0.05, add: 0.2 },
    { atLeast: 0.25, add: 0.4 },
    { atLeast: 1, add: 0.7 },
  ],
};
/** A severity of 0–3, with what raised or lowered it from that of its alert type. */
export interface SeverityScore {
  value: number;
  added: AddedPart[];
}

interface AddedPart {
  name: string;
  add: number;
  words: string;
  /** What the words were taken for, where they do not say so themselves: a sum in dollars. */
  meaning?: string | undefined;
}

/**
 * Number of independent sources that confirm an addition; with fewer than eight sources, a quarter suffices. A
 * reduction always needs a quarter.
 */
const CONFIRMED = 2;
/** What each doubling of the independent sources adds, and the maximum. Matters of wide concern are widely reported. */
const BREADTH = { perDoubling: 0.1, most: 0.5 };

/**
 * Computes the severity of an alert type in an event: that of the type plus amplifiers. An amplifier that adds needs
 * two independent sources that have it in a sentence of the alert or in the headline. With fewer than eight sources, a
 * quarter of them is enough. A quantity counts with the size that so many sources reach, money in US dollars. An amplifier that reduces
 * needs enough sources (`enoughSources`). Each amplifier counts once. The breadth of the coverage adds too, and so does
 * a sum that is large for the company of its sentence. More money, more victims or another source that agrees therefore
 * never lower the severity. Amplifiers are scaled by the type's severity, at most to their full value, so that mild
 * types are amplified less.
 */
export function severityOf({ type, mentions, sources }: AlertFinding, taxonomy: Taxonomy): SeverityScore {
  const byAmplifier = new Map<Amplifier, Map<number, Omit<AddedPart, "name">>>();
  const note = (amplifier: Amplifier, source: number, add: number, words: string, meaning?: string) => {
    const bySource = byAmplifier.get(amplifier) ?? new Map<number, Omit<AddedPart, "name">>();
    const known = bySource.get(source);
    if (!known || Math.abs(add) > Math.abs(known.add)) bySource.set(source, { add, words, meaning });
    byAmplifier.set(amplifier, bySource);
  };
  const stepOf = ({ steps }: Amplifier, size: number) => steps?.findLast(({ atLeast }) => size >= atLeast)?.add ?? 0;
  for (const { sentence, source, companySize } of sentencesOf(mentions)) {
    for (const { value, from, to } of taxonomy.amplifierTerms.find(sentence.words))
      note(value, source, value.add, wordsText(sentence, from, to));
    for (const quantity of findQuantities(sentence, taxonomy.units)) {
      const isMoney = quantity.kind === "money";
      const largest = Math.max(...quantity.values);
      const size = isMoney ? inDollars(largest, quantity.unit) : largest;
      if (size === null) continue;
      const words = wordsText(sentence, quantity.from, quantity.to);
      const meaning = isMoney && quantity.unit !== "USD" ? toldInDollars(size) : undefined;
      const noteSize = (amplifier: Amplifier, of: number) => {
        const add = stepOf(amplifier, of);
        if (add > 0) note(amplifier, source, add, words, meaning);
      };
      for (const amplifier of taxonomy.file.amplifiers) if (amplifier.unit === quantity.kind) noteSize(amplifier, size);
      if (companySize !== null && isMoney) noteSize(AGAINST_SIZE, size / companySize);
    }
  }
  const proportion = Math.min(1, type.severity);
  const added = [...byAmplifier].flatMap(([{ name }, bySource]): AddedPart[] => {
    const sizes = [...bySource.values()].sort(
      (a, b) => Math.abs(b.add) - Math.abs(a.add) || (a.words < b.words ? -1 : 1),
    );
    const needed = (sizes[0]?.add ?? 0) > 0 ? Math.min(CONFIRMED, enoughSources(sources)) : enoughSources(sources);
    const supported = sizes[needed - 1];
    return supported ? [{ ...supported, name, add: Math.round(supported.add * proportion * 100) / 100 }] : [];
  });
  const order = new Map(taxonomy.file.amplifiers.map(({ name }, i) => [name, i]));
  added.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  const breadth = Math.min(BREADTH.most, BREADTH.perDoubling * Math.log2(Math.max(1, sources))) * proportion;
  if (breadth >= LEAST)
    added.push({ name: "breadth", add: Math.round(breadth * 100) / 100, words: `${sources} sources` });
  const value = added.reduce((sum, { add }) => sum + add, type.severity);
  return { value: Math.max(0, Math.min(MAX_SCORE, value)), added };
}

/** Returns the sentences of the mentions and the headlines of their articles, each once for a source. */
function sentencesOf(mentions: readonly AlertMention[]): ToldSentence[] {
  const seen = new Map<number, Map<ReadSentence, ToldSentence>>();
  for (const { observation, sentence } of mentions) {
    const { source, headline } = observation;
    const told = seen.get(source) ?? new Map<ReadSentence, ToldSentence>();
    for (const one of [sentence, headline])
      told.set(one, { sentence: one, source, companySize: sizeIn(one, observation.observation.companies) });
    seen.set(source, told);
  }
  return [...seen.values()].flatMap((told) => [...told.values()]);
}

/** Returns the size of the largest company that a sentence names; null if none is known. */
function sizeIn({ text }: ReadSentence, companies: readonly LinkedCompany[] = []): number | null {
  const sizes = companies.flatMap(({ quote, sizeUsd }) => (text.includes(quote) ? (sizeUsd ?? []) : []));
  return sizes.length === 0 ? null : Math.max(...sizes);
}
