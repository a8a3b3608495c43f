import { addressesOf, type PlaceMention } from "#foundation/geography/find-places";
import type { TaggedWord } from "#foundation/language/wink";
import { synsetsOf } from "#foundation/language/wordnet";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import { isPlaceOfWork } from "./places-of-work.ts";
import type { Location } from "./search-criteria.ts";
import { overlaps, type Span } from "./spans.ts";

/** Prepositions of a destination or a customer's place, which is not the companies' place. */
const ELSEWHERE = new Set(["to", "into", "towards", "entering", "between", "nach", "for", "like"]);
/** Prepositions that exclude a place. */
const KEEPING_OUT = new Set(["outside", "beyond", "except", "excluding", "without", "besides"]);

export interface SortedPlaces {
  /** Where the companies should be based. */
  wanted: PlaceMention[];
  /** Where they should have sites or be at work, wherever they are based. */
  operating: PlaceMention[];
  /** Where they should not be. */
  excluded: PlaceMention[];
}

/**
 * Sorts mentions into places where the companies should be, should work, and should not be. Places that only describe
 * the product ("Italian wine", "French fries", "exporters to China") are in no list.
 *
 * @param objects the objects of exclusion clauses
 * @param frames parts of the text about the person who asks
 */
export function sortPlaces(
  mentions: PlaceMention[],
  words: TaggedWord[],
  objects: Span[],
  frames: Span[],
): SortedPlaces {
  const sorted: SortedPlaces = { wanted: [], operating: [], excluded: [] };
  const ofWork = new Set(mentions.filter((mention) => isPlaceOfWork(mention, words)));
  const anchored = mentions.filter(
    (mention) => mention.preposition !== null && !ELSEWHERE.has(mention.preposition) && !ofWork.has(mention),
  );
  for (const mention of mentions) {
    const object = objects.find((span) => overlaps(mention, span));
    if (object) {
      if (isOnlyPlaces(object, mentions, words)) sorted.excluded.push(mention);
      continue;
    }
    if (frames.some((frame) => overlaps(mention, frame))) continue;
    if (mention.preposition !== null && KEEPING_OUT.has(mention.preposition)) sorted.excluded.push(mention);
    else if (ofWork.has(mention)) sorted.operating.push(mention);
    else if (!isStartOfRoute(mention, mentions) && isLocation(mention, words, anchored)) sorted.wanted.push(mention);
  }
  return sorted;
}

/** "from Europe to the Middle East" is a route, not the companies' place. */
function isStartOfRoute(mention: PlaceMention, mentions: PlaceMention[]): boolean {
  const next = mentions[mentions.indexOf(mention) + 1];
  return mention.preposition === "from" && (next?.preposition === "to" || next?.preposition === "into");
}

/** Whether an object has only places and words for companies: "except Germany and companies in Austria". */
function isOnlyPlaces(object: Span, mentions: PlaceMention[], words: TaggedWord[]): boolean {
  return words
    .filter((word) => overlaps(word, object) && !mentions.some((mention) => overlaps(mention, word)))
    .every((word) => /^(?:PUNCT|CCONJ|ADP|DET|SCONJ)$/.test(word.pos) || FILLER.test(word.lower));
}

const FILLER =
  /^(?:companies|firms|those|ones|businesses|based|located|in|from|and|or|the|any|please|countries|outside)$/;

function isLocation(mention: PlaceMention, words: TaggedWord[], anchored: PlaceMention[]): boolean {
  const at = words.findIndex((word) => word.end > mention.start);
  const before = words.slice(0, Math.max(at, 0));
  // "Looking for US firms": the preposition belongs to the request.
  const requested =
    mention.preposition === "for" && /^(?:look|search|hunt|ask|shop|scout)/.test(before.at(-2)?.lower ?? "");
  // "list of German mills", "importers of Italian wine": for an adjective, its noun decides.
  if (mention.preposition !== null && !requested && !(mention.preposition === "of" && isAdjective(mention))) {
    if (ELSEWHERE.has(mention.preposition)) return false;
    // "importers of coffee from Brazil": importers, and companies that recruit in a place, are elsewhere.
    return !(mention.preposition === "from" && before.some((word) => FETCHING.test(word.lower)));
  }
  // "Syringe makers supplying hospitals, Asia only": a region that describes no noun is a place.
  const next = words.find((word) => word.start >= mention.end);
  const isAlone = next === undefined || /^(?:PUNCT|CCONJ|ADV)$/.test(next.pos) || next.lower === "only";
  if (mention.kind === "country" || (mention.kind === "region" && isAlone && !isAdjective(mention))) return true;
  return isAttributeOfCompanies(mention, words, anchored);
}

const FETCHING = /^(?:import|recruit|hir(?:e|ing)|sourc|bring|fetch)/;

function isAdjective(mention: PlaceMention): boolean {
  return mention.kind === "demonym" || (mention.kind === "region" && /(?:an|ic|ern)$/i.test(mention.text));
}

