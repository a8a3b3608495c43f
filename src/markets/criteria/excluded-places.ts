import { findPlaces } from "#foundation/geography/find-places";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { PlanPlace } from "../plan/plan.ts";
import { isGenericCompany } from "./company-words.ts";

/** Words that stand between "companies" and a place and say nothing else. */
const LINKING = new Set(
  "in from of based located headquartered situated the and or any all those ones outside".split(" "),
);

/**
 * The places that an unwanted kind names, where it names nothing but places: "companies in China", "Indian firms", "Russia". Null for a
 * kind of business, which a place may only describe ("Champagne houses").
 */
export function excludedPlaces(phrase: string): PlanPlace[] | null {
  // "China" and "companies in China" alike: the preposition makes a place of an everyday word.
  const text = /\b(?:in|from|of)\b/i.test(phrase) ? phrase : `in ${phrase}`;
  const mentions = findPlaces(text);
  const rest = tokens(text).filter(
    ({ word, start, end }) =>
      !LINKING.has(foldCase(word)) &&
      !isGenericCompany(word) &&
      !mentions.some((mention) => start < mention.end && mention.start < end),
  );
  if (mentions.length === 0 || rest.length > 0) return null;
  return mentions.flatMap(({ codes, address }) =>
    codes.map((country) => ({
      country,
      lines: (address ?? []).map((line) => [foldCase(line)]),
      name: address?.[0] ?? "",
    })),
  );
}
