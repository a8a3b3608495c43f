import { isContentWord, stem } from "#foundation/language/stem";
import { foldCase, tokens } from "#foundation/language/tokenize";
import { shareAtLarge } from "#foundation/language/word-counts";
import type { EventRecord } from "../read-events.ts";

/** The stored fields of an event by which its story line is found. */
export type StoryEventRecord = Pick<
  EventRecord,
  "id" | "title" | "publishedAt" | "searchKeywords" | "relevantEntities"
> & {
  /** Names of its alert types. */
  alertTypes: readonly string[];
};

/** The subject of an event, in the form in which events are compared. */
export interface Matter {
  id: number;
  publishedAt: Date;
  title: string;
  /**
   * The names in the event, by the name in lower case, with the words that distinguish the name. Places and authorities
   * are wide, because they have many matters.
   */
  names: ReadonlyMap<string, { name: string; words: readonly string[]; isWide: boolean }>;
  /** Stems that describe what happened, with their rarity in English (0–1) and a word that has the stem. */
  terms: ReadonlyMap<string, { weight: number; word: string }>;
  alertTypes: readonly string[];
  /** An event on the same story line must share at least one of these words. */
  keys: readonly string[];
}

const PLACES = new Set(["country", "region", "city"]);
/** Words that are part of many names. */
const COMMON_IN_NAMES = new Set(
  `group holdings company corp corporation inc ltd limited plc bank capital partners international global national systems technologies industries
  energy motors foods retail media pharma airlines airways university hospital hurricane storm senator president mayor minister prince ipo ceo
  north south east west new gulf coast river valley bay`.split(/\s+/),
);
/** Authorities, which act in many matters. */
const AUTHORITIES = new Set(
  `sec fda ftc fcc faa epa cftc fed nhtsa osha irs ecb ec eu us uk un wto imf nato nyse nasdaq congress senate parliament court government ministry
  brussels washington`.split(/\s+/),
);
/** Stems of words that occur in all kinds of news, and so do not identify a matter. */
const GENERIC_NEWS_STEMS = new Set(
  `say said tell report new news year month week day today first last one two three four five six seven eight nine ten hundred thousand million
  billion bln mln percent euro dollar pound make take get give go come see set plan want will may could ask call know show source more than
  former next chief firm company group maker rival state government country people world home big time end start begin after over amid`
    .split(/\s+/)
    .map(stem),
);
/** −ln of the share of a word that the counts lack, and of a very common word. */
const RAREST = 13;
const COMMONEST = 6;
const LEAST_WEIGHT = 0.15;
/** Minimum weight of a term that is enough for two events to be compared. */
const RARE = 0.6;
/** Minimum characters of a word. Shorter parts of names do not distinguish them. */
const SHORTEST = 3;

/** Returns how rare a stem is in English, from `LEAST_WEIGHT` to 1. */
export function rarity(ofStem: string): number {
  const share = shareAtLarge(ofStem);
  const surprise = share === 0 ? RAREST : Math.min(RAREST, -Math.log(share));
  return Math.max(LEAST_WEIGHT, (surprise - COMMONEST) / (RAREST - COMMONEST));
}

const wordsOf = (text: string) => tokens(text).map(({ word }) => foldCase(word).replace(/['’]s?$/u, ""));

/** Derives the matter of an event from its title, its keywords and its names. Pure. */
export function matterOf(event: StoryEventRecord): Matter {
  const names = new Map<string, { name: string; words: readonly string[]; isWide: boolean }>();
  const ofNames = new Set<string>();
  for (const { name, entityType } of event.relevantEntities) {
    if (entityType === "category") continue;
    const all = wordsOf(name);
    const words = all.filter((word) => word.length >= SHORTEST && !COMMON_IN_NAMES.has(word));
    for (const word of all) ofNames.add(word);
    if (words.length > 0)
      names.set(foldCase(name), {
        name,
        words,
        isWide: PLACES.has(entityType) || words.every((word) => AUTHORITIES.has(word)),
      });
  }
  const terms = new Map<string, { weight: number; word: string }>();
  const told = [event.title, ...event.searchKeywords.map(({ keyword }) => keyword)];
  for (const word of told.flatMap(wordsOf)) {
    const key = stem(word);
    if (ofNames.has(word) || word.length < SHORTEST || GENERIC_NEWS_STEMS.has(key) || !isContentWord(word)) continue;
    if (!/\p{L}/u.test(word) || terms.has(key)) continue;
    terms.set(key, { weight: rarity(key), word });
  }
  return {
    id: event.id,
    publishedAt: event.publishedAt,
    title: event.title,
    names,
    terms,
    alertTypes: event.alertTypes,
    keys: keysOf(names, terms),
  };
}

/** Returns the words of names that are not wide, and the rare terms. */
function keysOf(names: Matter["names"], terms: Matter["terms"]): string[] {
  const ofNames = [...names.values()].flatMap(({ words, isWide }) => (isWide ? [] : words));
  const rare = [...terms].flatMap(([key, { weight }]) => (weight >= RARE ? key : []));
  return [...new Set([...ofNames, ...rare])].sort();
}
