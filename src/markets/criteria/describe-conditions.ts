import type { StatedConditions } from "./stated-conditions.ts";

type Nullable<T> = { [K in keyof T]: T[K] | null };
/** Conditions from criteria, or from an answer of the graph. */
type Described = Nullable<Omit<StatedConditions, "marketCapBands">> & { marketCapBands?: string[] | null };

/** Describes the conditions for people: "at least 500 employees", "founded in 2011 or later", "large or mid cap". */
export function describeConditions(conditions: Described): string[] {
  const { minEmployees, maxEmployees, minRevenue, maxRevenue, foundedFrom, foundedTo, marketCapBands } = conditions;
  const count = (value: number) => value.toLocaleString("en");
  return [
    ...(typeof minEmployees !== "number" ? [] : [`at least ${count(minEmployees)} employees`]),
    ...(typeof maxEmployees !== "number" ? [] : [`at most ${count(maxEmployees)} employees`]),
    ...(typeof minRevenue !== "number" ? [] : [`revenue of at least $${count(minRevenue)}`]),
    ...(typeof maxRevenue !== "number" ? [] : [`revenue of at most $${count(maxRevenue)}`]),
    ...(typeof foundedFrom !== "number" ? [] : [`founded in ${foundedFrom} or later`]),
    ...(typeof foundedTo !== "number" ? [] : [`founded in ${foundedTo} or earlier`]),
    ...(marketCapBands?.length ? [`${marketCapBands.join(" or ")} cap`] : []),
  ];
}
