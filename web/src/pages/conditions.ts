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
  // A null is needed only where it takes back what the question says.
  if (isStated(asked) || group.some((one) => (changed as Constraints)[one] != null)) return changed;
  return without(changed, group);
}

function without(constraints: Constraints, names: readonly string[]): Constraints | null {
  const left = Object.entries(constraints).filter(([name]) => !names.includes(name));
  return left.length === 0 ? null : Object.fromEntries(left);
}

/**
 * Whether companies of which a figure is not known are left out, as constraints do it: all the question's conditions
 * are constraints. `isFixed` where every one of them was changed, and the question's own are no longer searched for.
 */
export function strictness(
  stated: StatedConditions,
  constraints: Constraints,
): { isStrict: boolean; isFixed: boolean } {
  const asked = GROUPS.filter((group) => isStated(statedIn(stated, group)));
  const isChanged = (group: readonly string[]) =>
    has(constraints, group) && !group.every((name) => isSame(constraints[name], statedIn(stated, group)[name]));
  return { isStrict: asked.every((group) => has(constraints, group)), isFixed: asked.every(isChanged) };
}

/** Returns the constraints with the question's conditions among them, or without those that are as the question says. */
export function withStrictness(
  stated: StatedConditions,
  constraints: Constraints,
  isStrict: boolean,
): Constraints | null {
  return GROUPS.reduce<Constraints | null>((made, group) => {
    const [all, asked] = [made ?? {}, statedIn(stated, group)];
    if (!isStated(asked)) return made;
    if (isStrict) return has(all, group) ? made : { ...all, ...asked };
    return group.every((name) => isSame(all[name], asked[name])) ? without(all, group) : made;
  }, constraints);
}
