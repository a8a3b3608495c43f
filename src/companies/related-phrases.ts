import type { Queries } from "#foundation/db/database";
import { oneSpelling, stem } from "#foundation/language/stem";
import { foldCase, sentences, tokens } from "#foundation/language/tokenize";
import { wordFamily } from "#foundation/language/wordnet";
import { nounPhrases } from "./noun-phrases.ts";

/** Number of companies whose main business is compared with the terms. */
const MATCHES = 600;
/** Number of those whose words are read. */
const COMPANIES = 90;
/** Below this number of companies that name it in their first sentence, the second sentence counts too. */
const FEW = 15;
/** Number of characters of a description that are read: later text is seldom the offer. */
const READ = 1_000;
/** Below this number of companies with that main business, the best matches by words must do. */
const ENOUGH = 5;
const BY_WORDS = 30;
/** Number of phrases whose frequency in the whole directory is counted. */
const COUNTED = 120;
/** Minimum of records with a phrase: a single company's word is its own. */
const MIN_COMPANIES = 2;
/** Minimum share of the trade among all companies with a phrase: "brake shoes" do not belong to shoe shops. */
const LEAST = 0.03;
/** Stems that name no trade by themselves. */
const ANYTHING = new Set(
  "softwar product servic system solut network equip industri busi applic platform agenc compani firm oper provid machin machineri line chain brand".split(
    " ",
  ),
);
/** Premises and agents: what happens there, and the thing that agents make, name the trade as well ("dialysis services", "roasted coffee"). */
const PREMISES = new Set("clinic home hous store shop park mill util station salon garag".split(" "));
const AGENT = /(?:er|or)s?$/;
const THINGS = new Set("equip system machin machineri network platform softwar".split(" "));
const FUNCTION_WORDS = new Set("a an the and or of for to in on by with from that which who their its".split(" "));

/** Forms in which software is offered. */
const OF_SOFTWARE = new Set("solut platform applic suit system".split(" "));
/** Nouns under which a trade is offered: "insurance brokerage services". */
const AS_OFFERED = new Set("servic product devic instrument".split(" "));
/** Number of other words of a family that are searched for. */
const MAX_FAMILY = 3;

interface Match {
  keywords: string[];
  description: string;
}

/** What is known about the requested companies' role. */
export interface AskedRole {
  /** Whether a main business shows the role. */
  isOfRole: (mainBusiness: string) => boolean;
  /** Whether they make what they offer. */
  isMaker: boolean;
}

/**
 * A term's words that identify its trade, each by the stems of its family ("miner", "mine"), and its head noun with its
 * family.
 */
interface Asked {
  telling: string[][];
  /** Families that a phrase must contain to name the trade. */
  subject: string[][];
  heads: string[];
  /** Whether the trade is named by premises, so that services are its offer and things are others'. */
  isPremises: boolean;
  isSoftware: boolean;
  /**
   * Whether the head is a word for all kinds of things ("equipment"). A company must then have it together with what
   * identifies the trade.
   */
  isThing: boolean;
}

function askedOf(term: string, isMaker: boolean): Asked[] {
  const words = tokens(coreOf(term)).filter(({ word }) => !FUNCTION_WORDS.has(foldCase(word)));
  const families = words.map(({ word }) => [...new Set([word, ...wordFamily(word)].map(stem))]);
  const head = families.at(-1);
  if (head === undefined) return [];
  const telling = families.filter(([one = ""]) => !ANYTHING.has(one));
  const isAgent = isMaker && head.length > 1 && AGENT.test(words.at(-1)?.word ?? "");
  const others = telling.filter((one) => one !== head);
  const subject = (isAgent || PREMISES.has(head[0] ?? "")) && others.length > 0 ? others : telling;
  return [
    {
      telling: telling.length > 0 ? telling : families,
      subject: subject.length > 0 ? subject : families,
      heads: [...head, ...(isAgent ? (others.at(-1) ?? []) : [])],
      isPremises: PREMISES.has(head[0] ?? "") && !isMaker,
      isSoftware: head[0] === "softwar",
      isThing: THINGS.has(head[0] ?? ""),
    },
  ];
}

const coreOf = (term: string): string => term.split(/\s+(?:of|for|with|from|in)\s+/i)[0] ?? term;

/**
 * Returns a term and other ways to say it. One has American spelling ("orthopedic"), which PostgreSQL does not equate
 * with British spelling. The others replace the last word by the words of its family ("gold mining").
 */
function sayings(term: string): string[] {
  const words = coreOf(term.toLowerCase()).split(/\s+/);
  const akin = wordFamily(words.at(-1) ?? "").slice(0, MAX_FAMILY);
  return [term, words.map(oneSpelling).join(" "), ...akin.map((one) => [...words.slice(0, -1), one].join(" "))];
}

/** Stems all words: "contact" lenses are not other lenses, and aluminium "cans" are not other aluminium. */
const stemsOf = (text: string): string[] => tokens(text).map(({ word }) => stem(word));

const stemmed = (phrase: string) => phrase.split(" ").map(stem).join(" ");

/**
 * Returns phrases by which companies in the terms' main business name it, or kinds of it, best first: labels and noun
 * phrases of their records. Two statements.
 */
