import type { EventRecord } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding } from "./alert-types.ts";
import type { EntityNames } from "./entity-names.ts";
import type { ReadEvent } from "./read-observations.ts";
import { enoughSources } from "./weigh-sources.ts";
import { industriesIn } from "./within-names.ts";

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
  for (const { headline, source } of observations)
    for (const { value } of industriesIn(headline, names, taxonomy))
      industries.set(value, (industries.get(value) ?? new Set()).add(source));
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
