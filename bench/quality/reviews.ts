import { mix32 } from "#foundation/language/hash32";
import { learnFromReviews, rankByReviews } from "#markets/reviews/rank-by-reviews";
import { suggestReviews } from "#markets/reviews/suggest-reviews";
import type { ReviewableRow } from "./discover.ts";
import { mean, measure, measureAnswer, RELEVANT } from "./measures.ts";
import { table } from "./table.ts";

/** A question's candidates, as its discovery left them, and their judgments, which answer as the reviewer. */
export interface ReviewedQuestion {
  candidates: ReviewableRow[];
  grades: Map<string, number>;
  seeds: string[];
  wanted: number;
}

/** Answers after which is measured; five are given at a time. */
const AFTER = [0, 5, 10, 20];
const AT_ONCE = 5;

/** Who chooses what is reviewed next: the product; the reader, from the top of the first list; nobody. */
const CHOICES = ["suggested", "from the top", "at random"] as const;
type Choice = (typeof CHOICES)[number];

interface Point {
  /** nDCG@10 of the market's list, the reviewed included. */
  list: number;
  /** Of the companies that nobody reviewed, against the judgments of these alone: as learned, and as the discovery ranked them. */
  others: number;
  othersBefore: number;
  /** Of the market: how many companies, the share with grade 2, and the share found of the wanted. */
  size: number;
  fully: number;
  found: number;
  /** Share of the reviewed that the judgments do not have, which count as rejected. */
  unjudged: number;
}

function nextOf(choice: Choice, candidates: readonly ReviewableRow[], reviews: ReadonlyMap<number, boolean>): number[] {
  if (choice === "suggested")
    return suggestReviews(learnFromReviews(candidates, reviews), reviews, AT_ONCE).map(({ companyId }) => companyId);
  const open = candidates.filter(({ companyId, satisfies }) => satisfies && !reviews.has(companyId));
  // Numbers that look random, and are the same in every run.
  const order = (one: ReviewableRow) => (choice === "at random" ? mix32(one.companyId * 7919 + 1) : -one.score);
  return open
    .sort((a, b) => order(a) - order(b) || a.companyId - b.companyId)
    .slice(0, AT_ONCE)
    .map(({ companyId }) => companyId);
}

function pointOf(question: ReviewedQuestion, reviews: ReadonlyMap<number, boolean>): Point {
  const { candidates, grades, seeds, wanted } = question;
  const domainOf = new Map(candidates.map(({ companyId, domain }) => [companyId, domain]));
  const domains = (ids: number[]) => ids.map((id) => domainOf.get(id) ?? "");
  const reviewed = learnFromReviews(candidates, reviews);
  const list = rankByReviews(reviewed, reviews);
  // The list is cut, so that those below follow it, as in the other reports.
  const below = candidates.filter(({ satisfies, companyId }) => satisfies && !list.includes(companyId));
  const keyOf = (companyId: number) => reviewed.keys[reviewed.positions.get(companyId) ?? 0] ?? 0;
  const learned = [
    ...list,
    ...below
      .filter(({ companyId }) => !reviews.has(companyId))
      .map(({ companyId }) => companyId)
      .sort((a, b) => keyOf(b) - keyOf(a) || a - b),
  ];
  const isOpen = (companyId: number) => !reviews.has(companyId);
  const before = candidates
    .filter(({ satisfies }) => satisfies)
    .sort((a, b) => b.score - a.score || a.companyId - b.companyId)
    .map(({ companyId }) => companyId);
  const known = new Set(domains([...reviews.keys()]));
  const openGrades = new Map([...grades].filter(([domain]) => !known.has(domain)));
  const answer = measureAnswer(domains(list), grades, wanted);
  return {
    list: measure(domains(learned), grades, seeds).ndcgAt10,
    others: measure(domains(learned.filter(isOpen)), openGrades, seeds).ndcgAt10,
    othersBefore: measure(domains(before.filter(isOpen)), openGrades, seeds).ndcgAt10,
    size: answer.size,
    fully: answer.fully ?? 0,
    found: answer.found,
    unjudged: known.size === 0 ? 0 : [...known].filter((domain) => !grades.has(domain)).length / known.size,
  };
}

/** What one question comes to after each number of answers. */
function pointsOf(choice: Choice, question: ReviewedQuestion): Point[] {
  const { candidates, grades } = question;
  const domainOf = new Map(candidates.map(({ companyId, domain }) => [companyId, domain]));
  const reviews = new Map<number, boolean>();
  return AFTER.map((answers) => {
    while (reviews.size < answers) {
      const next = nextOf(choice, candidates, reviews);
      if (next.length === 0) break;
      for (const id of next) reviews.set(id, (grades.get(domainOf.get(id) ?? "") ?? 0) >= RELEVANT);
    }
    return pointOf(question, reviews);
  });
}

export interface ReviewRow extends Point {
  choice: Choice;
  answers: number;
}

/** Means over the questions, for each choice and number of answers. */
export function measureReviews(questions: readonly ReviewedQuestion[]): ReviewRow[] {
  return CHOICES.flatMap((choice) => {
    const points = questions.map((question) => pointsOf(choice, question));
    return AFTER.map((answers, i): ReviewRow => {
      const of = (key: keyof Point) => mean(points.map((one) => one[i]?.[key] ?? 0));
      return {
        choice,
        answers,
        list: of("list"),
        others: of("others"),
        othersBefore: of("othersBefore"),
        size: of("size"),
        fully: of("fully"),
        found: of("found"),
        unjudged: of("unjudged"),
      };
    });
  });
}

/** The table for people. */
export function printReviews(rows: readonly ReviewRow[]): string {
  return `${table([
    ["reviews", "answers", "nDCG@10", "of the others", "as before", "companies", "grade 2", "found", "unjudged"],
    ...rows.map((row) => [
      row.choice,
      String(row.answers),
      row.list.toFixed(3),
      row.others.toFixed(3),
      row.othersBefore.toFixed(3),
      row.size.toFixed(1),
      row.fully.toFixed(2),
      row.found.toFixed(2),
      row.unjudged.toFixed(2),
    ]),
  ])}\n`;
}
