import type { AlertType, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding, AlertMention } from "./alert-types.ts";
import { statedAs } from "./certainty.ts";
import type { MeantAlerts } from "./headline-meaning.ts";
import type { ReadEvent } from "./read-observations.ts";
import { isDenial } from "./unclassified.ts";
import { enoughSources, raise } from "./weigh-sources.ts";

/**
 * Finds the alert types of an event by the meaning of its headlines, the likeliest first. A headline that denies
 * something does not count, and one of fiction counts only for types about fiction. A type needs enough of the sources
 * whose headlines the model read.
 */
export function findMeantTypes({ observations }: ReadEvent, taxonomy: Taxonomy, meant: MeantAlerts): AlertFinding[] {
  const asked = observations.filter(({ headline }) => meant.has(headline.text));
  const sources = new Set(asked.map(({ source }) => source)).size;
  const found = new Map<AlertType, { bySource: Map<number, number>; mentions: AlertMention[] }>();
  for (const observation of asked) {
    const { headline: sentence, source } = observation;
    const to = sentence.words.length;
    const stated = statedAs(sentence, 0, to, taxonomy);
    if (isDenial(stated)) continue;
    for (const { type, likelihood } of meant.get(sentence.text)?.likely ?? []) {
      if (stated.level?.fiction === true && !type.aboutFiction) continue;
      const entry = found.get(type) ?? { bySource: new Map<number, number>(), mentions: [] };
      raise(entry.bySource, source, likelihood);
      entry.mentions.push({ observation, sentence, inHeadline: true, from: 0, to, weight: likelihood, stated });
      found.set(type, entry);
    }
  }
  return [...found]
    .flatMap(([type, { bySource, mentions }]): AlertFinding[] => {
      const [best, ...others] = mentions.toSorted((a, b) => b.weight - a.weight);
      if (best === undefined || bySource.size < enoughSources(sources)) return [];
      const likelihood = [...bySource.values()].reduce((sum, value) => sum + value, 0) / bySource.size;
      const similarity = Math.round(likelihood * 100) / 100;
      return [{ type, similarity, sources: bySource.size, isMeant: true, mentions: [best, ...others] }];
    })
    .sort((a, b) => b.similarity - a.similarity || (a.type.name < b.type.name ? -1 : 1));
}
