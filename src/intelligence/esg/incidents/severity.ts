import { statedNumbers } from "#foundation/language/stated-numbers";
import { sentences } from "#foundation/language/tokenize";

export const SEVERITIES = ["low", "medium", "high"] as const;
export type IncidentSeverity = (typeof SEVERITIES)[number];

/** RepRisk's three dimensions of severity. */
export const DIMENSIONS = ["consequences", "extent", "cause"] as const;
export type SeverityDimension = (typeof DIMENSIONS)[number];

/** A reason for an incident's severity, with the sentence that states it. */
export interface SeverityReason {
  dimension: SeverityDimension;
  /** Such as "death", "large number of people" or "negligence". */
  level: string;
  /** Points that it adds. */
  points: number;
  /** The sentence that states it. */
  quote: string;
  url: string;
}

interface Sign {
  dimension: SeverityDimension;
  level: string;
  points: number;
  pattern: RegExp;
  /** Matches of another sense, which are left out before the pattern is tried. */
  except?: RegExp;
}

const ANIMALS =
  "(?:fish|birds?|bees|cattle|cows?|pigs|sheep|hens|chickens|turtles|dolphins|whales|seals|coral|trees?|crops?|wildlife|animals?)";
/** The death of animals is damage, and what is merely stopped was not alive. */
const NO_DEATH = new RegExp(
  String.raw`\b(?:(?:thousands|millions|hundreds|tonnes|tons)\s+of\s+)?(?:dead|dying)\s+${ANIMALS}\b|\b(?:kill(?:s|ed|ing)?(?:\s+off)?)\s+(?:\S+\s+){0,3}?${ANIMALS}\b|\b${ANIMALS}\s+(?:died|dies|deaths?|killed|kills)\b|\bkill(?:s|ed|ing)?(?:\s+off)?\s+(?:(?:an?|the|its|their|plans?\s+for)\s+)?(?:\w+\s+)?(?:plans?|deals?|bills?|projects?|proposals?|talks|mergers?|bids?|brands?|products?)\b|\bdead(?:line|lock|wood|\s+(?:end|heat|weight))\w*`,
  "gi",
);

const PEOPLE =
  "people|persons?|workers?|employees|staff|jobs|customers?|consumers|residents|villagers|patients|passengers|drivers|users|victims|families|households|children|members|women|men|deaths?|dead|killed|died|injured|injuries|lives|accounts|records|vehicles|cars|trucks|units|homes";
/** Matches the people, or their belongings, that the preceding number counts. */
const COUNTED = new RegExp(String.raw`^(?:\s+[\p{L}'’-]+){0,2}?\s+(?:${PEOPLE})\b`, "iu");
const EXTENT: { atLeast: number; level: string; points: number }[] = [
  { atLeast: 1_000, level: "large number of people", points: 2 },
  { atLeast: 2, level: "group of people", points: 1 },
];

