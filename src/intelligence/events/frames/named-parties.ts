import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { isDictionaryWord } from "../content/names.ts";
import { FRAMES } from "./definitions/frames.ts";
import type { FrameType } from "./frame-types.ts";
import { clausesOf, rolesOfClauses } from "./roles-of-clauses.ts";

/** A party of an act that a headline reports. */
export interface NamedParty {
  /** What it does in which kind of act: `acquisition.target`. */
  role: string;
  /** The words that tell it from others, folded. */
  words: string[];
  /** All its words in one, folded: "mtgox". */
  joined: string;
  /** The first letters of its words if it has several: "ics" of "International Cable Systems". */
  initials: string | null;
}

/** Kinds of acts whose parties are few and are named in headlines. */
const ACTS: ReadonlySet<FrameType> = new Set<FrameType>([
  "acquisition",
  "earnings",
  "layoff",
  "lawsuit",
  "fine",
  "recall",
  "bankruptcy",
]);
/** Roles that are companies. Authorities are written in too many ways, and a product is not a party. */
const PARTIES = new Set(["acquirer", "target", "company", "plaintiff", "defendant"]);
const DEFINITIONS = FRAMES.filter(({ type }) => ACTS.has(type));
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
const LEGAL_FORM = /^(?:inc|corp|co|ltd|plc|ag|se|llc|company|corporation|group|holdings?)$/u;
const CAPITAL = /^\p{Lu}/u;

/**
 * Returns the parties that a headline names. A description names nobody ("Bitcoin exchange", "Messaging Startup"): in a
 * headline that capitalises only names, a name has capitals only. In others, it ends with a word that is in no
 * dictionary.
 */
export function namedParties(headline: string): NamedParty[] {
  const clauses = clausesOf(headline);
  const titleCase = capitalisesAll(headline);
  return DEFINITIONS.flatMap((frame) =>
    rolesOfClauses(frame, clauses, titleCase).flatMap(({ role, text, written }) => {
      const party = PARTIES.has(role) ? partyIn(text, written, titleCase) : null;
      return party === null ? [] : [{ role: `${frame.type}.${role}`, ...party }];
    }),
  );
}

function partyIn(name: string, written: string, titleCase: boolean): Omit<NamedParty, "role"> | null {
  if (!titleCase && /\s\p{Ll}\S*$/u.test(written.trim())) return null;
  const words = wordsOfName(name);
  if (words.length === 0 || !words.every((word) => CAPITAL.test(word))) return null;
  const folded = words.map(foldCase);
  const rare = folded.filter((word) => !isDictionaryWord(word));
  const isName = titleCase ? rare.includes(folded.at(-1) ?? "") : rare.length > 0 || words.length > 1;
  if (!isName) return null;
  return {
    words: rare.length > 0 ? rare : folded,
    joined: folded.join(""),
    initials: words.length > 1 ? folded.map((word) => word[0]).join("") : null,
  };
}

/** Returns the words of a name, without small ones and legal forms. */
const wordsOfName = (name: string): string[] =>
  (name.replace(/['’]s\b/gu, "").match(WORD) ?? []).filter(
    (word) => !isStopWord(word.toLowerCase()) && !LEGAL_FORM.test(word.toLowerCase()),
  );

/** Acts whose parties may be people. */
const OF_ANYBODY = /^(?:lawsuit|fine)\./u;

/** Returns whether a headline tells of a name what only companies do: it buys, is bought, goes bankrupt, cuts jobs. */
export function isActingCompany(name: string, headline: string): boolean {
  const joined = wordsOfName(name).map(foldCase).join("");
  return namedParties(headline).some((party) => party.joined === joined && !OF_ANYBODY.test(party.role));
}

/** Returns whether no word behind the first shows that only names have capitals. */
const capitalisesAll = (headline: string): boolean =>
  !(headline.slice(1).match(/(?<![\p{L}\p{N}])\p{Ll}{4,}(?!\p{L})/gu) ?? []).some((word) => !isStopWord(word));
