import { addressesOf, findPlaces } from "#foundation/geography/find-places";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { PlanPlace } from "../plan/plan.ts";
import { stateCities } from "../plan/state-cities.ts";
import { isGenericCompany } from "./company-words.ts";

/** Words between "companies" and a place that add no meaning. */
const LINKING = new Set(
  "in from of based located headquartered situated the and or any all those ones outside".split(" "),
);

/**
 * Returns the places of an unwanted kind that names only places: "companies in China", "Indian firms", "Russia". Null
 * for a kind of business, even if a place describes it ("Champagne houses").
 */
export function excludedPlaces(phrase: string): PlanPlace[] | null {
  // "China" and "companies in China" are read alike. The preposition marks an everyday word as a place.
  const text = /\b(?:in|from|of)\b/i.test(phrase) ? phrase : `in ${phrase}`;
  const mentions = findPlaces(text);
  const rest = tokens(text).filter(
    ({ word, start, end }) =>
      !LINKING.has(foldCase(word)) &&
      !isGenericCompany(word) &&
      !mentions.some((mention) => start < mention.end && mention.start < end),
  );
  if (mentions.length === 0 || rest.length > 0) return null;
  return mentions.flatMap((mention) =>
    mention.codes.flatMap((country) =>
      addressesOf(mention).map((address) => ({
        country,
        lines: (address ?? []).map((line) => [foldCase(line)]),
        ...stateCities(address ?? [], country),
        name: address?.[0] ?? "",
      })),
    ),
  );
}
