import { type Question, readLines } from "./data.ts";

const FILE = "bench/quality/translated/questions.tsv";

export type Half = "development" | "kept";

/** The questions that are translated, once in each language of the half: "m009-de". The labels are those of the original. */
export function translatedQuestions(questions: Question[], half: Half): Question[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return readLines(FILE)
    .slice(1)
    .map((line) => line.split("\t"))
    .flatMap(([id = "", language = "", inHalf, text = ""]) => {
      const original = byId.get(id);
      return original && inHalf === half ? [{ ...original, id: `${id}-${language}`, question: text }] : [];
    });
}

/** The id of the question whose judgments count. */
export function originalOf(id: string): string {
  return id.replace(/-(?:de|fr|es)$/, "");
}