const SIGNS: Sign[] = [
  {
    dimension: "consequences",
    level: "death",
    points: 2,
    pattern: /\b(?:deaths?|dead|deadly|fatal(?:ly|ity|ities)?|kill(?:s|ed|ing)?|died|dies|suicides?|lives?\s+lost)\b/i,
    except: NO_DEATH,
  },
  {
    dimension: "consequences",
    level: "injury or damage",
    points: 1,
    pattern:
      /\b(?:injur(?:y|ies|ed|es)|wounded|hospitali[sz]ed|poison(?:s|ed|ing)|ill(?:ness|nesses)?|sicken(?:s|ed)|sick|cancer|burn(?:s|ed|t)?|maimed|crippled|crushed|electrocuted|contaminat(?:es|ed|ion)|tainted|salmonella|listeria|dead\s+(?:fish|birds?|bees|cattle)|(?:lead|mercury|arsenic|cyanide|asbestos)\b[^.]{0,30}\b(?:blood|water|wells?|soil|milk)|spill(?:s|ed)?|leak(?:s|ed)?|toxic|evacuat(?:ed|ion)|stolen|breach(?:ed)?)\b/i,
  },
  {
    dimension: "extent",
    level: "large number of people",
    points: 2,
    pattern: /\b(?:thousands|millions|mass|nationwide|worldwide|massive|widespread|entire\s+(?:city|town|region))\b/i,
  },
  {
    dimension: "extent",
    level: "group of people",
    points: 1,
    pattern:
      /\b(?:dozens|hundreds|several\s+people|workers|employees|residents|customers|patients|villagers|consumers|communities|families)\b/i,
  },
  {
    dimension: "cause",
    level: "systematic",
    points: 3,
    pattern:
      /\b(?:systematic(?:ally)?|systemic|for\s+(?:\w+\s+)?(?:years|decades)|(?:over|during)\s+(?:\w+\s+)?(?:years|decades)|decades?-long|years-long|long-running|repeated(?:ly)?|routinely|serial|pattern\s+of|again\s+and\s+again|time\s+and\s+again|(?:second|third|fourth|fifth)\s+time\s+in|(?:second|third|fourth|fifth)\s+\w+\s+in\s+(?:\w+\s+)?(?:months|years))\b/i,
  },
  {
    dimension: "cause",
    level: "intent",
    points: 2,
    pattern:
      /\b(?:brib(?:e|es|ed|ery|ing)|kickbacks?|graft|payoffs?|corrupt(?:ion)?|embezzl(?:ed|ing|ement)|fraud(?:s|ulent)?|scams?|swindl(?:ed|ing)|forg(?:ed|ery)|backdat(?:ed|ing)|fabricat(?:ed|ing)|fak(?:ed|ing)|doctored|defeat\s+devices?|collu(?:de|des|ded|ding|sion)|deliberate(?:ly)?|intentional(?:ly)?|knowingly|knew|conceal(?:s|ed|ing)?|cover(?:ed|ing)?[-\s]up|hid|hidden|price[-\s]fixing|cartels?|rig(?:s|ged|ging)|manipulat(?:es|ed|ing|ion)|evad(?:e|es|ed|ing)|evasion|launder(?:ed|ing)|misle(?:d|ad|ading)|lied|falsif(?:y|ied|ies|ying)|cheat(?:s|ed|ing)?|insider\s+trading|discriminat(?:ed|ion|ing)|harass(?:ed|ment|ing)|retaliat(?:ed|ion))\b/i,
  },
  {
    dimension: "cause",
    level: "negligence",
    points: 1,
    pattern:
      /\b(?:negligen(?:ce|t)|neglect(?:s|ed|ing)?|reckless(?:ly)?|careless(?:ly)?|fail(?:s|ed|ure|ures|ing)?|ignor(?:es|ed|ing)|overlook(?:s|ed)|disregard(?:s|ed|ing)?|delay(?:s|ed)?|unsafe|inadequate|insufficient|shoddy|corroded|unlicen[cs]ed|illegal(?:ly)?|unlawful(?:ly)?|untrained|overdue|skipped|blocked\s+exits?|defect(?:s|ive)?|faulty|flaw(?:s|ed)?|violat(?:es|ed|ions?|ing)|breach(?:es|ed|ing)?|without\s+(?:a\s+)?(?:permits?|licen[cs]e|consent)|warnings?|poor\s+(?:conditions|safety)|substandard|lapses?|recalls?|recalled)\b/i,
  },
];

/** Minimum sums of points for medium and high severity. */
const MEDIUM_FROM = 2;
const HIGH_FROM = 4;

/** A harm, or an action against one. A matching text reports an incident, even if its sentiment is neutral. */
const HARM =
  /\b(?:recall(?:s|ed|ing)?|fine[sd]|lawsuits?|sue[sd]?|suing|prob(?:e|es|ed)|investigat(?:es|ed|ion|ions|ing)|allegations?|alleged(?:ly)?|accus(?:es|ed)|charges|indict(?:s|ed|ment)|convicted|guilty|penalt(?:y|ies)|violations?|strikes?|walkouts?|layoffs?|lay\s+off|laid\s+off|job\s+cuts|cuts?\s+[\d,]+\s+jobs|hack(?:s|ed|ers)?|protests?|boycotts?|settle(?:s|d|ment)|subpoena(?:s|ed)?|crash(?:es|ed)?|explosions?|fires?|scandals?)\b/i;