/**
 * Whether an adjective or a name without preposition describes the companies ("German mills"), not their product ("of
 * Italian wine").
 */
function isAttributeOfCompanies(mention: PlaceMention, words: TaggedWord[], anchored: PlaceMention[]): boolean {
  const from = words.findIndex((word) => word.start >= mention.end);
  const next = words[from];
  if (next && isTerm(mention.text, next)) return false;
  const sentenceStart = lastBreak(words, mention.start);
  const before = words.filter((word) => word.start >= sentenceStart && word.end <= mention.start);
  if (before.some((word) => word.lower === "of" && !isListWord(words, word))) return false;
  if (before.some((word) => word.pos === "VERB" && !REQUESTS.has(word.lower))) return false;
  const head = headFrom(words, from);
  // "Chinese suppliers … in Mexico" must be both. "Japanese restaurants in London" must only be in London.
  const direct =
    head !== null && (isGenericCompany(head.lower) || isGenericRole(head.lower)) && adjacent(words, from, head);
  const contradicted = anchored.some(
    (other) => other !== mention && !other.codes.some((code) => mention.codes.includes(code)),
  );
  return direct || !contradicted;
}

const REQUESTS = new Set(
  "find list show give get name identify suggest recommend search tell discover locate need want looking searching seeking like seek wanted know see are is be".split(
    " ",
  ),
);

/** "a list of German mills": this "of" belongs to the request. */
function isListWord(words: TaggedWord[], of: TaggedWord): boolean {
  const at = words.indexOf(of);
  return /^(?:list|lists|overview|examples|names|number|all|some|top|dozen|in|search|outside)$/.test(
    words[at - 1]?.lower ?? "",
  );
}

/** Whether WordNet has the pair as one thing: "French fries", "Danish pastry". */
function isTerm(text: string, next: TaggedWord): boolean {
  if (next.pos === "PUNCT") return false;
  return synsetsOf(`${text} ${next.lower}`, "noun", 1).some(
    (sense) => sense.lexicalClass !== "noun.person" && sense.lexicalClass !== "noun.group",
  );
}

function lastBreak(words: TaggedWord[], before: number): number {
  let start = 0;
  for (const word of words) {
    if (word.start >= before) break;
    if (/^[.?!;:]$/.test(word.text)) start = word.end;
  }
  return start;
}

function headFrom(words: TaggedWord[], from: number): TaggedWord | null {
  let head: TaggedWord | null = null;
  for (const word of words.slice(Math.max(from, 0))) {
    if (word.pos === "NOUN" || word.pos === "PROPN") head = word;
    else if (!/^(?:ADJ|CCONJ|NUM)$/.test(word.pos)) break;
  }
  return head;
}

/** Whether only adjectives come between. */
function adjacent(words: TaggedWord[], from: number, head: TaggedWord): boolean {
  return words.slice(from, words.indexOf(head)).every((word) => word.pos !== "NOUN" && word.pos !== "PROPN");
}

/** Returns the countries that mentions exclude. */
export function excludedCountries(mentions: PlaceMention[]): string[] {
  return [...new Set(mentions.filter((mention) => mention.address === null).flatMap((mention) => mention.codes))];
}

/**
 * Returns locations in the order of the question: one per country, or one per city or state, also of a part. A country mentioned with
 * its own city or state ("German makers in Bavaria") means only that city or state.
 */
export function toLocations(wanted: PlaceMention[], excluded: PlaceMention[]): Location[] {
  const out = excludedCountries(excluded);
  const narrower = new Set(wanted.filter((mention) => mention.address).flatMap((mention) => mention.codes));
  const locations = new Map<string, Location>();
  for (const mention of wanted) {
    for (const country of narrowed(mention, wanted)) {
      if (out.includes(country) || (mention.address === null && narrower.has(country) && !isListed(mention, wanted)))
        continue;
      for (const address of addressesOf(mention)) {
        const key = [country, ...(address ?? [])].join("/");
        if (!locations.has(key)) locations.set(key, { country, address, coordinates: mention.coordinates });
      }
    }
  }
  return [...locations.values()];
}

/**
 * Returns a mention's countries; none for a region that contains a narrower place: "Danish makers in Europe", "EU
 * countries in Southern Europe".
 */
function narrowed(mention: PlaceMention, wanted: PlaceMention[]): string[] {
  if (mention.kind !== "region") return mention.codes;
  const others = wanted.filter((other) => other !== mention && other.preposition !== mention.preposition);
  const inside = others.filter((other) => other.codes.every((code) => mention.codes.includes(code)));
  return inside.length > 0 ? [] : mention.codes;
}

/** "in Spain, Lisbon and Bavaria": a country in the same list as a city means the whole country. */
function isListed(mention: PlaceMention, wanted: PlaceMention[]): boolean {
  return (
    wanted.some(
      (other) =>
        other.address !== null &&
        other.preposition === mention.preposition &&
        other.codes.some((code) => mention.codes.includes(code)),
    ) && mention.preposition !== null
  );
}
