import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { lexicalClasses } from "#foundation/language/wordnet";
import {
  GENERIC_ROLES,
  hasAncestor,
  isAmbiguousCompany,
  isGenericCompany,
  isGenericRole,
} from "#markets/criteria/company-words";
import { OPEN } from "#markets/plan/offer-key";
import { type Relation, relationOfNoun } from "#markets/plan/relations";
import { type TypicalPhrase, typicalPhrases } from "../phrases/typical-phrases.ts";
import type { Vocabulary } from "../phrases/vocabulary.ts";
import type { AnalysisResult } from "../results.ts";

/** Maximum number of columns by origin; a table with more would be unreadable. */
const MAX_CRITERIA = 15;
const MAX_PHRASES = 20;
/** A phrase of fewer companies of the market, or of more, hardly tells its companies apart. */
const [LEAST_SHARE, MOST_SHARE] = [0.1, 0.8];
/** Jaccard index of their companies from which two columns say the same; lower where one phrase contains the other. */
const [SAME_USERS, SAME_USERS_NESTED] = [0.8, 0.5];
/** Shortest thing before "maker" in one word: "carmaker". */
const SHORTEST_THING = 3;

const BODIES_OF_PEOPLE = ["people", "social group", "gathering"];

/** A column of the feature map. */
export interface FeatureColumn {
  feature: string;
  origin: AnalysisResult<"featureMap">["features"][number]["origin"];
  /** Stems of its words, in order. Words that only say "companies" or "makers" are left out where others remain. */
  stems: string[];
  /** Whether what was left out can be a thing too: "restaurant chains". */
  isShortened: boolean;
  /** What the companies are to do with it: "makes" for "carmakers"; null where the feature does not say. */
  asked: Relation | null;
  /** Whether it only says that something belongs to another thing: "components". */
  isOpen: boolean;
}

/**
 * Returns the columns: the features of the criteria, as the user named them, then the typical phrases that tell the
 * market's companies apart best. A phrase that is one of the criteria's features in other words adds nothing; one that
 * narrows it down ("wind turbine towers") does.
 */
export function chooseColumns(wanted: readonly string[], vocabulary: Vocabulary): FeatureColumn[] {
  const criteria: FeatureColumn[] = [];
  for (const feature of wanted) {
    const terms = termsOf(feature);
    if (terms.stems.length === 0 || criteria.some((one) => isSameSet(one.stems, terms.stems))) continue;
    criteria.push({ feature, origin: "criteria", ...terms });
    if (criteria.length === MAX_CRITERIA) break;
  }
  const asked = criteria.map(({ stems }) => stems);
  const taken: { column: FeatureColumn; users: ReadonlySet<number> }[] = [];
  for (const phrase of tellingPhrases(vocabulary)) {
    const terms = { ...termsOf(phrase.text), isShortened: false, asked: null, isOpen: false };
    const { stems } = terms;
    const users = new Set(phrase.users);
    if (stems.length === 0 || asked.some((one) => stems.every((word) => one.includes(word)))) continue;
    if (taken.some((other) => saysTheSame({ stems, users }, other))) continue;
    taken.push({ column: { feature: phrase.text, origin: "phrases", ...terms }, users });
    if (taken.length === MAX_PHRASES) break;
  }
  return [...criteria, ...taken.map(({ column }) => column)];
}

/**
 * Returns the typical phrases that tell companies apart. Those come first that divide the market evenly and are rare
 * outside of it: words of every trade ("platforms") divide it too.
 */
function tellingPhrases(vocabulary: Vocabulary): TypicalPhrase[] {
  const companies = vocabulary.records.length;
  const share = ({ users }: TypicalPhrase) => users.length / companies;
  const telling = (phrase: TypicalPhrase) => share(phrase) * (1 - share(phrase)) * phrase.logRatio;
  return typicalPhrases(vocabulary)
    .filter((phrase) => share(phrase) >= LEAST_SHARE && share(phrase) <= MOST_SHARE && !isOfPeople(phrase.key))
    .sort((a, b) => telling(b) - telling(a) || b.logLikelihood - a.logLikelihood || (a.key < b.key ? -1 : 1));
}

/** Whether a single word names people or bodies of people: these are customers or the companies, not features. */
const isOfPeople = (key: string): boolean =>
  !key.includes(" ") && (lexicalClasses(key, 1)[0] === "noun.person" || hasAncestor(key, BODIES_OF_PEOPLE, 1));

/** Reads a feature: "pharmaceutical companies" are told by "pharmaceutical", and "carmakers" make cars. */
function termsOf(feature: string): Omit<FeatureColumn, "feature" | "origin"> {
  const words = tokens(feature)
    .map(({ word }) => word.toLowerCase())
    .filter(isContentWord);
  const kept = words.filter((word) => !isGenericCompany(word) && !isGenericRole(word));
  const things = kept.length === 0 ? words : kept;
  const stems = [...new Set(things.map((word) => stem(word.slice(0, word.length - roleIn(word).length))))];
  const roles = words.flatMap((word) => (isGenericRole(word) ? word : roleIn(word)));
  return {
    stems,
    isShortened: kept.length > 0 && words.some((word) => isAmbiguousCompany(word)),
    asked: roles.map(relationOfNoun).find((relation) => relation !== null) ?? null,
    isOpen: stems.every((one) => OPEN.has(one)),
  };
}

/** Returns the role at the end of an agent noun in one word: "makers" of "carmakers"; "" where there is none. */
function roleIn(word: string): string {
  const role = [...GENERIC_ROLES].find((one) => word.endsWith(one) || word.endsWith(`${one}s`));
  const at = role === undefined ? 0 : word.lastIndexOf(role);
  return at >= SHORTEST_THING ? word.slice(at) : "";
}

interface Compared {
  stems: readonly string[];
  users: ReadonlySet<number>;
}

function saysTheSame(one: Compared, { column, users }: { column: FeatureColumn; users: ReadonlySet<number> }): boolean {
  const isNested =
    one.stems.every((word) => column.stems.includes(word)) || column.stems.every((word) => one.stems.includes(word));
  const shared = [...one.users].filter((user) => users.has(user)).length;
  return shared / (one.users.size + users.size - shared) >= (isNested ? SAME_USERS_NESTED : SAME_USERS);
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word) => b.includes(word));
