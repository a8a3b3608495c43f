import { z } from "zod";
import type { ModelTask } from "#providers/language-model/language-model";
import { readPrompt } from "#providers/language-model/prompt-file";
import type { ReadEvent } from "../content/read-observations.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { shownArticles } from "./shown-articles.ts";

/** The prompt for reading events. */
export const READ_EVENT = readPrompt(new URL("./prompts/read-event.md", import.meta.url));

/** Maximum output tokens. Five types with three quotations each, and three sentences, take about 1,500. */
const MOST_TOKENS = 2_000;
/** Maximum characters of a type's meaning, which an operator may have written. */
const LONGEST_MEANING = 300;

const readingAnswer = z.object({
  alertTypes: z.array(
    z.object({
      name: z.string(),
      fit: z.enum(["exactly", "mostly", "partly"]),
      quotes: z.array(z.string()),
      reason: z.string(),
    }),
  ),
  summary: z.array(z.object({ sentence: z.string(), quote: z.string() })),
});

/** A model's unverified answer about an event. */
export type ReadingAnswer = z.output<typeof readingAnswer>;

/**
 * Builds the model's task for an event. The same observations in any order give the identical task, which is the key of
 * its recorded answer. The alert types come first, because providers charge less for a cached prefix.
 */
export function readingTask(event: ReadEvent, { file }: Pick<Taxonomy, "file">): ModelTask<ReadingAnswer> {
  return {
    prompt: READ_EVENT,
    data: {
      alertTypes: file.alertTypes.map(({ name, definition }) => ({
        name,
        meaning: definition.slice(0, LONGEST_MEANING).toWellFormed(),
      })),
      articles: shownArticles(event).map(({ headline, text }) => ({ headline, text })),
    },
    schema: readingAnswer,
    maxOutputTokens: MOST_TOKENS,
  };
}