export async function relatedPhrases(
  db: Queries,
  terms: string[],
  { isOfRole, isMaker }: AskedRole = { isOfRole: () => true, isMaker: false },
): Promise<string[]> {
  if (terms.length === 0) return [];
  const matches = await db.query<Match>(
    `SELECT c.keywords, c.description FROM companies c,
       (SELECT string_agg('(' || websearch_to_tsquery('english', t)::text || ')', ' | ')::tsquery AS query
        FROM unnest($1::text[]) AS t WHERE websearch_to_tsquery('english', t)::text <> '') AS q
     WHERE c.search @@ q.query ORDER BY ts_rank_cd(c.search, q.query, 1) DESC, c.id LIMIT ${MATCHES}`,
    [[...new Set(terms.flatMap(sayings))]],
  );
  const asked = terms.flatMap((term) => askedOf(term, isMaker));
  const ofTrade = tradeOf(matches, asked, isOfRole);
  const read = ofTrade.length < ENOUGH ? matches.slice(0, BY_WORDS) : ofTrade.slice(0, COMPANIES);
  const shared = sharedPhrases(read, asked, new Set(terms.map((term) => stemmed(term.toLowerCase()))));
  const totals = await db.query<{ total: number }>(
    `SELECT (SELECT count(*)::int FROM companies c WHERE c.search @@ phraseto_tsquery('english', p.phrase)) AS total
     FROM unnest($1::text[]) WITH ORDINALITY AS p(phrase, position) ORDER BY p.position`,
    [shared.map(({ text }) => text)],
  );
  const worth = shared.flatMap(({ text, companies }, i) => {
    const total = Math.max(1, totals[i]?.total ?? 1, companies);
    if (total < MIN_COMPANIES) return [];
    // Extrapolated, as if all companies of the trade had been read.
    const share = Math.min(1, (companies * Math.max(1, ofTrade.length / read.length)) / total);
    const kind = kindOf(stemsOf(text), asked, share);
    // Divided by the square root of all companies that use it, which rewards typical phrases that are not too common.
    return kind === 0 ? [] : [{ text, worth: (kind * companies) / Math.sqrt(total) }];
  });
  worth.sort((a, b) => b.worth - a.worth || a.text.localeCompare(b.text));
  return withoutLonger(worth.map(({ text }) => text));
}

/** Returns the companies with that main business; where they are few, also those that name it in the next sentence. */
function tradeOf(matches: Match[], asked: Asked[], isOfRole: (mainBusiness: string) => boolean): Match[] {
  const within = (last: number) =>
    matches.filter(({ description }) => {
      const spans = sentences(description).slice(0, last + 1);
      const main = description.slice(spans[0]?.start ?? 0, spans[0]?.end ?? 0);
      const shown = new Set(stemsOf(description.slice(spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0)));
      return (
        isOfRole(main) &&
        asked.some(
          (one) =>
            isSaid(one.telling, shown) && (!one.isThing || one.heads.some((head) => shown.has(head)) || one.isSoftware),
        )
      );
    });
  const byMain = within(0);
  return byMain.length < FEW ? within(1) : byMain;
}

/** Returns the phrases that contain the requested words, the most used first. */
function sharedPhrases(read: Match[], asked: Asked[], own: Set<string>): { text: string; companies: number }[] {
  const used = new Map<string, { text: string; companies: number }>();
  for (const { keywords, description } of read) {
    const ofCompany = new Map<string, string>();
    for (const phrase of [
      ...keywords.map((keyword) => keyword.toLowerCase()),
      ...nounPhrases(description.slice(0, READ)),
    ])
      ofCompany.set(stemmed(phrase), phrase);
    for (const [key, text] of ofCompany) used.set(key, { text, companies: (used.get(key)?.companies ?? 0) + 1 });
  }
  const names = (text: string) => asked.some(({ subject }) => isSaid(subject, new Set(stemsOf(text))));
  return [...used]
    .filter(([key]) => !own.has(key))
    .map(([key, { text, companies }]) => ({ key, text, companies, isNaming: names(text) }))
    .filter(({ companies, isNaming }) => companies >= MIN_COMPANIES || isNaming)
    .sort((a, b) => Number(b.isNaming) - Number(a.isNaming) || b.companies - a.companies || a.key.localeCompare(b.key))
    .slice(0, COUNTED);
}

/** Whether a text has a word of each family. */
const isSaid = (families: string[][], shown: Set<string>): boolean =>
  families.every((family) => family.some((one) => shown.has(one)));

/**
 * Rates a phrase: 2 for the trade or a kind of it, 1 for a form in which it is offered, otherwise 0. Readers mostly
 * refused parts of a thing and other products of its makers.
 * @param share share of the trade among all companies that use it, 0–1
 */
function kindOf(stems: string[], asked: Asked[], share: number): number {
  const last = stems.at(-1);
  if (last === undefined || share < LEAST) return 0;
  const shown = new Set(stems);
  const named = asked.filter((one) => isSaid(one.subject, shown));
  if (named.some(({ heads }) => heads.includes(last))) return 2;
  if (named.some(({ isSoftware }) => isSoftware)) return OF_SOFTWARE.has(last) ? 1 : 0;
  if (named.some(({ isThing }) => isThing)) return THINGS.has(last) ? 1 : 0;
  if (named.some(({ isPremises }) => isPremises)) return last === "servic" ? 1 : 0;
  return named.length > 0 && AS_OFFERED.has(last) ? 1 : 0;
}

/** Drops phrases that add nothing: "furnace slag cement" after "slag cement", and the shorter after the longer. */
function withoutLonger(phrases: string[]): string[] {
  const kept: { text: string; stems: Set<string> }[] = [];
  for (const text of phrases) {
    const stems = new Set(stemsOf(text));
    const isIn = (a: Set<string>, b: Set<string>) => [...a].every((one) => b.has(one));
    if (!kept.some((other) => isIn(other.stems, stems) || isIn(stems, other.stems))) kept.push({ text, stems });
  }
  return kept.map(({ text }) => text);
}
