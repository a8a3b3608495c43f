import type { Transaction } from "#foundation/db/database";
import { Prisma } from "#generated/prisma/client";
import type { CriteriaVersionModel } from "#generated/prisma/models";
import { judgedBy } from "../criteria/criteria-schema.ts";
import type { Json, Location, ProjectKind, SearchCriteria } from "../criteria/search-criteria.ts";

const jsonColumn = (value: Json) => (value === null ? Prisma.DbNull : value);

/** The columns of a criteria version. */
export function criteriaColumns(criteria: SearchCriteria) {
  const { keywords, locations, assertions, constraints, ...plain } = criteria;
  return {
    ...plain,
    ...keywords,
    locations: locations.map(({ country, address, coordinates }) => ({ country, address, coordinates })),
    assertions: jsonColumn(assertions),
    constraints: jsonColumn(constraints),
    judgedBy: judgedBy(criteria),
  };
}

/** A stored version as the criteria that were given. */
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

/** The criteria of a discovery; null: the job is none. */
export function criteriaOfJob(db: Transaction, jobId: number): Promise<CriteriaVersionModel | null> {
  return db.criteriaVersion.findUnique({ where: { jobId } });
}
