import { collectionDossiers } from "./endpoints/collection-dossiers.ts";
import { companyNews } from "./endpoints/company-news.ts";
import { createTeam } from "./endpoints/create-team.ts";
import { discoveryStatus } from "./endpoints/discovery-status.ts";
import { dossier } from "./endpoints/dossier.ts";
import { extendDiscovery } from "./endpoints/extend-discovery.ts";
import { generateSearchCriteria } from "./endpoints/generate-search-criteria.ts";
import { listEvents } from "./endpoints/list-events.ts";
import { marketCompanies } from "./endpoints/market-companies.ts";
import { marketEsg } from "./endpoints/market-esg.ts";
import { marketFeatureMap } from "./endpoints/market-feature-map.ts";
import { marketMomentum } from "./endpoints/market-momentum.ts";
import { marketPeople } from "./endpoints/market-people.ts";
import { marketPhrases } from "./endpoints/market-phrases.ts";
import { marketRadar } from "./endpoints/market-radar.ts";
import { marketTopics } from "./endpoints/market-topics.ts";
import { publishMarket } from "./endpoints/publish-market.ts";
import { refreshSession } from "./endpoints/refresh-session.ts";
import { searchCompanies } from "./endpoints/search-companies.ts";
import { searchCriteria } from "./endpoints/search-criteria.ts";
import { searchCriteriaHistory } from "./endpoints/search-criteria-history.ts";
import { sessionToken } from "./endpoints/session-token.ts";
import { signIn } from "./endpoints/sign-in.ts";
import { signOut } from "./endpoints/sign-out.ts";
import { startDiscovery } from "./endpoints/start-discovery.ts";
import { suggestKeywords } from "./endpoints/suggest-keywords.ts";
import { teamUsers } from "./endpoints/team-users.ts";
import { router } from "./trpc.ts";

/** Every endpoint of /v2. The dispatcher, the OpenAPI document and the table of the documentation are made from it. */
export const appRouter = router({
  signIn,
  refreshSession,
  signOut,
  sessionToken,
  generateSearchCriteria,
  suggestKeywords,
  startDiscovery,
  extendDiscovery,
  discoveryStatus,
  searchCriteria,
  searchCriteriaHistory,
  publishMarket,
  marketEsg,
  marketCompanies,
  marketPeople,
  marketMomentum,
  marketRadar,
  marketTopics,
  marketPhrases,
  marketFeatureMap,
  teamUsers,
  createTeam,
  companyNews,
  searchCompanies,
  collectionDossiers,
  dossier,
  listEvents,
});

/** The router's type, for typed clients. */
export type AppRouter = typeof appRouter;
