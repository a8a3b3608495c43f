import { isPersonName } from "#foundation/language/people-names";
import { isStopWord } from "#foundation/language/stop-words";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { cutName, linkedSpans, mentionOf, withLinked } from "./cut-names.ts";
import { namesBeforeTickers, withSurer } from "./listed-names.ts";
import { EVIDENCE, kindOfName, PERSON, withJoinedKinds } from "./name-kinds.ts";
import {
  type CasingEvidence,
  casingOf,
  findNames,
  isAdjectiveOfName,
  isDictionaryWord,
  type NameMention,
} from "./names.ts";
import { isCommonAlone } from "./no-names.ts";
import { type Place, placesIn } from "./places.ts";
import { quotedWorks } from "./quoted-works.ts";
import type { ReadEvent } from "./read-observations.ts";
import { type ReadSentence, type ReadWord, readSentence } from "./read-sentence.ts";

/**
 * Number of articles of an event that are searched for places, and number of sentences of each. Articles name places
 * early.
 */
const PLACE_ARTICLES = 40;
const PLACE_SENTENCES = 3;
/** Minimum evidence of a kind for each occurrence of the name. One odd sentence in a hundred is not enough. */
const MIN_KIND = 0.15;
/** Weight of the directory's spelling of a name, which wins over the spellings of articles. */
const DIRECTORY = 1e6;

/** A named entity of an event. */
export interface NamedEntity {
  key: string;
  name: string;
  /** The name of one of the taxonomy's entity types. */
  entityType: string;
  /** Number of independent sources that name it. */
  sources: number;
  inHeadline: boolean;
}

/** The names of an event, and their places in sentences. */
export interface EntityNames {
  /** Ordered by number of sources; ties put names of headlines first, then go by name. */
  entities: readonly NamedEntity[];
  /** Returns the entities that a sentence names, with their words. */
  within(sentence: ReadSentence): readonly { entity: NamedEntity; from: number; to: number }[];
  /**
   * Returns the name to which a measure at words `from` to `to` (exclusive) belongs. The name is right before the
   * measure, or after "of", "in", "at", "for" or "from"; else a company that opens the sentence.
   */
  subjectOf(sentence: ReadSentence, from: number, to: number): string | null;
}

interface Tally {
  spellings: Map<string, number>;
  kinds: Map<string, number>;
  sources: Set<number>;
  inHeadline: boolean;
}

/**
 * Collects the names of an event: companies linked by the directory, places, and runs of capitals. The text gives
 * evidence of their kinds.
 */
export function collectNames(event: ReadEvent, taxonomy: Taxonomy): EntityNames {
  const casing = casingOf(event, taxonomy.endings);
  const tallies = new Map<string, Tally>();
  const mentions = new Map<ReadSentence, Named[]>();
  for (const [i, { observation, source, headline, body }] of event.observations.entries()) {
    const quotes = (observation.companies ?? []).map(({ quote }) =>
      readSentence(quote).words.map(({ lower }) => lower),
    );
    for (const [j, sentence] of [headline, ...body].entries()) {
      const places = i < PLACE_ARTICLES && j < PLACE_SENTENCES ? placesIn(sentence) : [];
      const found = mentions.get(sentence) ?? namesIn(sentence, casing, places, quotes, taxonomy);
      mentions.set(sentence, found);
      for (const { key, name, kind, weight } of found) {
        const tally = tallyOf(tallies, key);
        tally.spellings.set(name, (tally.spellings.get(name) ?? 0) + 1);
        if (kind !== null) tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + weight);
        tally.sources.add(source);
        tally.inHeadline ||= j === 0;
      }
    }
    for (const { name, quote } of observation.companies ?? []) {
      const tally = tallyOf(tallies, keyOf(quote, tallies) ?? keyOf(name, tallies) ?? name.toLowerCase());
      tally.spellings.set(name, (tally.spellings.get(name) ?? 0) + DIRECTORY);
      tally.kinds.set("company", (tally.kinds.get("company") ?? 0) + EVIDENCE.linked);
      tally.sources.add(source);
    }
  }
  const keys = mergedKeys(tallies);
  mergeEqualNames(keys, entitiesOf(tallies, keys));
  const entities = entitiesOf(tallies, keys);
  const byKey = new Map(entities.map((entity) => [entity.key, entity]));
  const within = (sentence: ReadSentence) =>
    (mentions.get(sentence) ?? []).flatMap(({ key, from, to }) => {
      const entity = byKey.get(keys.get(key) ?? key);
      return entity === undefined ? [] : [{ entity, from, to }];
    });
  return { entities, within, subjectOf: (sentence, from, to) => subjectAmong(within(sentence), sentence, from, to) };
}

