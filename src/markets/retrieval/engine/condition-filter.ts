import { bareName } from "#companies/analysis/place-names";
import type { MarketCapBand } from "#companies/market-cap";
import type { DiscoveryPlan, PlanOperations, PlanPlace } from "../../plan/plan.ts";

/** A query of the engine, in its JSON. */
export type Query = Readonly<Record<string, unknown>>;

const exists = (field: string): Query => ({ exists: { field } });
const unknown = (field: string): Query => not(exists(field));
const all = (...filter: Query[]): Query => ({ bool: { filter } });
const any = (...should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });
const not = (...mustNot: Query[]): Query => ({ bool: { must_not: mustNot } });
const oneOf = (field: string, values: readonly string[]): Query => ({ terms: { [field]: values } });

/**
 * Turns the plan's conditions on place, size and domain into a filter of the engine. It selects the companies that
 * `allowedDocuments` allows, which documents each condition.
 */
export function conditionFilter(plan: DiscoveryPlan): Query {
  const { stated = {}, required = {} } = plan;
  const left = [...plan.seedDomains, ...plan.excludeDomains];
  return all(
    ...(plan.places.length > 0 ? [any(...plan.places.map(atPlace))] : []),
    ...(plan.operations === undefined ? [] : [operatingAt(plan.operations)]),
    ...(plan.excludedPlaces.length > 0 ? [any(unknown("country"), not(...plan.excludedPlaces.map(atPlace)))] : []),
    ...within("employees", plan.minEmployees, plan.maxEmployees),
    ...within("revenueUsd", plan.minRevenue, plan.maxRevenue),
    ...within("founded", required.foundedFrom ?? null, required.foundedTo ?? null),
    ...(required.marketCapBands === undefined ? [] : [oneOf("marketCapBand", required.marketCapBands)]),
    ...notOutside("employees", stated.minEmployees, stated.maxEmployees),
    ...notOutside("revenueUsd", stated.minRevenue, stated.maxRevenue),
    ...notOutside("founded", stated.foundedFrom, stated.foundedTo),
    ...statedBands(stated.marketCapBands),
    ...(left.length > 0 ? [not(oneOf("domain", left))] : []),
  );
}

/** Selects the companies that a filter leaves out. */
export const outside = (filter: Query): Query => not(filter);

/** Selects the companies for which `placeOutcome` is "met". */
function atPlace({ country, lines, cities = [] }: PlanPlace): Query {
  if (lines.length === 0) return oneOf("country", [country]);
  const names = [...new Set(lines.flat().map(bareName))];
  const ofState = oneOf("bareState", names);
  const ofCities = all(oneOf("bareCity", [...new Set(cities.map(bareName))]), unknown("bareState"));
  return all(
    any(oneOf("country", [country]), unknown("country")),
    any(
      oneOf("bareCity", names),
      lines.length === 1 ? ofState : all(ofState, unknown("city")),
      ...(cities.length > 0 ? [ofCities] : []),
    ),
  );
}

/** Selects the companies that are based at one of the places, or whose text has all stems of one of the names. */
const operatingAt = ({ places, words }: PlanOperations): Query =>
  any(...places.map(atPlace), ...words.map((stems) => all(...stems.map((stem) => ({ term: { stems: stem } })))));

/** An unknown value fails a bound. */
function within(field: string, gte: number | null, lte: number | null): Query[] {
  if (gte === null && lte === null) return [];
  return [{ range: { [field]: { ...(gte === null ? {} : { gte }), ...(lte === null ? {} : { lte }) } } }];
}

/** Only a known value can be outside. */
function notOutside(field: string, least?: number, most?: number): Query[] {
  const ranges = [...(least === undefined ? [] : [{ lt: least }]), ...(most === undefined ? [] : [{ gt: most }])];
  return ranges.map((range) => not({ range: { [field]: range } }));
}

function statedBands(bands: readonly MarketCapBand[] | undefined): Query[] {
  return bands === undefined ? [] : [any(oneOf("marketCapBand", bands), unknown("marketCapBand"))];
}
