import { readConfig } from "#foundation/config/config";
import { composeEvent } from "#intelligence/events/content/compose-event";
import type { EventContent, LinkedCompany } from "#intelligence/events/content/content";
import { alertMeaning } from "#intelligence/events/meaning/alert-meaning";
import type { Taxonomy } from "#intelligence/events/taxonomy/taxonomy";
import type { Headline } from "./headlines.ts";

interface ComposingOptions {
  /** Without the network that reads alert types by meaning. */
  termsOnly?: boolean | undefined;
  /** For each headline the companies of a directory that it names. */
  companies?: readonly (readonly LinkedCompany[])[];
}

/** Composes each headline as an event of its own, as the service does where the shipped sentence model runs. */
export async function composeHeadlines(
  headlines: readonly Headline[],
  taxonomy: Taxonomy,
  { termsOnly = false, companies = [] }: ComposingOptions = {},
): Promise<EventContent[]> {
  const events = headlines.map(({ document: { title, url, publisher, publishedAt } }, i) => [
    { id: 1, url, title, text: "", publisher, publishedAt, companies: companies[i] ?? [] },
  ]);
  const meaning = termsOnly ? null : alertMeaning(readConfig({}).embeddings, taxonomy);
  if (meaning === null && !termsOnly)
    process.stderr.write("The sentence model does not run here: the terms alone read.\n");
  const meant = await meaning?.read(events);
  return events.map((event, i) => composeEvent(event, { taxonomy }, null, meant?.[i]));
}
