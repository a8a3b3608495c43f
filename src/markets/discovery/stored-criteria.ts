import type { Transaction } from "#foundation/db/database";
import type { Prisma } from "#generated/prisma/client";
import type { CriteriaVersionModel } from "#generated/prisma/models";
import { judgedBy } from "../criteria/criteria-schema.ts";
import type { Json, Location, ProjectKind, SearchCriteria } from "../criteria/search-criteria.ts";

/** Returns what `CRITERIA_PART` needs, as `criteria` of the JSON in the first parameter. */
export function criteriaValues(criteria: SearchCriteria) {
  const { keywords, locations, ...plain } = criteria;
  return {
    ...plain,
    ...keywords,
    locations: locations.map(({ country, address, coordinates }) => ({ country, address, coordinates })),
    judgedBy: judgedBy(criteria),
  };
}

/** Part of a statement: writes the criteria of the first of `job`, the discovery, for the row of `run`. */
export const CRITERIA_PART = `
  version AS (
    INSERT INTO criteria_versions (market_id, job_id, market_name, user_prompt, market_type, market_role, features, "user", synonyms,
      irrelevant, seed_domains, count, count_is_open, assertions, constraints, project_kind, perform_search, locations, judged_by)
    SELECT run.market_id, (SELECT min(id) FROM job), c."marketName", c."userPrompt", c."marketType", c."marketRole", c.features, c."user",
      c.synonyms, c.irrelevant, c."seedDomains", c.count, c."countIsOpen", c.assertions, c.constraints, c."projectKind",
      c."performSearch", c.locations, c."judgedBy"
    FROM run, jsonb_to_record($1::jsonb->'criteria') AS c("marketName" text, "userPrompt" text, "marketType" text, "marketRole" text,
      features text[], "user" text[], synonyms text[], irrelevant text[], "seedDomains" text[], count int, "countIsOpen" boolean,
      assertions jsonb, constraints jsonb, "projectKind" text, "performSearch" boolean, locations jsonb, "judgedBy" text))`;

/** Converts a stored version back to the given criteria. */
export function criteriaOf(
  row: Omit<CriteriaVersionModel, "id" | "marketId" | "jobId" | "judgedBy" | "createdAt">,
): SearchCriteria {
  const { features, user, synonyms, irrelevant } = row;
  return {
    marketName: row.marketName,
    userPrompt: row.userPrompt,
    marketType: row.marketType,
    marketRole: row.marketRole,
    keywords: { features, user, synonyms, irrelevant },
    seedDomains: row.seedDomains,
    count: row.count,
    countIsOpen: row.countIsOpen,
    assertions: row.assertions as Json,
    constraints: row.constraints as Json,
    projectKind: row.projectKind as ProjectKind,
    performSearch: row.performSearch,
    locations: row.locations as Location[] & Prisma.JsonArray,
  };
}

/** Returns the criteria of a discovery; null where the job is none. */
export function criteriaOfJob(db: Transaction, jobId: number): Promise<CriteriaVersionModel | null> {
  return db.criteriaVersion.findUnique({ where: { jobId } });
}
