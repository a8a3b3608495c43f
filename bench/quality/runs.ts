import { basename } from "node:path";
import { type Judgments, type Question, readJudgments, readLines, readQuestions } from "./data.ts";
import { type Measures, measure } from "./measures.ts";
import type { QuestionSet } from "./question-sets.ts";

/** Domains of a run by question, best first. */
export type Run = Map<string, string[]>;

interface Ranked {
  domain: string;
  rank: number;
  /** Higher is better; 0 in a run that has ranks only. */
  score: number;
}

/**
 * Reads what a system answered: `question<TAB>rank<TAB>domain`, further columns are ignored, or trec_eval's
 * `question Q0 domain rank score tag`, which is ordered by score as trec_eval does.
 * @throws Error that names the line which is neither.
 */
export function readRun(file: string): Run {
  const byQuestion = new Map<string, Ranked[]>();
  for (const [i, line] of readLines(file).entries()) {
    const { question, ranked } = readRunLine(line, `${file}:${i + 1}`);
    const list = byQuestion.get(question) ?? [];
    list.push(ranked);
    byQuestion.set(question, list);
  }
  return new Map(
    [...byQuestion].map(([question, list]) => [
      question,
      list.sort((a, b) => b.score - a.score || a.rank - b.rank).map(({ domain }) => domain),
    ]),
  );
}

function readRunLine(line: string, where: string): { question: string; ranked: Ranked } {
  const trec = line.trim().split(/\s+/);
  const isTrec = trec.length === 6 && trec[1] === "Q0";
  const [question = "", domain = "", rank = "", score = "0"] = isTrec
    ? [trec[0], trec[2], trec[3], trec[4]]
    : [0, 2, 1].map((column) => line.split("\t")[column]);
  const ranked = {
    domain: domain
      .trim()
      .toLowerCase()
      .replace(/^www\./, ""),
    rank: Number(rank),
    score: Number(score),
  };
  if (!question || !ranked.domain || rank === "" || Number.isNaN(ranked.rank) || Number.isNaN(ranked.score))
    throw new Error(
      `${where}: neither "question<TAB>rank<TAB>domain" nor trec_eval's "question Q0 domain rank score tag"`,
    );
  return { question, ranked };
}

export interface ScoredRun {
  name: string;
  /** In the order of the questions; a question that the run leaves out counts as 0. */
  measures: Measures[];
  missing: number;
}

/** Scores runs of any systems on a set; no directory of companies is needed. */
export function scoreRuns(
  files: readonly string[],
  { questions, qrels }: QuestionSet,
): { ids: string[]; runs: ScoredRun[] } {
  const asked = readQuestions(questions);
  const judgments = readJudgments(qrels);
  return { ids: asked.map(({ id }) => id), runs: files.map((file) => scoreRun(file, asked, judgments)) };
}

function scoreRun(file: string, questions: readonly Question[], judgments: Judgments): ScoredRun {
  const run = readRun(file);
  return {
    name: basename(file),
    measures: questions.map(({ id, expected }) =>
      measure(run.get(id) ?? [], judgments.get(id) ?? new Map(), expected.seedDomains),
    ),
    missing: questions.filter(({ id }) => !run.has(id)).length,
  };
}
