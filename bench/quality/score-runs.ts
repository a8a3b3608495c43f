import type { QuestionSet } from "./question-sets.ts";
import { intervalsOf, measureCell, printHead, printIntervals } from "./report.ts";
import { scoreRuns } from "./runs.ts";
import { table } from "./table.ts";

/** Prints how runs of any systems score on a set: question by question, unless the set is held out, and in the mean. */
export function printScoredRuns(files: readonly string[], set: QuestionSet, asJson: boolean): void {
  const { ids, runs } = scoreRuns(files, set);
  const means = Object.fromEntries(runs.map(({ name, measures }) => [name, intervalsOf(measures)]));
  if (asJson) {
    const questions = set.meansOnly ? [] : ids.map((id, i) => ({ id, runs: runs.map(({ measures }) => measures[i]) }));
    process.stdout.write(`${JSON.stringify({ set: set.name, runs: means, questions }, null, 2)}\n`);
    return;
  }
  process.stdout.write(printHead(set, ids.length));
  for (const { name, missing } of runs)
    if (missing > 0) process.stdout.write(`${name} leaves out ${missing} questions; they count as 0.\n`);
  if (!set.meansOnly)
    process.stdout.write(
      `${table([
        ["P@10 · nDCG@10 · recall@50", ...runs.map(({ name }) => name)],
        ...ids.map((id, i) => [id, ...runs.map(({ measures }) => measureCell(measures[i]))]),
      ])}\n`,
    );
  process.stdout.write(printIntervals(means));
}
