import { resolve } from "node:path";
import { z } from "zod";
import { oneName } from "./values.ts";

/** Environment variables that choose how events are written. */
export const eventsEnvironment = {
  EVENT_TAXONOMY: z.string().min(1).optional().meta({
    description: "file with the alert types, measures and scores of events ([format](event-taxonomy.md))",
    unset: "the bundled one",
  }),
  EVENT_CONTENT: oneName(["rules", "model"])
    .default("rules")
    .describe(
      "what decides an event's alert types and summary: `rules`, or `model`, the language model ([details](events.md#read-by-a-language-model))",
    ),
};

export interface EventsConfig {
  /** File with the event taxonomy (docs/event-taxonomy.md); undefined means the shipped one. */
  taxonomy: string | undefined;
  /** What decides an event's alert types and summary: the rules, or the language model where it answers. */
  content: "rules" | "model";
}

/** Reads the settings of events. Also returns what is wrong with them. */
export function readEvents(e: z.output<z.ZodObject<typeof eventsEnvironment>> & { LANGUAGE_MODEL: string }): {
  events: EventsConfig;
  mistakes: string[];
} {
  const isUnread = e.EVENT_CONTENT === "model" && e.LANGUAGE_MODEL === "none";
  return {
    events: {
      taxonomy: e.EVENT_TAXONOMY === undefined ? undefined : resolve(e.EVENT_TAXONOMY),
      content: e.EVENT_CONTENT,
    },
    mistakes: isUnread ? ["EVENT_CONTENT=model requires LANGUAGE_MODEL (docs/providers/language-models.md)"] : [],
  };
}
