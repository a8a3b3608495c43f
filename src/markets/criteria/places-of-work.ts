import type { PlaceMention } from "#foundation/geography/find-places";
import type { TaggedWord } from "#foundation/language/wink";
import { isGenericCompany, isGenericRole } from "./company-words.ts";

/** Prepositions of the place where something is. */
const AT = /^(?:in|across|within|throughout|at|around|near|inside)$/;
/** What companies have in places where they need not be based. */
const SITES =
  /^(?:mines?|projects?|operations?|activities|assets?|offices?|branches|subsidiaries|sites?|tenements?|deposits?|plants?|factory|factories|facility|facilities|stores?|shops?|outlets?|fields?|oilfields?|wells?|blocks?|acreage|concessions?|licen[cs]es?|properties|farms?|plantations?|refinery|refineries|smelters?|mills?|warehouses?|terminals?|presence|reserves)$/;
const HAVING = /^(?:with|have|has|having|hold|holds|holding|own|owns|owning)$/;
/** "Operating in Chile", "active in Ghana", "present in Poland". */
const ACTIVE = /^(?:operating|operates?|active|present)$/;
/** Verbs for work at a place, before their object: "exploring for lithium in Nevada", "growing avocados in Peru". */
const WORKING =
  /^(?:mining|mine|digging|digs?|exploring|explores?|drilling|drills?|extracting|extracts?|growing|grows?)$/;
/** Maximum number of words from such a verb, or from a word for having, to the preposition. */
const REACH = 10;

/** Whether a word names a site, as companies of any kind have them. */
export const isSite = (word: string): boolean => SITES.test(word);

/**
 * Whether a place is where the companies have sites or are at work, not where they are based: "miners with mines in
 * Ghana", "companies operating in Chile".
 */
export function isPlaceOfWork({ preposition, start }: PlaceMention, words: TaggedWord[]): boolean {
  if (preposition === null || !AT.test(preposition)) return false;
  const at = words.findLastIndex((word) => word.end <= start && word.lower === preposition);
  const before = words.slice(Math.max(0, at - REACH), Math.max(0, at));
  const last = before.at(-1)?.lower ?? "";
  if (ACTIVE.test(last)) return true;
  const from = before.findLastIndex(({ lower }) => HAVING.test(lower) || WORKING.test(lower));
  const first = before[from]?.lower ?? "";
  // "With gold, silver or copper mines in Peru", but "with mines, and offices that serve clients in Peru".
  const isPhrase = !before.slice(from + 1).some(({ pos }) => /^(?:VERB|AUX|PRON|SCONJ)$/.test(pos));
  if (HAVING.test(first)) return isPhrase && SITES.test(last);
  // "Mining machines": only after a word for the companies is it a verb.
  const doer = before[from - 1]?.lower ?? "";
  const isVerb = isGenericCompany(doer) || isGenericRole(doer) || /^(?:that|which|who|['’]s|is|are)$/.test(doer);
  return WORKING.test(first) && isVerb && from < before.length - 1;
}
