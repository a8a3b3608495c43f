import { BANDS } from "#companies/market-cap";
import { isLeftOut, type KnownPlace, placeOutcome } from "../plan/place-outcome.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex, DocumentValues } from "./directory-index.ts";

/** Returns one byte per company: 1 unless the conditions on place, size and lists rule it out, or it is a seed. */
export function allowedDocuments(index: DirectoryIndex, plan: DiscoveryPlan): Uint8Array {
  const { values, places } = index;
  const allowed = new Uint8Array(index.size);
  const works = plan.operations === undefined ? null : withWords(index, plan.operations.words);
  const left = new Set([...plan.seedDomains, ...plan.excludeDomains]);
  for (let document = 0; document < index.size; document++) {
    const place: KnownPlace = {
      country: places.at(values.countries[document] ?? 0) || null,
      state: places.at(values.states[document] ?? 0) || null,
      city: places.at(values.cities[document] ?? 0) || null,
    };
    allowed[document] =
      placeOutcome(plan.places, place) === "met" &&
      (works === null || works[document] === 1 || placeOutcome(plan.operations?.places ?? [], place) === "met") &&
      !isLeftOut(plan.excludedPlaces, place) &&
      within(values.employees[document] ?? Number.NaN, plan.minEmployees, plan.maxEmployees) &&
      within(values.revenues[document] ?? Number.NaN, plan.minRevenue, plan.maxRevenue) &&
      !fails(values, document, plan) &&
      !left.has(values.domains[document] ?? "")
        ? 1
        : 0;
  }
  return index.withoutGone(allowed);
}

/** Returns one byte per company: 1 where its text has all stems of one of the names. */
function withWords(index: DirectoryIndex, names: readonly string[][]): Uint8Array {
  const found = new Uint8Array(index.size);
  for (const stems of names) {
    const rest = new Uint8Array(index.size).fill(new Set(stems).size);
    for (const stem of new Set(stems))
      for (const document of index.documentsWith(stem)) if (--(rest[document] as number) === 0) found[document] = 1;
  }
  return found;
}

/**
 * Whether the prompt's conditions, or constraints on years and bands, rule the company out. An unknown value fails only
 * constraints.
 */
function fails(
  { employees, revenues, founded, marketCaps }: DocumentValues,
  document: number,
  plan: DiscoveryPlan,
): boolean {
  const { stated = {}, required = {} } = plan;
  const at = (values: ArrayLike<number>) => values[document] ?? Number.NaN;
  const band = BANDS[at(marketCaps) - 1]?.band;
  const outside = (value: number, least?: number, most?: number) =>
    value < (least ?? Number.NEGATIVE_INFINITY) || value > (most ?? Number.POSITIVE_INFINITY);
  return (
    outside(at(employees), stated.minEmployees, stated.maxEmployees) ||
    outside(at(revenues), stated.minRevenue, stated.maxRevenue) ||
    outside(at(founded), stated.foundedFrom, stated.foundedTo) ||
    (stated.marketCapBands !== undefined && band !== undefined && !stated.marketCapBands.includes(band)) ||
    !within(at(founded), required.foundedFrom ?? null, required.foundedTo ?? null) ||
    (required.marketCapBands !== undefined && (band === undefined || !required.marketCapBands.includes(band)))
  );
}

/**
 * Whether a value is within its bounds. An unknown value fails a bound: a company "with at least 50 employees" must be
 * known to have them.
 */
function within(value: number, least: number | null, most: number | null): boolean {
  if (least === null && most === null) return true;
  return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
}
