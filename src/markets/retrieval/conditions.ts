import { isLeftOut, type KnownPlace, placeOutcome } from "../plan/place-outcome.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex } from "./directory-index.ts";

/** One byte a company: 1 where place, size and list conditions do not already rule it out and it is no seed. */
export function allowedDocuments(index: DirectoryIndex, plan: DiscoveryPlan): Uint8Array {
  const { parts } = index;
  const allowed = new Uint8Array(index.size);
  const left = new Set([...plan.seedDomains, ...plan.excludeDomains]);
  for (let document = 0; document < index.size; document++) {
    const place: KnownPlace = {
      country: parts.places[parts.countries[document] ?? 0] || null,
      state: parts.places[parts.states[document] ?? 0] || null,
      city: parts.places[parts.cities[document] ?? 0] || null,
    };
    allowed[document] =
      placeOutcome(plan.places, place) === "met" &&
      !isLeftOut(plan.excludedPlaces, place) &&
      within(parts.employees[document] ?? Number.NaN, plan.minEmployees, plan.maxEmployees) &&
      within(parts.revenues[document] ?? Number.NaN, plan.minRevenue, plan.maxRevenue) &&
      !left.has(parts.domains[document] ?? "")
        ? 1
        : 0;
  }
  return allowed;
}

/** A bound that is given fails what is not known: a company "with at least 50 employees" has to be known to have them. */
function within(value: number, least: number | null, most: number | null): boolean {
  if (least === null && most === null) return true;
  return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
}
