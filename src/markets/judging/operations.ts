import type { DirectoryCompany } from "#companies/directory-company";
import { findPlaces, type PlaceMention } from "#foundation/geography/find-places";
import { foldCase } from "#foundation/language/tokenize";
import { placeOutcome } from "../plan/place-outcome.ts";
import type { DiscoveryPlan, PlanPlace } from "../plan/plan.ts";
import { cite, citeField, type TextUnit } from "./company-units.ts";
import type { CriterionOutcome, Evidence } from "./judgement.ts";

const CRITERION = "constraint:operatesIn";
/** Number of characters around a place that evidence shows. */
const SHOWN = 60;
/** Prepositions of a destination: who exports to a place is not there. */
const TOWARDS = /^(?:to|into|towards|for|from|between|like)$/;

/**
 * Judges whether a company has sites or is at work at a place asked for. It is if it is based there, or a sentence
 * about its business names the place. Null where the plan does not ask.
 */
export function judgeOperations(
  { operations }: DiscoveryPlan,
  company: DirectoryCompany,
  units: readonly TextUnit[],
): CriterionOutcome | null {
  if (operations === undefined) return null;
  const { names, places } = operations;
  const base = {
    country: company.country,
    state: company.state === null ? null : foldCase(company.state),
    city: company.city === null ? null : foldCase(company.city),
  };
  if (placeOutcome(places, base) === "met")
    return { criterion: CRITERION, outcome: "met", evidence: citeField(company, "country"), note: "Based there." };
  const evidence = namedAt(company, units, places);
  return evidence === null
    ? { criterion: CRITERION, outcome: "notMet", evidence, note: `Its record names no place in ${names.join(" or ")}.` }
    : { criterion: CRITERION, outcome: "met", evidence, note: `The record names “${evidence.text}”.` };
}

function namedAt(company: DirectoryCompany, units: readonly TextUnit[], places: PlanPlace[]): Evidence | null {
  for (const { field, start, end } of units) {
    // A name may have a place by chance.
    if (field !== "description") continue;
    const sentence = company.description.slice(start, end);
    const mention = findPlaces(sentence, { isProse: true }).find((one) => isWithin(one, places));
    if (mention === undefined) continue;
    const from = sentence.lastIndexOf(" ", Math.max(0, mention.start - SHOWN)) + 1;
    return cite(company, "description", start + from, start + mention.end);
  }
  return null;
}

/** Whether a mention names a place inside one asked for, and no destination. */
function isWithin({ codes, kind, address, preposition }: PlaceMention, places: PlanPlace[]): boolean {
  if (preposition !== null && TOWARDS.test(preposition)) return false;
  const lines = address?.map(foldCase) ?? [null];
  return codes.every((country) =>
    lines.some(
      (line) =>
        placeOutcome(places, { country, state: kind === "city" ? null : line, city: kind === "city" ? line : null }) ===
        "met",
    ),
  );
}