const DENIED =
  /\b(?:den(?:y|ies|ied)|reject(?:s|ed)\s+(?:the\s+)?(?:claims?|allegations?|accusations?)|refut(?:es|ed)|disput(?:es|ed)\s+(?:the\s+)?(?:claims?|allegations?|findings?))\b/i;

/** The end of a matter in the company's favour. */
const CLEARED =
  /\b(?:acquit(?:s|ted|tal)|exonerat(?:es|ed)|clear(?:s|ed)\b[^.]{0,40}\b(?:of|over)|(?:dismiss(?:es|ed)|drop(?:s|ped)|throws?\s+out|threw\s+out)\b[^.]{0,40}\b(?:cases?|lawsuits?|suits?|charges|claims?|probe|investigation|inquiry))\b/i;
/** Less of a harm, and what is done against it. */
const IMPROVEMENT =
  /\b(?:(?:cut(?:s|ting)?|reduc(?:es?|ed|ing)|lower(?:s|ed|ing)?|halv(?:es?|ed|ing)|curb(?:s|ed|ing)?)\b[^.]{0,30}\b(?:emissions?|pollution|waste|accidents?|injuries|energy|water\s+use|packaging|plastics?)|clean(?:s|ed|ing)?\s+up|install(?:s|ed|ing)?\b[^.]{0,30}\bfilters?)\b/i;

/** Returns whether a text reports harm in plain words. */
export const tellsOfHarm = (text: string): boolean =>
  HARM.test(text) || SIGNS.some(({ dimension, pattern }) => dimension !== "extent" && pattern.test(text));

/** Returns whether a text denies a matter or reports that it ended in the company's favour. */
export const tellsOfEnd = (text: string): boolean => DENIED.test(text) || CLEARED.test(text);

/** Returns whether a text reports less of a harm: "new filters cut emissions". */
export const tellsOfImprovement = (text: string): boolean => IMPROVEMENT.test(text);

/** Returns the first sentence of a text that denies the matter, or "" if there is none. */
export const denialIn = (text: string): string => sentencesOf(text).find((sentence) => DENIED.test(sentence)) ?? "";

const sentencesOf = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));

/** Reads the severity that one text states: for each dimension, the reason with the most points. */
export function readSeverity(text: string, url: string): SeverityReason[] {
  const found: SeverityReason[] = [];
  for (const quote of sentencesOf(text)) {
    for (const { dimension, level, points, pattern, except } of SIGNS)
      if (pattern.test(except === undefined ? quote : quote.replace(except, " ")))
        found.push({ dimension, level, points, quote, url });
    const affected = Math.max(0, ...countsOfPeople(quote));
    const extent = EXTENT.find(({ atLeast }) => affected >= atLeast);
    if (extent !== undefined)
      found.push({ dimension: "extent", level: extent.level, points: extent.points, quote, url });
  }
  return mostOfEach(found);
}

/** Returns the numbers of people, or of their belongings, that a sentence states. */
const countsOfPeople = (text: string): number[] =>
  statedNumbers(text)
    .filter(({ kind, end }) => kind === "" && COUNTED.test(text.slice(end)))
    .map(({ value }) => value);

/** Returns the reason with the most points of each dimension; the first where several are equal. */
export function mostOfEach(reasons: readonly SeverityReason[]): SeverityReason[] {
  return DIMENSIONS.flatMap((dimension) => {
    const [most] = reasons.filter((reason) => reason.dimension === dimension).toSorted((a, b) => b.points - a.points);
    return most === undefined ? [] : [most];
  });
}

/** Returns the severity. It is monotone: an additional or graver reason never lowers it. */
export function severityOf(reasons: readonly SeverityReason[]): IncidentSeverity {
  const points = mostOfEach(reasons).reduce((sum, reason) => sum + reason.points, 0);
  return points >= HIGH_FROM ? "high" : points >= MEDIUM_FROM ? "medium" : "low";
}
