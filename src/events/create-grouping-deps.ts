import type { Config } from "../config/config.ts";
import { linkCompanies } from "../linking/link-companies.ts";
import { composeEvent } from "./content/compose-event.ts";
import { createEventVectoriser, type EventVectoriser } from "./content/event-vectors.ts";
import { groupApart } from "./group-apart.ts";
import type { GroupingDeps } from "./group-observations.ts";
import { loadTaxonomy } from "./taxonomy/load-taxonomy.ts";

/**
 * What the product groups observations and writes events with. The model of the vectors is loaded when the first event is written.
 * @throws ConfigurationError where the taxonomy has mistakes
 */
export function createGroupingDeps(config: Pick<Config, "embeddings" | "eventTaxonomy">): GroupingDeps {
  const taxonomy = loadTaxonomy(config.eventTaxonomy);
  let vectoriser: Promise<EventVectoriser> | undefined;
  return {
    groupDocuments: groupApart,
    linkCompanies,
    composeEvent: (observations) => composeEvent(observations, { taxonomy }),
    async vectorise(texts) {
      vectoriser ??= createEventVectoriser(config.embeddings);
      try {
        return await (await vectoriser).vectorise(texts);
      } catch (error) {
        // A model that could not be had may be there the next time.
        vectoriser = undefined;
        throw error;
      }
    },
  };
}
