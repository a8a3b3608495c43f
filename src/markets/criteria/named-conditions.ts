import { findPlaces } from "#foundation/geography/find-places";
import { inEnglish } from "./in-english.ts";
import { readQuestion } from "./question-reading.ts";
import type { SearchCriteria } from "./search-criteria.ts";
import { findStatedConditions, type StatedConditions } from "./stated-conditions.ts";
import { unusableConditions } from "./unusable-conditions.ts";

/**
 * Returns the conditions of a question that no search can check, in its own words. They are ownership, listing, age,
 * sizes without a bound, and sizes in another currency than dollars. Words that could not be translated follow.
 */
export function namedConditions({ userPrompt }: Pick<SearchCriteria, "userPrompt">): string[] {
  const english = inEnglish(userPrompt);
  const text = english?.text ?? userPrompt;
  const conditions = unusableConditions(text, findStatedConditions(text).spans).map(({ start, end }) =>
    text.slice(start, end).trim(),
  );
  const parts = findPlaces(text).flatMap(({ direction, name }) => (direction ? [`${direction} ${name}`] : []));
  // The name of a place needs no translation, also of one that is not known.
  const nowhere = english === null ? [] : readQuestion(userPrompt).unknownPlaces.map((name) => name.toLowerCase());
  const untranslated = (english?.untranslated ?? []).filter((word) => !nowhere.includes(word.toLowerCase()));
  return [...conditions, ...parts, ...untranslated];
}

/** Returns the conditions that the prompt states and the constraints do not. A constraint takes precedence. */
export function statedConditions({
  userPrompt,
  constraints,
}: Pick<SearchCriteria, "userPrompt" | "constraints">): StatedConditions {
  const text = inEnglish(userPrompt)?.text ?? userPrompt;
  const given = typeof constraints === "object" && constraints !== null ? constraints : {};
  const stated = findStatedConditions(text).conditions;
  const open = Object.entries(stated).filter(
    ([name]) => !BOUNDS_OF.some((bounds) => bounds.includes(name) && bounds.some((one) => Object.hasOwn(given, one))),
  );
  return Object.fromEntries(open);
}

/**
 * Returns the names of the places where the companies must have sites or be at work, wherever they are based; any one is
 * enough. The constraint `operatesIn` takes precedence over the prompt.
 */
export function operatingPlaces({
  userPrompt,
  constraints,
}: Pick<SearchCriteria, "userPrompt" | "constraints">): string[] {
  const given =
    typeof constraints === "object" && constraints !== null ? Reflect.get(constraints, "operatesIn") : undefined;
  if (given === undefined) return [...new Set(readQuestion(userPrompt).operatingPlaces.map(({ name }) => name))];
  return Array.isArray(given) ? given.filter((one): one is string => typeof one === "string") : [];
}

/** Bounds of one measure. A client that gives one bound left the other out deliberately. */
const BOUNDS_OF = [
  ["minEmployees", "maxEmployees"],
  ["minRevenue", "maxRevenue"],
  ["foundedFrom", "foundedTo"],
  ["marketCapBands"],
];