/** Returns the key under which a written name was already found, as a whole or as the beginning of a longer name. */
function keyOf(name: string, tallies: ReadonlyMap<string, Tally>): string | null {
  const key = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (tallies.has(key)) return key;
  for (const known of tallies.keys()) if (key.startsWith(`${known} `)) return known;
  return null;
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? { spellings: new Map(), kinds: new Map(), sources: new Set(), inHeadline: false };
  tallies.set(key, tally);
  return tally;
}

interface Named extends NameMention {
  kind: string | null;
  weight: number;
}

/** Titles that stay before a given name. */
const NOBLE = new Set("prince princess king queen pope duke duchess emperor empress sheikh sultan".split(" "));
/** A direction alone is not a name: "South by Southwest". */
const COMPASS = new Set(
  "north south east west northern southern eastern western northeast northwest southeast southwest midwest".split(" "),
);

/**
 * Returns whether the word that opens a name is the title of what follows it. Within a sentence, the capital of a word for
 * a company or a product makes it part of the name: "App Store".
 */
function isTitleOf(words: readonly ReadWord[], from: number, to: number, { titles }: Taxonomy): boolean {
  const [word, next] = [words[from], words[from + 1]];
  const kind = titles.get(word?.lower ?? "");
  if (kind === undefined || !next?.capital) return false;
  if (kind !== PERSON && from > 0 && !word?.afterBreak) return false;
  // "General Electric": the title belongs to the name because the one word behind it is an ordinary word.
  const last = words[to - 1]?.lower ?? "";
  return !(to - from === 2 && !next.possessive && isDictionaryWord(last) && !isPersonName(last));
}

function namesIn(
  sentence: ReadSentence,
  casing: CasingEvidence,
  places: Place[],
  quotes: readonly (readonly string[])[],
  taxonomy: Taxonomy,
): Named[] {
  const { words } = sentence;
  const spanOf = ({ start, end }: Place) => ({
    from: words.findIndex((word) => word.end > start),
    to: words.filter((word) => word.start < end).length,
  });
  const linked = linkedSpans(sentence, quotes);
  const located = places
    .map((place) => ({ ...place, ...spanOf(place) }))
    .filter(({ from, to }) => from >= 0 && to > from)
    .filter((place) => !linked.some(({ from, to }) => from <= place.from && place.to <= to));
  const listed = namesBeforeTickers(sentence, taxonomy.endings);
  const works = quotedWorks(sentence);
  const written = withSurer(findNames(sentence, casing), [...listed, ...works]);
  const runs = withLinked(written, linked, sentence).flatMap((name) => cutName(name, sentence));
  const followers = taxonomy.followers.find(words);
  const found: Named[] = [];
  const placed = new Set<Place>();
  for (const mention of runs) {
    const inside = located.find(({ from, to }) => from < mention.to && mention.from < to);
    // "Bank of England" is not a country. In "Norwegian Oilfield", a name follows the demonym.
    if (inside && inside.to - inside.from >= mention.to - mention.from) continue;
    let { from } = mention;
    let titled = words[from]?.afterBreak ? null : (taxonomy.titles.get(words[from - 1]?.lower ?? "") ?? null);
    // Except in "Bank of England": small words hold one name together.
    while (from < mention.to - 1 && isTitleOf(words, from, mention.to, taxonomy)) {
      titled = taxonomy.titles.get(words[from]?.lower ?? "") ?? null;
      from++;
    }
    const last = words[mention.to - 1];
    // "Prince Harry": a given name alone identifies no person, so its title belongs to it.
    const isNoble = mention.to - from === 1 && NOBLE.has(words[from - 1]?.lower ?? "");
    if (isNoble && titled !== null) from--;
    // "Chairman", "Airlines": a title, or the end of a name, is not a name by itself.
    const alone = mention.to - from === 1 ? (last?.lower ?? "") : "";
    if (taxonomy.titles.has(alone) || taxonomy.endings.has(alone) || isAdjectiveOfName(alone)) continue;
    if (COMPASS.has(alone)) continue;
    const isLinked = linked.some(({ from: start, to }) => start <= from && mention.to <= to);
    if (!isLinked && isCommonAlone(alone)) continue;
    const isAmong = (names: readonly NameMention[]) => names.some((one) => one.from <= from && mention.to <= one.to);
    const evidence = kindOfName(
      { from: mention.from, start: from, to: mention.to },
      { sentence, followers, titled, isListed: isAmong(listed), isWork: isAmong(works), taxonomy },
    );
    found.push({ ...mentionOf(from, mention.to, sentence.text, words), ...evidence });
    if (inside) placed.add(inside);
  }
  for (const place of located)
    if (!placed.has(place)) {
      const { name, from, to, kind } = place;
      found.push({ name, key: `${kind} ${name.toLowerCase()}`, from, to, kind, weight: EVIDENCE.place });
    }
  return withJoinedKinds(
    found.sort((a, b) => a.from - b.from),
    sentence,
  );
}

