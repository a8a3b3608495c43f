import { z } from "zod";
import { storableLine } from "#foundation/language/storable-text";
import type { ModelTask } from "#providers/language-model/language-model";
import { readPrompt } from "#providers/language-model/prompt-file";
import type { Question } from "../report/answer.ts";
import type { Passage, Source } from "../report/material.ts";
import { originOf } from "../report/origin.ts";

/** The prompt for summaries. */
export const SUMMARISE_DOSSIER = readPrompt(new URL("./prompts/summarise-dossier.md", import.meta.url));

/** Six sentences with four quotations each come to about 1,800. */
const MOST_TOKENS = 2_500;
/** Longest name of a source in characters; it may be the title of a page. */
const LONGEST_ORIGIN = 200;

const summaryAnswer = z.object({
  sentences: z.array(
    z.object({ sentence: z.string(), evidence: z.array(z.object({ passage: z.number(), quote: z.string() })) }),
  ),
});

/** A model's unverified answer to a dossier's question. */
export type SummaryAnswer = z.output<typeof summaryAnswer>;

/** Makes the model's task; the passages are numbered from 1, in the given order. */
export function summaryTask(
  { text, about }: Question,
  passages: readonly Passage[],
  sources: ReadonlyMap<string, Source>,
): ModelTask<SummaryAnswer> {
  return {
    prompt: SUMMARISE_DOSSIER,
    data: {
      question: text,
      about,
      passages: passages.map((passage, i) => ({
        number: i + 1,
        from: storableLine(originOf(sources.get(passage.source)), LONGEST_ORIGIN),
        text: passage.text,
      })),
    },
    schema: summaryAnswer,
    maxOutputTokens: MOST_TOKENS,
  };
}
