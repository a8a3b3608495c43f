import { siteLabel } from "./brand-labels.ts";
import { companyNames } from "./company-names.ts";
import type { KnownCompany } from "./page-context.ts";
import { tradeOverlap } from "./trade.ts";

/**
 * Overlap from which two companies are of one trade: the share of the shorter record's words of trade that the other
 * has. Found by reading the 164 pairs of equal names and countries in a directory joined from two sources
 * (docs/news.md). Below it, companies only shared a name.
 */
const SAME_TRADE = 0.3;
/**
 * Overlap from which two companies are rivals rather than strangers. Of records with a description, 3 % of random pairs
 * reach it, and most of twenty pairs of rivals.
 */
const RIVALS = 0.25;
/** Minimum of words of trade, below which a record cannot be compared. */
const MIN_STEMS = 2;

const overlapOf = (one: KnownCompany, other: KnownCompany): number | null =>
  tradeOverlap(one.stems, other.stems, MIN_STEMS);

export const areRivals = (one: KnownCompany, other: KnownCompany): boolean => (overlapOf(one, other) ?? 0) >= RIVALS;

/**
 * Whether two records are of one company. Their names must be the same without legal forms and group words, and their
 * countries must not contradict. They must also share a domain label under two suffixes (trivago.com, trivago.de), or a
 * trade. A property fund is another company than its namesake, and so is a part that its record marks in brackets
 * ("(India)").
 */
export function areSameCompany(one: KnownCompany, other: KnownCompany): boolean {
  if (one.country !== null && other.country !== null && one.country !== other.country) return false;
  if (shortName(one) !== shortName(other) || kindOfName(one) !== kindOfName(other)) return false;
  if (siteLabel(one.domain) === siteLabel(other.domain)) return true;
  const overlap = overlapOf(one, other);
  return overlap === null ? one.country !== null && one.country === other.country : overlap >= SAME_TRADE;
}

/**
 * Compares records of one company by how well known they are, whatever the text. Criteria in order: the domain of just
 * that name, the exact name, the most facts, the oldest.
 */
export function byBestKnown(
  one: { company: KnownCompany; key: string },
  other: { company: KnownCompany; key: string },
): number {
  const isExact = ({ company, key }: typeof one) => Number(company.nameKey === key);
  const owns = ({ company, key }: typeof one) => Number(company.ownsDomainOf(key));
  return (
    owns(other) - owns(one) ||
    isExact(other) - isExact(one) ||
    other.company.facts - one.company.facts ||
    one.company.id - other.company.id
  );
}

function shortName({ name, domain }: KnownCompany): string {
  const own = companyNames({ name, domain: "" }).filter(({ kind }) => kind === "name" || kind === "core");
  return own.at(-1)?.key ?? domain;
}

/** Returns the parts of a name that make it another company's: words of a property fund, and text in brackets. */
function kindOfName({ name, isFund }: KnownCompany): string {
  const brackets = [...name.matchAll(/\(([^)]*)\)/g)].map(([, inside = ""]) => inside.trim().toLowerCase());
  return `${isFund} ${brackets.filter((inside) => !/^(?:publ|the)$/.test(inside)).join(" ")}`;
}
