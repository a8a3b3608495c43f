import type { Queries } from "#foundation/db/database";
import { openSearchFinder } from "./engine/finder/opensearch-finder.ts";
import type { SearchEngine } from "./engine/search-engine.ts";
import type { CompanyFinder } from "./search/company-finder.ts";
import { embeddedFinder } from "./search/embedded-finder.ts";

/** Makes the finder of companies. @param engine null means the embedded engine */
export function createCompanyFinder(db: Queries, engine: SearchEngine | null): CompanyFinder {
  return engine === null ? embeddedFinder(db) : openSearchFinder(db, engine);
}
