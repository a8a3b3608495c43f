import type { EventRecord } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding } from "./alert-types.ts";
import type { EntityNames } from "./entity-names.ts";
import type { ReadEvent } from "./read-observations.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { enoughSources } from "./weigh-sources.ts";

const MAX_NAMES = 12;
const MAX_CATEGORIES = 4;
/** A name of this kind must be in a headline, or in the texts of two sources. */
const UNKNOWN = "name";

/**
 * Returns the subjects of an event: names that enough sources have, industries of the headlines, and the categories of
 * its alert types.
 */
export function relevantEntities(
  { observations, sources }: ReadEvent,
  names: EntityNames,
  findings: readonly AlertFinding[],
  taxonomy: Taxonomy,
): EventRecord["relevantEntities"] {
  const least = enoughSources(sources);
  const named = names.entities
    .filter(
      (entity) => entity.sources >= least && (entity.entityType !== UNKNOWN || entity.inHeadline || entity.sources > 1),
    )
    .slice(0, MAX_NAMES)
    .map(({ name, entityType }) => ({ name, entityType }));
  const industries = new Map<string, Set<number>>();
  for (const { headline, source } of observations) {
    const own = names.within(headline).filter(isProperName);
    for (const { value, ...match } of taxonomy.industries.find(headline.words))
      if (own.every((name) => isApart(name, match) || saysTrade(name, match, headline)))
        industries.set(value, (industries.get(value) ?? new Set()).add(source));
  }
  const categories = [
    ...[...industries]
      .filter(([, by]) => by.size >= least)
      .sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1))
      .map(([name]) => name)
      .slice(0, MAX_CATEGORIES),
    ...findings.map(({ type }) => type.category),
  ];
  const found = [...named, ...[...new Set(categories)].map((name) => ({ name, entityType: "category" }))];
  return found.map((entity) => ({ ...entity, propertySource: "inferred" }));
}

type NamedWords = ReturnType<EntityNames["within"]>[number];
type Words = Pick<NamedWords, "from" | "to">;

/**
 * Returns whether a name is a company's or has several words. A single word with a capital can be the industry's own
 * word ("Internet").
 */
const isProperName = ({ entity, from, to }: NamedWords) => entity.entityType === "company" || to - from > 1;

const isApart = (one: Words, other: Words) => one.to <= other.from || other.to <= one.from;

/**
 * Returns whether words inside a name describe its trade. The last words do ("Delta Air Lines"), and so do words before
 * "of" ("Bank of England"). Other words do not, nor does a surname after an initial ("Jos. A. Bank" sells suits).
 */
function saysTrade(name: Words, match: Words, { words }: ReadSentence): boolean {
  if (match.from === name.from) return match.to < name.to && words[match.to]?.lower === "of";
  return match.to === name.to && words[match.from - 1]?.text.length !== 1;
}
