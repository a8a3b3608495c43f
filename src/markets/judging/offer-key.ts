import { contentStems } from "#foundation/language/stem";
import type { PlanOffer } from "../plan/plan.ts";

/** Heads that anything of a thing may be: a blade is a component. */
const ANYTHING_OF = "accessories components devices equipment goods machines materials parts products supplies";
/** Heads that name another thing than what stands before them: "solar cell equipment" is no solar cell. */
export const CHANGING = new Set(
  contentStems(
    "accessories components devices equipment machines materials parts services software supplies technology",
  ),
);
export const OPEN = new Set(contentStems(ANYTHING_OF));
/** Heads that say only that something belongs to a thing: what it belongs to tells more. */
export const RELATIONAL = new Set([
  ...CHANGING,
  ...OPEN,
  ...contentStems(
    "applications businesses companies firms groups industries manufacturing production solutions systems",
  ),
]);

/** Heads for machines of some kind: what they are for is no machine itself. */
const MACHINES = new Set(contentStems("apparatus devices equipment machinery machines"));
export const isMachines = (head: string): boolean => MACHINES.has(head);

/** Letters that stems of one family have in common. */
const MIN_FAMILY = 6;

/** "telephon" and "telephoni": stems of one word family. */
export function isAkin(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= MIN_FAMILY && (a.startsWith(b) || b.startsWith(a));
}

/** The words that a record can show: neither relational nor unknown to the directory, as far as there are such. */
export function tellingWords({ words }: PlanOffer): PlanOffer["words"] {
  const telling = words.filter(({ stem: one }) => !RELATIONAL.has(one));
  const known = telling.filter(({ companies }) => companies !== 0);
  return [known, telling, words].find((some) => some.length > 0) ?? [];
}

/** The head noun, or where that is relational, the noun that it belongs to: the last before it, or after "of" the last of all. */
export function keyOf({ head, words }: PlanOffer): PlanOffer["words"][number] {
  const at = words.findIndex((word) => word.stem === head);
  const isTelling = (word: PlanOffer["words"][number]) => !RELATIONAL.has(word.stem);
  const modified = words.slice(0, Math.max(0, at)).findLast(isTelling) ?? words.findLast(isTelling);
  return (RELATIONAL.has(head) ? modified : words[at]) ?? words[at] ?? { stem: head, idf: 0 };
}
