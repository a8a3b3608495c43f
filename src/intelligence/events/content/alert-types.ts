import type { Match } from "../../lexicon/patterns.ts";
import type { AlertType, Taxonomy } from "../taxonomy/taxonomy.ts";
import { type Stated, statedAs } from "./certainty.ts";
import type { EntityNames } from "./entity-names.ts";
import { centrality, headlineWeights } from "./headline.ts";
import { type MeantAlerts, NOTHING_MEANT } from "./headline-meaning.ts";
import type { ReadEvent, ReadObservation } from "./read-observations.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { enoughSources, raise } from "./weigh-sources.ts";
import { isOnlyName } from "./within-names.ts";

/**
 * Weights of places: a term in a headline counts in full, one in the first sentences of the text less, one further on
 * least.
 */
const HEADLINE = 1;
const LEAD = 0.7;
const FURTHER = 0.4;
const LEAD_SENTENCES = 3;
/** A term below this score is only a passing mention. */
const MIN_SIMILARITY = 0.55;
/** A type much weaker than the event's best type is a side issue. */
const MIN_OF_BEST = 0.6;
/** Maximum number of alert types of one event. */
export const MAX_TYPES = 5;

/** A place in an article that shows an alert type. */
export interface AlertMention {
  observation: ReadObservation;
  sentence: ReadSentence;
  inHeadline: boolean;
  from: number;
  to: number;
  weight: number;
  stated: Stated;
}

/** An alert type of an event, with its evidence. */
export interface AlertFinding {
  type: AlertType;
  /** 0–1; see `findAlertTypes`. */
  similarity: number;
  /** Number of independent sources that state it. */
  sources: number;
  /** Set if the meaning of headlines shows the type, and no term does: see `findMeantTypes`. */
  isMeant?: true;
  /** The best mention first. */
  mentions: readonly [AlertMention, ...AlertMention[]];
}

/**
 * Finds the alert types of an event. In one article, the non-overlapping terms of a type combine as 1 − Π(1 − weight ×
 * place). The place is 1 in the headline, 0.7 in the first three sentences and 0.4 after. A source counts by its best
 * article. A type's similarity is the mean of the sources that reach 0.55. A type needs enough sources
 * (`enoughSources`) and 0.6 of the score of the event's best type. Fiction, words of a name and terms under an
 * exception of the type do not count. Nor do terms of a headline whose meaning makes the type unlikely.
 */
export function findAlertTypes(
  { observations, sources }: ReadEvent,
  names: EntityNames,
  taxonomy: Taxonomy,
  meant: MeantAlerts = NOTHING_MEANT,
): AlertFinding[] {
  const found = new Map<AlertType, { bySource: Map<number, number>; mentions: AlertMention[] }>();
  for (const observation of observations) {
    const mentions = mentionsIn(observation, names, taxonomy, meant);
    for (const [type, list] of mentions) {
      const similarity = 1 - list.reduce((rest, { weight }) => rest * (1 - weight), 1);
      if (similarity < MIN_SIMILARITY) continue;
      const entry = found.get(type) ?? { bySource: new Map<number, number>(), mentions: [] };
      raise(entry.bySource, observation.source, similarity);
      entry.mentions.push(...list);
      found.set(type, entry);
    }
  }
  // Quotes the article whose wording most other articles share.
  const words = headlineWeights({ observations, sources });
  const central = new Map(observations.map((observation) => [observation, centrality(observation, words)]));
  const quotable = ({ weight, observation }: AlertMention) => weight * (central.get(observation) ?? 0);
  const findings = [...found].flatMap(([type, { bySource, mentions }]): AlertFinding[] => {
    const [best, ...others] = mentions.toSorted((a, b) => quotable(b) - quotable(a) || b.weight - a.weight);
    if (bySource.size < enoughSources(sources) || best === undefined) return [];
    const similarity = [...bySource.values()].reduce((sum, value) => sum + value, 0) / bySource.size;
    return [
      { type, similarity: Math.round(similarity * 100) / 100, sources: bySource.size, mentions: [best, ...others] },
    ];
  });
  const strength = ({ similarity, sources: support }: AlertFinding) =>
    (similarity * (sources + support)) / (2 * sources);
  const order = new Map(taxonomy.file.alertTypes.map((type, i) => [type, i]));
  findings.sort((a, b) => strength(b) - strength(a) || (order.get(a.type) ?? 0) - (order.get(b.type) ?? 0));
  const least = MIN_OF_BEST * (findings[0] === undefined ? 0 : strength(findings[0]));
  return findings.filter((finding) => strength(finding) >= least).slice(0, MAX_TYPES);
}

function mentionsIn(
  observation: ReadObservation,
  names: EntityNames,
  taxonomy: Taxonomy,
  meant: MeantAlerts,
): Map<AlertType, AlertMention[]> {
  const unlikely = meant.get(observation.headline.text)?.unlikely ?? [];
  const mentions = new Map<AlertType, AlertMention[]>();
  const read = (sentence: ReadSentence, place: number) => {
    for (const { value, from, to } of termsOf(sentence, names, taxonomy)) {
      if (place === HEADLINE && unlikely.includes(value.type)) continue;
      const stated = statedAs(sentence, from, to, taxonomy);
      if (stated.level?.fiction === true && !value.type.aboutFiction) continue;
      const list = mentions.get(value.type) ?? [];
      list.push({
        observation,
        sentence,
        inHeadline: place === HEADLINE,
        from,
        to,
        weight: value.weight * place,
        stated,
      });
      mentions.set(value.type, list);
    }
  };
  read(observation.headline, HEADLINE);
  for (const [i, sentence] of observation.body.entries()) read(sentence, i < LEAD_SENTENCES ? LEAD : FURTHER);
  return mentions;
}

/**
 * Returns the valid terms of a sentence: no term under an exception or inside a name, and of a type's overlapping terms
 * the weightiest.
 */
function termsOf(
  sentence: ReadSentence,
  names: EntityNames,
  taxonomy: Taxonomy,
): Match<{ type: AlertType; weight: number }>[] {
  const { words } = sentence;
  const matches = taxonomy.alertTerms.find(words);
  if (matches.length === 0) return [];
  const named = names.within(sentence);
  const exceptions = taxonomy.alertExceptions.find(words);
  const taken: typeof matches = [];
  const order = matches.toSorted((a, b) => b.value.weight - a.value.weight || a.from - b.from || b.to - a.to);
  for (const match of order) {
    if (isOnlyName(match, named, sentence)) continue;
    const overlaps = (other: { from: number; to: number }) => other.from < match.to && match.from < other.to;
    if (exceptions.some((other) => other.value === match.value.type && overlaps(other))) continue;
    if (taken.some((other) => other.value.type === match.value.type && overlaps(other))) continue;
    taken.push(match);
  }
  return taken;
}
