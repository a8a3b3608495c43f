import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { isStopWord } from "#foundation/language/stop-words";
import { type TaggedWord, tagWords } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { PARAMETER, type TestName, testNamesIn } from "./test-names.ts";

const FINITE = new Set("is are was were has have does do can cannot may must will would".split(" "));
/** A verb behind one of them is no predicate. */
const INFINITIVE = new Set(["to", "and", "or", "not"]);
/** What an object begins with: a word in front of it that may be a verb is one. */
const OBJECT = new Set("a an the no nothing nobody its their all every each both one only it them what".split(" "));
const PLACEHOLDER: TaggedWord = { text: PARAMETER, lower: "", pos: "PROPN", start: 0, end: 0 };
const NO_SUBJECT = "does not say of what: it has no subject";
const LABEL = /^\p{Lu}{1,2}\d+$/u;

/**
 * Whether a verb in the present stands there. The tagger knows one by its neighbours, but takes many for the plural of
 * a noun. At the beginning of a name, and in front of an object, what may be a verb is one.
 */
function isPredicate(words: readonly TaggedWord[], at: number, saidFrom: number): boolean {
  const { lower, pos } = words[at] as TaggedWord;
  const before = words[at - 1];
  const next = words[at + 1]?.lower ?? "";
  if (before === undefined || INFINITIVE.has(before.lower)) return false;
  if (FINITE.has(lower)) return true;
  const base = baseForm(lower, "verb");
  if (base === null || /ing$/.test(lower) || (lower !== base && lower.endsWith("ed"))) return false;
  if (at === saidFrom) return (lower.endsWith("s") || lower === base) && next !== "of";
  if (lower !== base) return lower.endsWith("s") && (pos === "VERB" || OBJECT.has(next));
  return pos === "VERB" && !["ADJ", "DET", "ADP"].includes(before.pos);
}

/** Whether a phrase names a thing: more than function words and qualities. */
const namesSomething = (phrase: readonly TaggedWord[]): boolean =>
  phrase.some(({ lower, pos }) => ["PROPN", "PRON", "DET"].includes(pos) || (!isStopWord(lower) && isNoun(lower)));
const isNoun = (word: string): boolean => !/^\p{L}+$/u.test(word) || baseForm(word, "noun") !== null;

/** Why the name of a test is no whole sentence; null: it is one. */
function problemOf({ described, said }: TestName): string | null {
  const front = described.join(" ");
  const words = tagWords(`${front} ${said}`.trim());
  if (words.filter(({ text }) => /\p{L}{2}/u.test(text) && text !== PARAMETER).length < 3) return "is too short";
  if (described.some((one) => LABEL.test(one))) return "has a label for its subject";
  if (/^should\b/.test(said)) return "says what should be, not what is";
  const saidFrom = words.findIndex(({ start }) => start >= (front === "" ? 0 : front.length + 1));
  if (described.length === 0 && isPredicate([PLACEHOLDER, ...words], 1, -1)) return NO_SUBJECT;
  const predicates = words.flatMap((_, i) => (i >= saidFrom && isPredicate(words, i, saidFrom) ? [i] : []));
  // "an answer that breaks off" says nothing yet.
  const [at = -1] = /^(?:that|who|which|whose)\b/.test(said) ? predicates.slice(1) : predicates;
  if (at < 0) return "says nothing: it has no verb";
  return namesSomething(words.slice(0, at)) ? null : NO_SUBJECT;
}

describe("the name of a test", () => {
  it("is a whole sentence: a failure is understood without its code", () => {
    const tests = join(projectRoot(), "test");
    const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
    const broken = files.flatMap((file) =>
      testNamesIn(join(tests, file)).flatMap((name) => {
        const problem = problemOf(name);
        return problem === null ? [] : [`${file}: "${[...name.described, name.said].join(" > ")}" ${problem}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it.each([
    ["a market", "keeps the criteria of its last discovery"],
    ["stored events", "come to the same groups in whatever order articles arrive"],
    ["a file that is something else", `is refused at once: ${PARAMETER}`],
    ["the list of feeds", `refuses ${PARAMETER}`],
    ["a second import of the same file changes nothing"],
    ["sign-in", "by session", "ends with the access of its team"],
  ])("passes as a sentence: %j", (...name) => {
    expect(problemOf({ described: name.slice(0, -1), said: name.at(-1) ?? "" })).toBeNull();
  });

  it.each<[problem: string, ...name: string[]]>([
    ["no verb", "a file that is something else is refused at once", PARAMETER],
    ["no verb", "company names", "in German and French"],
    ["no verb", "a market", "creation of companies"],
    ["no verb", "importing", "the stored companies of a team"],
    ["no verb", "what is said of a team", `by ${PARAMETER}: ${PARAMETER}`],
    ["no verb", "a language model", "that breaks off in its answer"],
    ["no subject", "is left by Ctrl-C where an import waits"],
    ["no subject", "reads quoted fields with delimiters"],
    ["label", "E13", "sorts by revenue and name"],
    ["should", "a market", "should keep its criteria"],
    ["too short", "markets", "work"],
  ])("is told what it lacks (%s): %j", (problem, ...name) => {
    expect(problemOf({ described: name.slice(0, -1), said: name.at(-1) ?? "" })).toContain(problem);
  });
});
