import { stem } from "#foundation/language/stem";
import { baseForm, wordFamily } from "#foundation/language/wordnet";

/** Letters that a member of a word's family shares with it: "merge" and "merger", but not "lead" and "guide". */
const SHARED_LETTERS = 3;

/** What stored labels call a matter, and by which words people ask for it. */
const MATTERS: readonly [label: RegExp, asked: string][] = [
  [/\b(?:layoff|restructuring)/i, "layoff layoffs job jobs redundancy redundancies dismissal dismissals"],
  [/\bclosure/i, "closure closures close closing shut"],
  [/\b(?:merger|acquisition|divestiture)/i, "merge merger takeover acquire acquisition buy"],
  [
    /\b(?:lawsuit|fines?|settlement|sanction|regulation|fraud|corruption|antitrust)\b/i,
    "legal law court lawsuit penalty sued fined",
  ],
  [/\bleadership/i, "lead leads runs leader chief executive head management boss ceo"],
  [/\b(?:growth|raised|expansion|contract win|hiring|funding)/i, "grow growth growing expand"],
  [/\b(?:decline|guidance cut|bankruptcy)/i, "decline shrink growth growing loss losses"],
  [/\b(?:recall|product safety)/i, "recall defect defects safety"],
  [/\b(?:cyber|data breach)/i, "hack hacked attack security breach"],
];

/** Returns the words by which questions ask for what these alert types or ESG labels are about. */
export const askedForLabels = (labels: readonly string[]): string =>
  MATTERS.filter(([label]) => labels.some((one) => label.test(one)))
    .map(([, asked]) => asked)
    .join(" ");

/**
 * Returns the stems by which texts may mention a word of a question. They are its own, that of its verb ("leave" for
 * "left"), and those of its word family.
 */
export function formsOf(word: string): ReadonlySet<string> {
  const lower = word.toLowerCase();
  const family = wordFamily(lower).filter((one) => one.slice(0, SHARED_LETTERS) === lower.slice(0, SHARED_LETTERS));
  return new Set([lower, baseForm(lower, "verb") ?? lower, ...family].map(stem));
}
