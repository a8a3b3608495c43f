import { type StatedValues, statedValues } from "#companies/directory";
import type { Queries } from "#foundation/db/database";
import type { StatedConditions } from "../criteria/stated-conditions.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";

interface Measure {
  /** Begins a sentence. */
  name: string;
  count: keyof StatedValues;
  bounds: (keyof StatedConditions)[];
  /** Where else a value is read from. */
  also: string;
}

const MEASURES: Measure[] = [
  { name: "The number of employees", count: "employees", bounds: ["minEmployees", "maxEmployees"], also: "" },
  { name: "The revenue", count: "revenue", bounds: ["minRevenue", "maxRevenue"], also: "" },
  {
    name: "The year of founding",
    count: "founded",
    bounds: ["foundedFrom", "foundedTo"],
    also: ", and in some descriptions",
  },
  { name: "The market capitalisation", count: "marketCap", bounds: ["marketCapBands"], also: "" },
];

/**
 * Tells, for each condition on size or age of a plan, of how many companies the value is known, and what becomes of the
 * others.
 */
export async function knownValueNotes(db: Queries, plan: DiscoveryPlan): Promise<string[]> {
  const { minEmployees, maxEmployees, minRevenue, maxRevenue, required, stated } = plan;
  const constraints = { minEmployees, maxEmployees, minRevenue, maxRevenue, ...required };
  const isAmong = (bounds: Measure["bounds"], conditions: object) =>
    bounds.some((bound) => (Reflect.get(conditions, bound) ?? null) !== null);
  const asked = MEASURES.map((measure) => ({
    ...measure,
    isRequired: isAmong(measure.bounds, constraints),
    isStated: isAmong(measure.bounds, stated ?? {}),
  })).filter(({ isRequired, isStated }) => isRequired || isStated);
  if (asked.length === 0) return [];
  const counts = await statedValues(db);
  return asked.map(({ name, count, also, bounds, isRequired }) => {
    const known = `${name} is in the records of ${counts[count].toLocaleString("en")} of ${counts.companies.toLocaleString("en")} companies${also}`;
    return isRequired
      ? `${known}. The others are left out.`
      : `${known}. The others stay in, and are said to be unknown. The constraint${bounds.length > 1 ? "s" : ""} ${bounds.join(" and ")} would leave them out, without keepUnknown.`;
  });
}
