import { composeEvent } from "#intelligence/events/content/compose-event";
import type { ContentObservation } from "#intelligence/events/content/content";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";

const taxonomy = loadTaxonomy();

let nextId = 1;

/** An article of a paper of its own, a minute after the one before. */
export const article = (title: string, given: Partial<ContentObservation> = {}): ContentObservation => {
  const id = nextId++;
  const publisher = `Paper ${String.fromCharCode(65 + (id % 26))}${id}`;
  return {
    id,
    url: `https://paper${id}.example/${id}`,
    title,
    text: "",
    publisher,
    publishedAt: new Date(Date.UTC(2026, 0, 5, 8, id % 60)),
    ...given,
  };
};

/** The event of these articles, by the shipped taxonomy. */
export const compose = (...observations: ContentObservation[]) => composeEvent(observations, { taxonomy });
