import { statedNumbers } from "#foundation/language/stated-numbers";
import { contentStems, stem } from "#foundation/language/stem";
import { md, quote, sentence } from "./markdown.ts";
import type { Material, Passage, Source, Statement } from "./material.ts";
import { originOf } from "./origin.ts";

/** Maximum number of pairs reported, and of passages compared: the first of the sections. */
const MOST_PAIRS = 6;
const MOST_PASSAGES = 1_500;
/** Articles further apart, in days, may both be right: figures change. */
const APART_DAYS = 31;
/** Minimum of shared words for passages about one thing, and their share of the shorter passage's words. */
const SHARED = { words: 3, share: 0.5 };
const DAY_MS = 86_400_000;

/** Matches part of a word, a date or a code before digits ("COVID-19", "2026-11-22"). */
const INSIDE = /[\p{L}\d.,-]$/u;
const UNIT = /^\s(\p{L}{3,})/u;
const DENIAL =
  /\b(?:no|not|never|cannot|\w+n['’]t|den(?:y|ies|ied)|rul(?:es|ed)\s+out|refut(?:es|ed)|reject(?:s|ed)|dismiss(?:es|ed)|without)\b/i;
const DENYING = new Set(
  contentStems("deny denies denied rules ruled out refutes refuted rejects rejected dismisses dismissed"),
);
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
interface Compared {
  passage: Passage;
  at: number | null;
  stems: ReadonlySet<string>;
  /** By unit: "death", "%", "$". */
  measures: ReadonlyMap<string, number>;
  denies: boolean;
}

/**
 * Finds passages of two articles within a month that are about one thing but differ. They give two figures in one unit
 * ("12 deaths", "13 deaths"), or one denies what the other says. It compares words alone, so a reader has to judge
 * which is right; each is quoted.
 * @param ignored stems of the subject's name, which all of them have
 */
export function passagesThatDiffer(
  materials: readonly Material[],
  sources: ReadonlyMap<string, Source>,
  ignored: ReadonlySet<string>,
): Statement[] {
  const all = materials
    .flatMap(({ passages }) => passages)
    .filter(({ source, isFact }) => isFact !== true && sources.get(source)?.kind === "page")
    .slice(0, MOST_PASSAGES)
    .map((passage) => compared(passage, sources.get(passage.source), ignored));
  const holders = new Map<string, number[]>();
  const told = new Set<string>();
  const statements: Statement[] = [];
  for (const [place, one] of all.entries()) {
    if (statements.length === MOST_PAIRS) break;
    const shared = new Map<number, number>();
    for (const word of one.stems) {
      const of = holders.get(word) ?? [];
      for (const other of of) shared.set(other, (shared.get(other) ?? 0) + 1);
      holders.set(word, [...of, place]);
    }
    for (const [at, words] of shared) {
      const other = all[at];
      if (other === undefined || !isOfOneThing(one, other, words)) continue;
      const key = [one.passage.source, other.passage.source].sort().join(" ");
      if (told.has(key) || !(differInFigure(one, other) || one.denies !== other.denies)) continue;
      told.add(key);
      statements.push(statementOf(other.passage, one.passage, sources));
      if (statements.length === MOST_PAIRS) break;
    }
  }
  return statements;
}

function statementOf(a: Passage, b: Passage, sources: ReadonlyMap<string, Source>): Statement {
  const said = ({ text, source }: Passage) => md`${quote(text)} (${originOf(sources.get(source))})`;
  return { text: sentence(md`${said(a)} is not what another says: ${said(b)}.`), cites: [a.source, b.source] };
}

function compared(passage: Passage, source: Source | undefined, ignored: ReadonlySet<string>): Compared {
  const published = source?.publishedAt ?? null;
  return {
    passage,
    at: published === null ? null : Date.parse(published),
    stems: new Set(contentStems(passage.text).filter((word) => !ignored.has(word) && !DENYING.has(word))),
    measures: measuresOf(passage.text),
    denies: DENIAL.test(passage.text),
  };
}

function isOfOneThing(a: Compared, b: Compared, words: number): boolean {
  if (a.passage.source === b.passage.source) return false;
  if (a.at !== null && b.at !== null && Math.abs(a.at - b.at) > APART_DAYS * DAY_MS) return false;
  return words >= SHARED.words && words >= SHARED.share * Math.min(a.stems.size, b.stems.size);
}

function differInFigure(a: Compared, b: Compared): boolean {
  return [...a.measures].some(([unit, value]) => {
    const other = b.measures.get(unit);
    return other !== undefined && other !== value;
  });
}

/** Returns the figures of a sentence by their unit. Leaves out years, days of a month, and units with two figures. */
function measuresOf(text: string): Map<string, number> {
  const found = new Map<string, Set<number>>();
  for (const { kind, value, start, end } of statedNumbers(text)) {
    if (INSIDE.test(text.slice(0, start))) continue;
    const isYear = kind === "" && value >= 1900 && value < 2100;
    const of = kind === "" ? unitOf(UNIT.exec(text.slice(end))?.[1]) : kind;
    if (of !== null && !isYear) found.set(of, (found.get(of) ?? new Set()).add(value));
  }
  return new Map(
    [...found].flatMap(([unit, [value, ...more]]) => (value === undefined || more.length > 0 ? [] : [[unit, value]])),
  );
}

function unitOf(unit: string | undefined): string | null {
  if (unit === undefined || MONTH.test(unit)) return null;
  return contentStems(unit).length === 0 ? null : stem(unit);
}
