import { refreshCompanyNames } from "#companies/linking/name-table";
import { survivingDomains } from "#companies/look-up";
import type { Database } from "#foundation/db/database";
import { readingNotes } from "../criteria/reading-notes.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { Retriever } from "../retrieval/index.ts";
import { knownValueNotes } from "./known-values.ts";
import { exampleNames, withNamedExamples } from "./named-examples.ts";

/**
 * Plans a search: finds examples by name in the directory, and replaces domains of merged records by the survivor's. The
 * notes tell how the question was read, which of its words no record has, and what was not used.
 */
export async function planSearch(db: Database, retriever: Retriever, given: SearchCriteria): Promise<DiscoveryPlan> {
  const names = exampleNames(given);
  if (names.length > 0) await refreshCompanyNames(db);
  const { criteria, notes } = await withNamedExamples(db, given, names);
  const plan = await retriever.plan({ ...criteria, seedDomains: await survivingDomains(db, criteria.seedDomains) });
  return {
    ...plan,
    excludeDomains: await survivingDomains(db, plan.excludeDomains),
    notes: [...notes, ...plan.notes, ...readingNotes(criteria), ...(await knownValueNotes(db, plan))],
  };
}
