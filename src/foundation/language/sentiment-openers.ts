import { stem } from "./stem.ts";
import type { Token } from "./tokenize.ts";

const stems = (list: string) => new Set(list.trim().split(/\s+/).map(stem));
/** Words that say how somebody stands to an act, and not whether the act is good: "promises to cut jobs". */
const STANDS = stems(
  "promise promises pledge approve approval approves confident confidence optimistic happy pleased delighted glad succeed success successful successfully",
);
/** Verbs of getting leave: "wins approval to cut jobs", "strikes deal to cut jobs". */
const GETS = stems("win wins won winning secure secures secured get gain obtain strike strikes struck reach seal sign");
const LEAVE =
  /\b(?:approval|rights?|backing|support|consent|permission|clearance|deal|agreement|accord|pact|vote|nod|go-ahead|green light)\b[^,;:]*\b(?:to|for|on|over)\b/i;
/** Acts that are bad for those who have to bear them. */
const ACTS = stems(
  "cut cuts cutting slash shed axe eliminate lower reduce trim lay layoff redundancy redundant dismiss dismissal fire close closes closure shut shutdown shutter halt stop suspend discontinue scrap recall withdraw fine penalty liquidate liquidation writedown cancel job let",
);
/** Number of words between an opener and the act. */
const REACH = 10;
/** What begins another statement. */
const BREAK = /[;:–—]|,\s|\b(?:but|while|although|though|because|as|after|amid|despite)\b/i;

/**
 * Returns the positions of good words that only open the statement of a bad act: what follows them is the news. A good
 * act keeps its opener.
 * @param words the stems of the tokens. @param strengths what each says
 */
export function openersOf(
  sentence: string,
  found: readonly Token[],
  words: readonly string[],
  strengths: readonly number[],
): number[] {
  return words.flatMap((word, i) => {
    if ((strengths[i] ?? 0) <= 0 || (!STANDS.has(word) && !GETS.has(word))) return [];
    const act = words.findIndex(
      (other, at) => at > i && at <= i + REACH && (strengths[at] ?? 0) < 0 && ACTS.has(other),
    );
    if (act < 0) return [];
    const between = sentence.slice(found[i]?.end, found[act]?.start);
    return BREAK.test(between) || (GETS.has(word) && !LEAVE.test(between)) ? [] : [i];
  });
}
