import { readConfig } from "#foundation/config/config";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { EventContent } from "#intelligence/events/content/content";
import { alertMeaning } from "#intelligence/events/meaning/alert-meaning";
import type { Taxonomy } from "#intelligence/events/taxonomy/taxonomy";
import type { Headline } from "./headlines.ts";

/** Composes each headline as an event of its own, as the service does where the shipped sentence model runs. */
export async function composeHeadlines(
  headlines: readonly Headline[],
  taxonomy: Taxonomy,
  { termsOnly = false }: { termsOnly?: boolean | undefined } = {},
): Promise<EventContent[]> {
  const events = headlines.map(({ document: { title, url, publisher, publishedAt } }) => [
    { id: 1, url, title, text: "", publisher, publishedAt },
  ]);
  const meaning = termsOnly ? null : alertMeaning(readConfig({}).embeddings, taxonomy);
  if (meaning === null && !termsOnly)
    process.stderr.write("The sentence model does not run here: the terms alone read.\n");
  const meant = await meaning?.read(events);
  return events.map((event, i) => composeEvent(event, { taxonomy }, null, meant?.[i]));
}
