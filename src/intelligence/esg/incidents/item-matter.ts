import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { nameKey } from "#foundation/geography/normalise";
import { statedNumbers } from "#foundation/language/stated-numbers";
import { isContentWord, stem } from "#foundation/language/stem";
import { sentences } from "#foundation/language/tokenize";
import { isDictionaryWord } from "../../events/content/names.ts";
import { type ReadWord, readSentence } from "../../events/content/read-sentence.ts";
import { MOST_DAYS } from "../../events/story-lines/follow-up.ts";
import { rarity } from "../../events/story-lines/matter.ts";

/** What an item is about, in the form in which items of one company are compared. */
export interface ItemMatter {
  /** Names in it, such as a site or a person, in lower case. Not the company's own, and no country. */
  names: ReadonlySet<string>;
  /** Countries, as alpha-2 codes. */
  countries: ReadonlySet<string>;
  /** What happened, as the names in `DEEDS`. */
  deeds: ReadonlySet<string>;
  /** Figures that it states. */
  figures: ReadonlySet<number>;
  /** Stems of other words, with their rarity in English (0–1). */
  words: ReadonlyMap<string, number>;
}

/** Kinds of what happened, each in the words that reports choose among. */
const DEEDS: readonly (readonly [deed: string, pattern: RegExp])[] = [
  ["blast", /\b(?:explosions?|explod(?:e[sd]?|ing)|blasts?|detonat\w+|fireballs?)\b/i],
  ["fire", /\b(?:fire|blaze|inferno)\b/i],
  ["spill", /\b(?:spill\w*|spilt|leak(?:s|ed|ing|age)?|discharg\w+|slick|seep\w*|dump(?:s|ed|ing))\b/i],
  ["poisoning", /\b(?:poison\w*|contaminat\w+|taint\w*|toxic|pollut\w+)\b/i],
  [
    "recall",
    /\b(?:recall(?:s|ed|ing)?|(?:pull(?:s|ed)?|takes?|took|taken|withdr\w+)\b[^.]{0,40}\b(?:shelves|market|sale))\b/i,
  ],
  ["defect", /\b(?:defect(?:s|ive)?|faulty|flaw(?:s|ed)?|malfunction\w*)\b/i],
  [
    "job cuts",
    /\b(?:lay-?offs?|lay(?:s|ing)?\s+off|laid\s+off|redundanc\w+|job\s+(?:cuts|losses)|(?:cut(?:s|ting)?|shed(?:s|ding)?|slash(?:es|ed|ing)?|ax(?:e[sd]?|ing)|eliminat\w+)\b[^.]{0,30}\b(?:jobs?|posts?|positions?|staff|workers|workforce|roles)|face\s+the\s+axe)\b/i,
  ],
  ["strike", /\b(?:strikes?|striking|walk(?:ed|s)?[-\s]?outs?|down(?:ed)?\s+tools|picket\w*|stoppages?)\b/i],
  ["bribery", /\b(?:brib\w+|kickbacks?|graft|corrupt\w*|pay-?offs?|embezzl\w+)\b/i],
  [
    "cheating",
    /\b(?:defeat\s+devices?|(?:cheat\w*|rig(?:s|ged|ging)|manipulat\w+|falsif\w+)\b[^.]{0,40}\b(?:tests?|emissions?|readings)|(?:tests?|emissions?)\b[^.]{0,40}\b(?:cheat\w*|rig(?:s|ged|ging)|manipulat\w+))\b/i,
  ],
  ["cartel", /\b(?:cartels?|price[-\s]fixing|collu\w+|fix(?:ed|ing)\s+(?:the\s+)?prices)\b/i],
  ["fraud", /\b(?:frauds?|fraudulent\w*|false\s+accounts|swindl\w+|ponzi|misled\s+investors|cooked\s+the\s+books)\b/i],
  [
    "break-in",
    /\b(?:hack(?:s|ed|ers?|ing)?|ransomware|cyber-?attacks?|(?:data|security)\s+(?:breach\w*|theft|leaks?)|(?:stole|stolen|theft|thefts|exposed)\b[^.]{0,40}\b(?:data|records|passwords|accounts|addresses)|(?:data|records|passwords)\b[^.]{0,40}\bstolen)\b/i,
  ],
  ["harassment", /\b(?:harass\w*|discriminat\w+|bully\w*|sexis[mt]|racis[mt])\b/i],
  ["forced labour", /\b(?:(?:forced|child|slave|bonded)\s+labou?r|slavery|sweatshops?)\b/i],
  ["felling", /\b(?:deforest\w*|(?:illegal\s+)?logging|clear(?:ed|ing)\s+(?:rain)?forests?)\b/i],
  ["collapse", /\b(?:collaps\w+|cave-?ins?|dam\s+(?:bursts?|failures?))\b/i],
  ["tax", /\b(?:tax\s+(?:evasion|avoidance|dodg\w+|fraud)|evad\w+\s+tax\w*)\b/i],
];

/** Deeds of which a company rarely has two within half a year, so that two reports of one are likely about one matter. */
const RARE_DEEDS: ReadonlySet<string> = new Set(["bribery", "cheating", "cartel", "fraud", "forced labour", "tax"]);

