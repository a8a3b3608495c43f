import { contentStems } from "#foundation/language/stem";

/** The fields of a record that tell its trade. */
export interface DescribedTrade {
  name: string;
  labels: readonly string[];
  description: string;
}

/** Words of many records, which tell nothing about a trade. */
const GENERIC_STEMS = new Set(
  contentStems(
    `company companies corporation group holding holdings business businesses products services product service solutions provides offers operates
  engages international worldwide world global market markets industry industries various related based headquartered founded incorporated subsidiary
  subsidiaries subsidiary including includes segment segments sells sale sales manages management develops development use used customers people
  united states national american year years formerly known name changed new time today day week report first north south east west`,
  ),
);

/** Returns the stems of a record's description and labels, without those of its own name. */
export function stemsOfTrade({ name, labels, description }: DescribedTrade): Set<string> {
  const own = new Set(contentStems(name));
  const stems = contentStems(`${labels.join(" ")} ${description}`);
  return new Set(stems.filter((stem) => !GENERIC_STEMS.has(stem) && !own.has(stem)));
}

/**
 * Returns the share of the smaller set of words of trade that the other one has; null where the smaller set has too few
 * words to compare.
 * @param least number of words from which a set can be compared
 */
export function tradeOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>, least: number): number | null {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < least) return null;
  let shared = 0;
  for (const stem of small) if (large.has(stem)) shared++;
  return shared / small.size;
}

/** Whether a name is that of a real estate trust, which is named after another company. */
export const isPropertyFund = (name: string): boolean => /\b(?:reit|real estate investment trust)\b/i.test(name);
