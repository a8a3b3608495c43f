import { linkCompanies } from "#companies/linking/link-companies";
import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { PLATFORM_EVENT_VECTORS } from "#costs/payer";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { createLanguageModel } from "#providers/language-model/create-language-model";
import { ProviderError } from "#providers/provider-error";
import { composeEvent } from "./content/compose-event.ts";
import { createEventVectoriser, type EventVectoriser, projectionVectoriser } from "./content/event-vectors.ts";
import { groupInProcess } from "./group-in-process.ts";
import type { GroupingDeps } from "./group-observations.ts";
import { alertMeaning } from "./meaning/alert-meaning.ts";
import { rememberGroups } from "./remember-groups.ts";
import { loadTaxonomy } from "./taxonomy/load-taxonomy.ts";

/**
 * Creates the tools for grouping observations and writing events: the rules and, where it is configured to read events,
 * the language model. Loads the model of the vectors when it writes the first event.
 * @throws ConfigurationError where the taxonomy has mistakes
 */
export function createGroupingDeps(
  config: Pick<Config, "embeddings" | "events" | "languageModel">,
  db: Database,
): GroupingDeps {
  const taxonomy = loadTaxonomy(config.events.taxonomy);
  const model = config.events.content === "model" ? createLanguageModel(config.languageModel) : null;
  const meaning = alertMeaning(config.embeddings, taxonomy);
  let vectoriser: Promise<EventVectoriser> | undefined;
  return {
    groupDocuments: rememberGroups(groupInProcess),
    linkCompanies,
    composeEvent: (observations, answered, meant) => composeEvent(observations, { taxonomy }, answered, meant),
    ...(meaning === null ? {} : { meaning }),
    ...(model === null ? {} : { reading: { model, taxonomy } }),
    async vectorise(texts) {
      vectoriser ??= createEventVectoriser(config.embeddings, payFor(db, PLATFORM_EVENT_VECTORS));
      try {
        return await (await vectoriser).vectorise(texts);
      } catch (error) {
        // If a retry would not help, events are written without the model. Each event names the model of its vector.
        if (error instanceof CostCapReachedError || (error instanceof ProviderError && !error.retryable))
          return projectionVectoriser().vectorise(texts);
        // A model that was unavailable may be available the next time.
        vectoriser = undefined;
        throw error;
      }
    },
  };
}