/** Returns whether a key is the initials of a longer one, with or without its small words: "BoE", "SEC". */
function isInitials(key: string, long: string): boolean {
  const initials = (words: string[]) => words.map(([first]) => first).join("");
  const words = long.split(" ");
  return key.length > 1 && (initials(words) === key || initials(words.filter((word) => !isStopWord(word))) === key);
}

/**
 * Maps each key to the longest key that it abbreviates: "Galdan" and "Mira Galdan" are one, and so are "Orvane Steel"
 * and "Orvane Steel Works", and "SEC" and "Securities and Exchange Commission".
 */
function mergedKeys(tallies: ReadonlyMap<string, Tally>): Map<string, string> {
  const merged = new Map<string, string>();
  const long = [...tallies].filter(([key]) => key.includes(" "));
  for (const [key, tally] of tallies) {
    const fuller = long
      .filter(
        ([other, { sources }]) =>
          (other.startsWith(`${key} `) || other.endsWith(` ${key}`) || isInitials(key, other)) &&
          sources.size * 4 >= tally.sources.size,
      )
      .sort(([a, one], [b, two]) => two.sources.size - one.sources.size || (a < b ? -1 : 1))[0];
    if (fuller) merged.set(key, fuller[0]);
  }
  // Each step leads to a longer key, so the recursion ends.
  const last = (key: string): string => {
    const next = merged.get(key);
    return next === undefined ? key : last(next);
  };
  for (const key of merged.keys()) merged.set(key, last(key));
  return merged;
}

/**
 * Merges entities of one name. One may be the directory's name of a company and a shorter one in the text ("LinkedIn,
 * of Microsoft"). Or a sentence shows a city as one and another does not. The entity with the most sources comes first.
 */
function mergeEqualNames(keys: Map<string, string>, entities: readonly NamedEntity[]): void {
  const first = new Map<string, string>();
  for (const { key, name } of entities) {
    const into = first.get(name.toLowerCase());
    if (into === undefined) first.set(name.toLowerCase(), key);
    else {
      for (const [from, to] of keys) if (to === key) keys.set(from, into);
      keys.set(key, into);
    }
  }
}

function entitiesOf(tallies: ReadonlyMap<string, Tally>, keys: ReadonlyMap<string, string>): NamedEntity[] {
  const whole = new Map<string, Tally>();
  for (const [key, tally] of tallies) {
    const into = tallyOf(whole, keys.get(key) ?? key);
    // A shorter name adds only the directory's spelling.
    for (const [spelling, count] of tally.spellings)
      if (!keys.has(key) || count >= DIRECTORY)
        into.spellings.set(spelling, (into.spellings.get(spelling) ?? 0) + count);
    for (const [kind, weight] of tally.kinds) into.kinds.set(kind, (into.kinds.get(kind) ?? 0) + weight);
    for (const source of tally.sources) into.sources.add(source);
    into.inHeadline ||= tally.inHeadline;
  }
  return [...whole]
    .map(([key, { spellings, kinds, sources, inHeadline }]) => ({
      key,
      name: mostFrequent(spellings) ?? key,
      entityType: kindOf(kinds, spellings),
      sources: sources.size,
      inHeadline,
    }))
    .sort((a, b) => b.sources - a.sources || Number(b.inHeadline) - Number(a.inHeadline) || (a.key < b.key ? -1 : 1));
}

function kindOf(kinds: ReadonlyMap<string, number>, spellings: ReadonlyMap<string, number>): string {
  const kind = mostFrequent(kinds);
  let mentions = 0;
  for (const count of spellings.values()) mentions += count % DIRECTORY;
  return kind !== null && (kinds.get(kind) ?? 0) >= MIN_KIND * mentions ? kind : "name";
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null;
}

const LINKS = new Set(["of", "in", "at", "for", "from"]);

function subjectAmong(
  names: readonly { entity: NamedEntity; from: number; to: number }[],
  { words }: ReadSentence,
  from: number,
  to: number,
): string | null {
  const free = (start: number, end: number) => !words.slice(start + 1, end + 1).some(({ afterBreak }) => afterBreak);
  const before = names.findLast((one) => one.to <= from && from - one.to <= 2 && free(one.to - 1, from));
  const behind = names.find(
    (one) => one.from >= to && one.from - to <= 3 && LINKS.has(words[to]?.lower ?? "") && free(to - 1, one.from),
  );
  // "Mirabel reports a loss as sales fall": the subject is the company that opens the sentence.
  const opening = names.find((one) => one.from <= 1 && one.to <= from && one.entity.entityType === "company");
  return (before ?? behind ?? opening)?.entity.name ?? null;
}