/** Words of every kind of trouble and of its course, which do not tell one matter from another. */
const COMMON_STEMS = new Set(
  `accuse accused admit agency agree allege allegation appeal arrest authority bring case charge claim commission company complain court criticise customer
  damage deal death deny die dead end environment executive factory file find fine firm former government group hurt injure inquiry investigate
  investigator investor judge jury kill lawsuit lawyer maker million billion minister office official order pay people penalty plan plant police
  probe product production prosecutor protest regulator report resident rule safety say settle settlement site sue suit test tell threaten trial union
  victim warn warning watchdog week worker year month day`
    .split(/\s+/)
    .map(stem),
);
const CALENDAR = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
  sunday`.split(/\s+/),
);
/** Letters of the shortest name and word that count. */
const SHORTEST = 3;
/** A figure from here on is hardly shared by chance. Years do not count. */
const LEAST_FIGURE = 20;

/**
 * Reads what an item is about.
 * @param company the company's name, whose words do not count
 */
export function matterOfItem(text: string, company: string): ItemMatter {
  const own = new Set(readSentence(company).words.map(({ lower }) => lower));
  const names = new Set<string>();
  const countries = new Set<string>();
  const words = new Map<string, number>();
  const deeds = DEEDS.flatMap(([deed, pattern]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ deed, stems: readSentence(match[0]).words.map((word) => word.stem) }];
  });
  const ofDeeds = new Set(deeds.flatMap(({ stems }) => stems));
  for (const { start, end } of sentences(text)) {
    const sentence = readSentence(text.slice(start, end));
    for (const [at, word] of sentence.words.entries()) {
      if (word.number !== null || word.lower.length < SHORTEST || own.has(word.lower)) continue;
      const country = word.capital ? countryOf(word.lower) : undefined;
      if (country !== undefined) countries.add(country);
      else if (isName(word, at === 0 || sentence.titleCase)) names.add(word.lower);
      else if (isContentWord(word.lower) && !COMMON_STEMS.has(word.stem) && !ofDeeds.has(word.stem))
        words.set(word.stem, rarity(word.stem));
    }
  }
  const figures = statedNumbers(text)
    .map(({ value }) => value)
    .filter((value) => value >= LEAST_FIGURE && !(value >= 1900 && value < 2100));
  return { names, countries, deeds: new Set(deeds.map(({ deed }) => deed)), figures: new Set(figures), words };
}

const countryOf = (word: string): string | undefined => {
  const key = nameKey(word);
  return englishCountryNames().get(key) ?? demonyms().get(key);
};

/** A capital marks a name, but not at the head of a sentence or where all words have one. There, only a rare word is one. */
const isName = ({ capital, lower }: ReadWord, isEveryWordCapital: boolean): boolean =>
  capital && !CALENDAR.has(lower) && (!isEveryWordCapital || !isDictionaryWord(lower));

/**
 * Points of what two items share. They were set by hand on our own texts over months (test/esg/incident-texts.tsv). Two
 * reports of one matter reach `ENOUGH`; two matters of one kind do not.
 */
const POINTS = {
  firstName: 2,
  furtherName: 1,
  country: 0.75,
  deed: 1.5,
  rareDeed: 2,
  furtherDeed: 0.75,
  figure: 1.5,
  label: 0.5,
  /** Of items at most `SOON` apart that share a label or a deed: most reports of a matter come at once. */
  soon: 0.5,
  /** Other places or people are named: another site, another case. */
  otherNames: -2,
  otherCountries: -1,
};
const [MOST_FURTHER_NAMES, MOST_FURTHER_DEEDS, MOST_WORDS] = [1, 1, 2];
const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;
/** Items further apart are about different matters; those that share a name or a country may be a case that drags on. */
const [MOST_MS, MOST_MS_OF_NAMES] = [183 * DAY_MS, MOST_DAYS * DAY_MS];
const ENOUGH = 2.5;

/** A pair of items as they are compared. */
interface Compared {
  matter: ItemMatter;
  labels: ReadonlySet<string>;
  at: Date;
}

/** Returns whether two items of a company are about one matter. */
export function isOneMatter(a: Compared, b: Compared): boolean {
  const [one, other] = [a.matter, b.matter];
  const names = sharedBy(one.names, other.names).length;
  const countries = sharedBy(one.countries, other.countries).length;
  const apart = Math.abs(a.at.getTime() - b.at.getTime());
  if (apart > (names + countries > 0 ? MOST_MS_OF_NAMES : MOST_MS)) return false;
  const deeds = sharedBy(one.deeds, other.deeds);
  const figures = sharedBy(one.figures, other.figures).length;
  const labels = sharedBy(a.labels, b.labels).length;
  const words = sharedBy(one.words.keys(), other.words).reduce((sum, word) => sum + (one.words.get(word) ?? 0), 0);
  const ofDeeds = deeds.some((deed) => RARE_DEEDS.has(deed)) ? POINTS.rareDeed : POINTS.deed;
  const points =
    (names > 0 ? POINTS.firstName + POINTS.furtherName * Math.min(MOST_FURTHER_NAMES, names - 1) : 0) +
    (countries > 0 ? POINTS.country : 0) +
    (deeds.length > 0 ? ofDeeds + POINTS.furtherDeed * Math.min(MOST_FURTHER_DEEDS, deeds.length - 1) : 0) +
    (figures > 0 ? POINTS.figure : 0) +
    (labels > 0 ? POINTS.label : 0) +
    Math.min(MOST_WORDS, words) +
    (labels + deeds.length > 0 && apart <= SOON_MS ? POINTS.soon : 0) +
    (differ(one.names, other.names) ? POINTS.otherNames : 0) +
    (differ(one.countries, other.countries) ? POINTS.otherCountries : 0);
  return points >= ENOUGH;
}

/** Returns whether both have something, and nothing in common. */
export const differ = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && b.size > 0 && sharedBy(a, b).length === 0;

const sharedBy = <T>(a: Iterable<T>, b: { has(value: T): boolean }): T[] => [...a].filter((value) => b.has(value));
