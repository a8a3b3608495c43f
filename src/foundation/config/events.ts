import { resolve } from "node:path";
import { z } from "zod";
import { oneName } from "./values.ts";

/** The part of the environment that says how events are written. */
export const eventsEnvironment = {
  EVENT_TAXONOMY: z.string().min(1).optional(),
  EVENT_CONTENT: oneName(["rules", "model"]).default("rules"),
};

export interface EventsConfig {
  /** File with the taxonomy of events (docs/event-taxonomy.md). Undefined: the one that ships with the product. */
  taxonomy: string | undefined;
  /** What decides an event's alert types and summary: the rules, or the language model where it has an answer. */
  content: "rules" | "model";
}

/** The event settings of the environment, and what is wrong with them. */
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
    mistakes: isUnread ? ["EVENT_CONTENT=model needs a LANGUAGE_MODEL (docs/providers/language-models.md)"] : [],
  };
}
