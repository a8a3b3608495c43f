import { discoveryStatus } from "./endpoints/discovery-status.ts";
import { extendDiscovery } from "./endpoints/extend-discovery.ts";
import { generateSearchCriteria } from "./endpoints/generate-search-criteria.ts";
import { publishMarket } from "./endpoints/publish-market.ts";
import { searchCriteria } from "./endpoints/search-criteria.ts";
import { searchCriteriaHistory } from "./endpoints/search-criteria-history.ts";
import { startDiscovery } from "./endpoints/start-discovery.ts";
import { suggestKeywords } from "./endpoints/suggest-keywords.ts";
import { router } from "./trpc.ts";

/** Every endpoint of /v2. The dispatcher, the OpenAPI document and the table of the documentation are made from it. */
export const appRouter = router({
  generateSearchCriteria,
  suggestKeywords,
  startDiscovery,
  extendDiscovery,
  discoveryStatus,
  searchCriteria,
  searchCriteriaHistory,
  publishMarket,
});

/** The router's type, for typed clients. */
export type AppRouter = typeof appRouter;
