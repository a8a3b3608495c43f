import { isContentWord } from "#foundation/language/stem";
import type { EntityNames } from "./entity-names.ts";
import type { ReadEvent } from "./read-observations.ts";
import { enoughSources } from "./weigh-sources.ts";

const MAX_KEYWORDS = 12;
const MAX_NAMES = 6;
/** A word of a headline counts in full, a word of the text's first sentences less. */
const BODY_WEIGHT = 0.3;
const BODY_SENTENCES = 3;
/** Words that are common in all news, and useless for search. */
const GENERIC = new Set(
  `new news report reports say says said year years day days week month today yesterday tomorrow time first last latest people man woman men women
  big top best way video photo photos live update watch world set get gets got go goes going come comes make makes take takes see look back still
  two three four five six seven eight nine ten amid ahead says tell tells told ask asks know need needs want wants show shows give gives put puts
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  percent million billion according including call calls called may good bad right long high part number plan plans`.split(
    /\s+/,
  ),
);

/**
 * Returns words by which to find an event: its names, then the words of most sources' headlines, in the most frequent
 * spelling.
 */
export function searchKeywords({ observations, sources }: ReadEvent, { entities }: EntityNames): string[] {
  const least = enoughSources(sources);
  const names = entities.filter((entity) => entity.sources >= least).slice(0, MAX_NAMES);
  const inNames = new Set(names.flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  const byStem = new Map<string, { weights: Map<number, number>; spellings: Map<string, number> }>();
  for (const { headline, body, source } of observations)
    for (const [i, sentence] of [headline, ...body.slice(0, BODY_SENTENCES)].entries())
      for (const { lower, stem, number, text } of sentence.words) {
        if (
          number !== null ||
          lower.length < 3 ||
          lower.length > 40 ||
          !isContentWord(text) ||
          GENERIC.has(lower) ||
          inNames.has(lower)
        )
          continue;
        const entry = byStem.get(stem) ?? { weights: new Map<number, number>(), spellings: new Map<string, number>() };
        entry.weights.set(source, Math.max(entry.weights.get(source) ?? 0, i === 0 ? 1 : BODY_WEIGHT));
        entry.spellings.set(lower, (entry.spellings.get(lower) ?? 0) + 1);
        byStem.set(stem, entry);
      }
  const words = [...byStem.values()]
    .filter(({ weights }) => weights.size >= least)
    .map(({ weights, spellings }) => ({
      score: [...weights.values()].reduce((sum, weight) => sum + weight, 0),
      word: [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "",
    }))
    // Longer words are more specific: with equal support, "refinery" comes before "fire".
    .sort((a, b) => b.score - a.score || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
  return [...new Set([...names.map(({ name }) => name), ...words])].slice(0, MAX_KEYWORDS);
}
