import { SAYS, SUBJECTS } from "./activities.ts";

/** A company's business according to a sentence of its description. */
export interface Classified {
  /** NAICS 2022, four digits. */
  code: number;
  /** 0–1: the code's share of all evidence for any code. */
  score: number;
  /** Start of the sentence, in UTF-16 units. */
  start: number;
  end: number;
}

/** Weights of the sentences that are read: a description begins with what counts. */
const WEIGHTS = [1, 0.5, 0.25];
/** Number of words after which a sentence's words lose half of their weight: what comes later counts less. */
const HALF_AFTER = 90;
/** Matches a sentence. */
const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?/g;
/** Matches a name at the beginning, which tells nothing about the business: "Acme Foods Limited engages in …". */
const OPENING =
  /^.*?\b(?:engages?|operates?|provides?|manufactur\w+|produces?|develops?|designs?|offers?|distributes?|sells?|makes?|is an?|focus(?:es)?|supplies|owns?|explores?|research\w*|generates?|markets?|invests?|builds?|runs?|imports?|processes|cultivates?|retails|prints|surveys|mines)\b/i;
const LEAST_WEIGHT = 0.45;
const LEAST_SCORE = 0.4;

/**
 * Classifies a company by its description. Searches the first sentences for subjects of NAICS 2022, together with what
 * the company does with them. Null where the description says nothing, or nothing specific.
 */
export function classifyDescription(description: string): Classified | null {
  const weights = new Map<number, { weight: number; start: number; end: number }>();
  let at = 0;
  for (const [sentence] of description.matchAll(SENTENCE)) {
    const weight = WEIGHTS[at];
    if (weight === undefined) break;
    if (sentence.trim().length < 20) continue;
    const start = description.indexOf(sentence);
    const opening = at === 0 ? (OPENING.exec(sentence)?.[0] ?? "") : "";
    at++;
    // The verb itself stays, because it states the activity.
    const said = sentence.slice(opening.length - (/\S+$/.exec(opening)?.[0].length ?? 0));
    const heard = {
      makes: SAYS.makes.test(said),
      wholesales: SAYS.wholesales.test(said),
      retails: SAYS.retails.test(said),
    };
    for (const [code, activity, pattern] of SUBJECTS) {
      const match = pattern.exec(said);
      if (match === null || (activity !== "does" && !heard[activity])) continue;
      // Makers also sell what they make, so selling counts only where making is not mentioned.
      const isBeside = activity === "wholesales" && heard.makes;
      const share =
        (weight * (isBeside ? 0.3 : 1) * (1 + match[0].split(" ").length / 4)) / (1 + match.index / HALF_AFTER);
      const known = weights.get(code);
      if (known === undefined) weights.set(code, { weight: share, start, end: start + sentence.trimEnd().length });
      else known.weight += share;
    }
  }
  const all = [...weights].sort((a, b) => b[1].weight - a[1].weight);
  const [best] = all;
  if (best === undefined || best[1].weight < LEAST_WEIGHT) return null;
  const sum = all.reduce((total, [, { weight }]) => total + weight, 0);
  const score = Math.round((best[1].weight / sum) * 100) / 100;
  if (score < LEAST_SCORE) return null;
  const lead = description.slice(best[1].start).search(/\S/);
  return { code: best[0], score, start: best[1].start + Math.max(0, lead), end: best[1].end };
}
