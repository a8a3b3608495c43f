import type { ReadQuestionMutation } from "../generated/graphql.ts";
import { count } from "../parts/words.ts";

type StatedConditions = ReadQuestionMutation["generateSearchCriteria"]["form"]["conditions"];

/** Conditions by name, as the graph takes them; null takes back a condition of the question. */
export type Constraints = Readonly<Record<string, unknown>>;

/** A measure with its two bounds. */
export interface Measure {
  words: string;
  least: "minEmployees" | "minRevenue" | "foundedFrom";
  most: "maxEmployees" | "maxRevenue" | "foundedTo";
}

export const MEASURES: readonly Measure[] = [
  { words: "Employees", least: "minEmployees", most: "maxEmployees" },
  { words: "Revenue in US dollars", least: "minRevenue", most: "maxRevenue" },
  { words: "Founded", least: "foundedFrom", most: "foundedTo" },
];

export const BANDS = ["mega", "large", "mid", "small", "micro", "nano"] as const;

/** The conditions of a question by measure: a constraint on one of them replaces all that the question says of it. */
const GROUPS: readonly (readonly string[])[] = [
  ...MEASURES.map(({ least, most }) => [least, most]),
  ["marketCapBands"],
];

/** Describes sizes and founding years for the reader to check. */
export function conditionsInWords(stated: StatedConditions): string[] {
  const said = (value: number | null | undefined, words: (value: number) => string) =>
    value == null ? [] : [words(value)];
  return [
    ...said(stated.minEmployees, (value) => `at least ${count(value)} employees`),
    ...said(stated.maxEmployees, (value) => `at most ${count(value)} employees`),
    ...said(stated.minRevenue, (value) => `revenue of at least $${count(value)}`),
    ...said(stated.maxRevenue, (value) => `revenue of at most $${count(value)}`),
    ...said(stated.foundedFrom, (value) => `founded in ${value} or later`),
    ...said(stated.foundedTo, (value) => `founded in ${value} or earlier`),
    ...(stated.marketCapBands.length > 0 ? [`${stated.marketCapBands.join(" or ")} cap`] : []),
  ];
}

/** Returns what the question states of these conditions; null for those that it does not state. */
function statedIn(stated: StatedConditions, group: readonly string[]): Constraints {
  const values = new Map<string, unknown>(Object.entries(stated));
  return Object.fromEntries(
    group.map((name) => {
      const value = values.get(name) ?? null;
      return [name, Array.isArray(value) && value.length === 0 ? null : value];
    }),
  );
}

const isStated = (values: Constraints): boolean => Object.values(values).some((value) => value !== null);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const groupOf = (name: string): readonly string[] => GROUPS.find((group) => group.includes(name)) ?? [name];
const has = (constraints: Constraints, group: readonly string[]) =>
  group.some((name) => Object.hasOwn(constraints, name));

/** Returns the value of a condition as it is searched for: by the constraints or, without one, by the question. */
export function conditionValue(stated: StatedConditions, constraints: Constraints, name: string): unknown {
  const group = groupOf(name);
  return (has(constraints, group) ? constraints[name] : statedIn(stated, group)[name]) ?? null;
}

/** Returns the constraints with another value of one condition; null where no constraint is left. */
export function withValue(
  stated: StatedConditions,
  constraints: Constraints,
  name: string,
  value: unknown,
): Constraints | null {
  const group = groupOf(name);
  const asked = statedIn(stated, group);
  const changed = { ...(has(constraints, group) ? constraints : { ...constraints, ...asked }), [name]: value };
  const { isStrict } = strictness(stated, constraints);
  // A null is needed only where it takes back what the question says.
  if (isStated(asked) || group.some((one) => (changed as Constraints)[one] != null)) return kept(changed, !isStrict);
  return kept(without(changed, group), !isStrict);
}

const without = (constraints: Constraints, names: readonly string[]): Constraints =>
  Object.fromEntries(Object.entries(constraints).filter(([name]) => !names.includes(name)));

/** Says whether unknown figures pass the constraints, where there is one on a figure; null where no constraint is left. */
function kept(constraints: Constraints, keepsUnknown: boolean): Constraints | null {
  const others = without(constraints, ["keepUnknown"]);
  if (keepsUnknown && GROUPS.some((group) => has(others, group))) return { ...others, keepUnknown: true };
  return Object.keys(others).length === 0 ? null : others;
}

/**
 * Whether companies of which a figure is not known are left out, and whether a condition is there to leave them out. The
 * question's own conditions keep them; constraints do without `keepUnknown`.
 */
export function strictness(
  stated: StatedConditions,
  constraints: Constraints,
): { isStrict: boolean; hasConditions: boolean } {
  const asked = GROUPS.filter((group) => isStated(statedIn(stated, group)));
  const set = GROUPS.filter((group) => has(constraints, group));
  return {
    isStrict: set.length > 0 && constraints.keepUnknown !== true && asked.every((group) => has(constraints, group)),
    hasConditions: asked.length > 0 || set.length > 0,
  };
}

/** Returns the constraints with the question's conditions among them, or without those that are as the question says. */
export function withStrictness(
  stated: StatedConditions,
  constraints: Constraints,
  isStrict: boolean,
): Constraints | null {
  let made = constraints;
  for (const group of GROUPS) {
    const asked = statedIn(stated, group);
    if (!isStated(asked)) continue;
    if (isStrict) made = has(made, group) ? made : { ...made, ...asked };
    else if (group.every((name) => isSame(made[name], asked[name]))) made = without(made, group);
  }
  return kept(made, !isStrict);
}
