import { citiesByName } from "#foundation/geography/cities";
import { stateByCode } from "#foundation/geography/states";
import { isPersonName } from "#foundation/language/people-names";
import { synsetsOf } from "#foundation/language/wordnet";
import { isActingCompany } from "../frames/named-parties.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { isAuthority } from "./authorities.ts";
import { isDictionaryWord } from "./names.ts";
import { isPerson } from "./person-names.ts";
import { type ReadSentence, wordsText } from "./read-sentence.ts";

/** Weights of evidence for a name's kind, from the directory to the look of the name itself. */
export const EVIDENCE = { linked: 5, place: 4, ending: 3, title: 2, follower: 1, look: 0.5 } as const;

export const PERSON = "person";
const COMPANY = "company";
const ORGANISATION = "organisation";
const PRODUCT = "product";
const CITY = "city";
const REGION = "region";

/** A company and a person say something alike, so these words tell the kind only of a name that has a surname. */
const SAYING = /^(?:said|says)$/;
/** Verbs whose object gets an office: "names Ann Lee chief executive". */
const NAMING = new Set(["name", "appoint", "hire", "pick", "tap", "elect", "promot", "choos", "chose"]);
/** Population from which a city is meant by its name alone: "Akron gas prices". */
const KNOWN_CITY = 80_000;
const LARGE_CITY = 300_000;
const SHORTEST_CITY = 4;
/** Lexical classes of nouns for places, continents among them. */
const PLACES = new Set(["noun.location", "noun.object"]);

/** Words `from` to `to` (exclusive), which begin with titles; the name starts at `start`. */
interface TitledName {
  from: number;
  start: number;
  to: number;
}

interface Surroundings {
  sentence: ReadSentence;
  /** The kinds that words of the sentence give to the name before them. */
  followers: ReturnType<Taxonomy["followers"]["find"]>;
  /** The kind of the title before the name. */
  titled: string | null;
  /** True if a ticker follows the name. */
  isListed: boolean;
  /** True if the name is that of a work in quotes. */
  isWork: boolean;
  taxonomy: Taxonomy;
}

/** Returns the kind of a name in a sentence by the best evidence, with its weight; null if nothing tells the kind. */
export function kindOfName(
  { from, start, to }: TitledName,
  { sentence, followers, titled, isListed, isWork, taxonomy }: Surroundings,
): { kind: string | null; weight: number } {
  const { words } = sentence;
  const last = words[to - 1];
  const isSingle = to - start === 1;
  const ending = isSingle ? undefined : taxonomy.endings.get(last?.lower ?? "");
  if (isListed) return { kind: COMPANY, weight: EVIDENCE.ending };
  if (isWork) return { kind: PRODUCT, weight: EVIDENCE.ending };
  if (ending !== undefined) return { kind: ending, weight: EVIDENCE.ending };
  if (isSingle && isAuthority(last?.text ?? "")) return { kind: ORGANISATION, weight: EVIDENCE.ending };
  if (titled !== null) return { kind: titled, weight: EVIDENCE.title };
  const follower = kindBehind(from, to, followers, sentence);
  if (follower !== null) return { kind: follower, weight: EVIDENCE.follower };
  if (!taxonomy.endings.has(words[start]?.lower ?? "") && isPerson(sentence, start, to))
    return { kind: PERSON, weight: EVIDENCE.follower };
  const look = kindByLook(sentence, start, to);
  if (look !== null) return { kind: look, weight: EVIDENCE.look };
  const isActing = isActingCompany(wordsText(sentence, start, to), sentence.text);
  return { kind: isActing ? COMPANY : null, weight: EVIDENCE.follower };
}

/** What stands between two names of one kind. */
const JOINED = /^(?:['’]s)?(?:,?\s+and\s+|,\s|\s&\s|\/)$/iu;
const JOINED_KINDS = new Set<string | null>([COMPANY, PERSON, PRODUCT]);

/** Gives a name without a kind that of the name that it is joined with: "Korvel Bank and Veltran". */
export function withJoinedKinds<Name extends { from: number; to: number; kind: string | null }>(
  names: readonly Name[],
  { text, words }: ReadSentence,
): (Name | (Name & { weight: number }))[] {
  return names.map((name, i) => {
    if (name.kind !== null) return name;
    const between = (one: Name, next: Name) => text.slice(words[one.to - 1]?.end, words[next.from]?.start);
    const beside = [names[i - 1], names[i + 1]].find(
      (other, side) =>
        other !== undefined &&
        JOINED_KINDS.has(other.kind) &&
        JOINED.test(side === 0 ? between(other, name) : between(name, other)),
    );
    return beside === undefined ? name : { ...name, kind: beside.kind, weight: EVIDENCE.look };
  });
}

/** Returns the kind of a name by the words behind it; null if they do not tell it. */
function kindBehind(
  from: number,
  to: number,
  followers: Surroundings["followers"],
  { words }: ReadSentence,
): string | null {
  const follower = followers.find((one) => one.from === to && !words[one.from]?.afterBreak);
  if (follower === undefined || (to - from === 1 && SAYING.test(follower.pattern))) return null;
  const isNamed = follower.value === COMPANY && to - from > 1 && NAMING.has(words[from - 1]?.stem ?? "");
  return isNamed ? PERSON : follower.value;
}

/** Returns the kind of a name that no other word tells: a work in quotes, a place, a surname, an abbreviation. */
function kindByLook({ text, words }: ReadSentence, from: number, to: number): string | null {
  const name = words.slice(from, to);
  const [first, last] = [name[0], name.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (/["“‘']$/u.test(text.slice(0, first.start)) && /^["”’'](?!\p{L})/u.test(text.slice(last.end))) return PRODUCT;
  const key = name.map(({ lower }) => lower).join(" ");
  // In capitals alone, every name looks like an abbreviation.
  const isAmongWords = words.some((word) => /^\p{Ll}|\p{Lu}\p{Ll}/u.test(word.text));
  if (name.every((word) => /^\p{Lu}.*\p{Ll}/u.test(word.text))) return kindOfWritten(key, name.length === 1);
  return name.length === 1 && isAmongWords ? kindOfAbbreviation(first.text) : null;
}

/** Returns whether a name by itself is a city or a person. */
function kindOfWritten(key: string, isSingle: boolean): string | null {
  // "Jos. Bank": short names of cities are abbreviations too.
  const { population = 0 } = (key.length < SHORTEST_CITY ? undefined : citiesByName().get(key)?.[0]) ?? {};
  const isWord = isDictionaryWord(key);
  const isSurname = isSingle && !isWord && isPersonName(key);
  // "Omaha" is a word for its first people.
  if (population >= (isWord ? LARGE_CITY : KNOWN_CITY)) return isSurname ? null : CITY;
  // "Asia" is also a first name.
  const isPlace = synsetsOf(key, "noun", 1).some(({ lexicalClass }) => PLACES.has(lexicalClass));
  return isSurname && !isPlace ? PERSON : null;
}

/** Returns the kind of two to four capitals: a state of the USA, or a body of some kind. */
function kindOfAbbreviation(written: string): string | null {
  if (!/^\p{Lu}{2,4}$/u.test(written) || isDictionaryWord(written.toLowerCase())) return null;
  return stateByCode("US", written) === null ? ORGANISATION : REGION;
}
