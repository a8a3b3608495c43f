import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { isGenericCompany, isGenericRole } from "./company-words.ts";
import { gerund } from "./gerund.ts";
import { textOf } from "./phrases.ts";

/** Verbs whose object alone names the exclusion: "do not make toys" → "toys". */
const LIGHT = new Set("make produce offer sell supply provide include want need have do manufacture use".split(" "));
const DETERMINERS = new Set(
  "the a an any those these all such their its for from of to by in on with are is being interested please also other".split(
    " ",
  ),
);

/**
 * Returns the noun phrases of an exclusion. Lists are split, and determiners and polite words are removed. A role that
 * is named once applies to all: "suppliers of foil or resin" → "suppliers of foil", "suppliers of resin". In "cement or
 * lime producers", both are producers.
 */
export function exclusionPhrases(words: TaggedWord[]): string[] {
  const parts: TaggedWord[][] = [[]];
  for (const word of withOneVerb(words)) {
    if (word.pos === "PUNCT" || /^(?:and|or|nor|&|\/)$/.test(word.lower)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const lists = withSharedNoun(
    parts
      .map(withoutClause)
      .map(trimmed)
      .filter((part) => part.length > 0),
  );
  return [...new Set(shareRoles(lists))];
}

/**
 * "Makers of saws whose drills are a side line" are makers of saws. "Companies whose crops are abroad" and "suppliers for whom
 * drills are a side line" name no kind without their clause, and fall away.
 */
function withoutClause(words: TaggedWord[]): TaggedWord[] {
  const at = words.findIndex(({ lower }) => /^(?:whose|whom)$/.test(lower));
  if (at < 0) return words;
  const kept = words.slice(0, at);
  const isBare = kept.every(({ lower }) => DETERMINERS.has(lower) || isGenericCompany(lower) || isGenericRole(lower));
  return isBare ? [] : kept;
}

/** Gives an adjective the noun of the next part: "clinical or medical labs" are clinical labs and medical labs. */
function withSharedNoun(lists: TaggedWord[][]): TaggedWord[][] {
  return lists.map((list, i) => {
    const [only, ...others] = list;
    const noun = lists[i + 1]?.at(-1);
    const isBare = only !== undefined && others.length === 0 && baseForm(only.lower, "adj") === only.lower;
    const isShared =
      noun !== undefined && (lists[i + 1]?.length ?? 0) > 1 && synsetsOf(only?.lower ?? "", "noun", 1).length === 0;
    return isBare && isShared ? [only, noun] : list;
  });
}

/**
 * Keeps one of two verbs with one object: "that manufacture and distribute pumps". A verb that leaves the role open is
 * kept, otherwise the second.
 */
function withOneVerb(words: TaggedWord[]): TaggedWord[] {
  const at = words.findIndex(
    (word, i) =>
      /^(?:and|or)$/.test(word.lower) &&
      words[i - 1]?.pos === "VERB" &&
      words[i + 1]?.pos === "VERB" &&
      RELATIVE.test(words[i - 2]?.lower ?? ""),
  );
  if (at < 0) return words;
  const isLight = LIGHT.has(words[at - 1]?.lower ?? "");
  return words.filter((_, i) => i !== at && i !== (isLight ? at + 1 : at - 1));
}

/** "Anybody who only services turbines": the activity is the exclusion. */
const ANY_COMPANY = /^(?:anybody|anyone|everybody|everyone|those|ones|them|people)$/;
const RELATIVE = /^(?:that|which|who)$/;
const ASIDE = /^(?:only|just|merely|mainly|mostly|purely|also|exclusively|solely|simply|primarily|are|is)$/;

function trimmed(words: TaggedWord[]): TaggedWord[] {
  const relative = words.findIndex(({ lower }) => RELATIVE.test(lower));
  const isOfAnybody =
    relative >= 0 &&
    words
      .slice(0, relative)
      .every(({ lower }) => ANY_COMPANY.test(lower) || DETERMINERS.has(lower) || isGenericCompany(lower));
  const verbAt = isOfAnybody ? words.findIndex(({ lower }, i) => i > relative && !ASIDE.test(lower)) : -1;
  const clause = words[verbAt];
  if (clause !== undefined && clause.pos !== "PUNCT" && !/^(?:no|not)$/.test(clause.lower))
    return ofClause(words.slice(verbAt));
  let from = 0;
  let to = words.length;
  while (from < to && (DETERMINERS.has(words[from]?.lower ?? "") || /^(?:no|not)$/.test(words[from]?.lower ?? "")))
    from++;
  while (
    to > from &&
    /^(?:please|thanks|though|however|either|for|in|from|of|them|themselves|itself|too|yet|already|currently|anymore|as|well|to|by|that|which|who|should|must|can|may|need|be|are|is|were)$/.test(
      words[to - 1]?.lower ?? "",
    )
  )
    to--;
  // "do not make toys" excludes toys, "do not sell to consumers" excludes selling to them.
  const verb = words[from];
  if (verb && LIGHT.has(verb.lower) && words[from + 1]?.pos === "ADP") {
    const doing = gerund(verb.lower);
    return [{ ...verb, text: doing, lower: doing }, ...words.slice(from + 1, to)];
  }
  // "… but do not make it"
  while (to - from > 1 && /^(?:it|any)$/.test(words[to - 1]?.lower ?? "")) to--;
  if (verb && LIGHT.has(verb.lower) && to - from > 1) from++;
  while (from < to && DETERMINERS.has(words[from]?.lower ?? "")) from++;
  const [only, ...others] = words.slice(from, to);
  // "do not produce yet"
  const maker = only?.pos === "VERB" && others.length === 0 ? makersOf(only) : null;
  return maker === null ? words.slice(from, to) : [maker];
}

/**
 * Returns the kind of company that a verb and its object state: "only services turbines" → "servicing turbines", "sell
 * cars" → "sellers of cars".
 */
function ofClause(words: TaggedWord[]): TaggedWord[] {
  const [verb, ...rest] = words;
  const base = verb ? baseForm(verb.lower, "verb") : null;
  if (!verb || base === null || /ing$/.test(verb.lower)) return trimmed(words);
  const object = trimmed(rest.filter(({ lower }) => !/^(?:them|it|these|those)$/.test(lower)));
  const agent = AGENTS[base];
  const put = (text: string): TaggedWord => ({ ...verb, text, lower: text, pos: "NOUN" });
  if (agent !== undefined) return object.length > 0 ? [put(agent), put("of"), ...object] : [put(agent)];
  const maker = object.length === 0 ? makersOf(verb) : null;
  if (maker !== null) return [maker];
  return LIGHT.has(base) ? object : [put(gerund(base)), ...object];
}

/** Verbs of trade and their agent nouns, which have a known role. */
const AGENTS: Record<string, string> = {
  sell: "sellers",
  resell: "resellers",
  distribute: "distributors",
  trade: "traders",
  import: "importers",
  retail: "retailers",
};

/** The same where the verb has no object: "companies that mainly manufacture". */
const MAKERS: Record<string, string> = { make: "makers", manufacture: "manufacturers", produce: "producers" };

function makersOf(verb: TaggedWord): TaggedWord | null {
  const makers = MAKERS[baseForm(verb.lower, "verb") ?? ""];
  return makers === undefined ? null : { ...verb, text: makers, lower: makers, pos: "NOUN" };
}

function shareRoles(lists: TaggedWord[][]): string[] {
  const first = lists[0] ?? [];
  const of = first.findIndex((word) => word.lower === "of");
  // "suppliers of laminate, foil …": the later parts continue the first part's complement.
  if (
    of > 0 &&
    lists.length > 1 &&
    isRoleWord(first[of - 1]) &&
    lists.slice(1).every((part) => !part.some(isRoleWord))
  ) {
    const opening = textOf(first.slice(0, of + 1));
    return lists.map((part, i) => (i === 0 ? textOf(part) : `${opening} ${textOf(part)}`));
  }
  const last = lists.at(-1) ?? [];
  const role = last.at(-1);
  const bare = (part: TaggedWord[]): boolean => part.length === 1 && !isPlural(part[0]) && !isRoleWord(part[0]);
  if (lists.length > 1 && last.length > 1 && role && isRoleWord(role) && lists.slice(0, -1).every(bare)) {
    return lists.map((part, i) => (i === lists.length - 1 ? textOf(part) : `${textOf(part)} ${role.text}`));
  }
  return lists.map(textOf);
}

function isRoleWord(word: TaggedWord | undefined): boolean {
  return word !== undefined && (isGenericRole(word.lower) || isGenericCompany(word.lower));
}

/** Whether a word is a plural, which is complete by itself in a list ("banks or fund managers"). */
function isPlural(word: TaggedWord | undefined): boolean {
  return (
    word !== undefined &&
    /s$/.test(word.lower) &&
    !/ss$/.test(word.lower) &&
    synsetsOf(word.lower.replace(/s$/, ""), "noun", 1).length > 0
  );
}
