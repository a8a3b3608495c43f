import { tenancy } from "#accounts/auth/caller";
import type { OrderBy, Where } from "#foundation/db/select-tree/tree";
import { criteriaOf } from "#markets/discovery/stored-criteria";
import { builder } from "./builder.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";
import { type CriteriaShape, SearchCriteria } from "./search-criteria.ts";

/** The columns of the criteria. */
export const CRITERIA_COLUMNS = {
  marketName: true,
  userPrompt: true,
  marketType: true,
  marketRole: true,
  features: true,
  user: true,
  synonyms: true,
  irrelevant: true,
  seedDomains: true,
  count: true,
  countIsOpen: true,
  assertions: true,
  constraints: true,
  projectKind: true,
  performSearch: true,
  locations: true,
  createdAt: true,
} as const;

/** The stored criteria. */
export const storedCriteria = (row: Parameters<typeof criteriaOf>[0] & { createdAt: Date }): CriteriaShape => ({
  ...criteriaOf(row),
  createdAt: row.createdAt,
});

/** The criteria of completed discoveries, newest first. */
export const COMPLETED = { where: { job: { status: "completed" } }, orderBy: { id: "desc" } } as const satisfies {
  where: Where;
  orderBy: OrderBy;
};

export const CriteriaVersion = builder.prismaNode("CriteriaVersion", {
  description: "One iteration of a market's criteria. Each completed discovery keeps its own.",
  // A discovery has one, whose id is its job's.
  id: { field: "jobId" },
  select: { jobId: true },
  authScopes: { anyScope: ["discovery:read"] },
  fields: (t) => ({
    marketId: t.exposeInt("marketId", { description: "The number of the market." }),
    jobId: t.exposeInt("jobId", { description: "The number of the discovery job that used the criteria." }),
    criteria: t.field({
      description: "The criteria of the iteration.",
      type: SearchCriteria,
      select: CRITERIA_COLUMNS,
      resolve: storedCriteria,
    }),
    createdAt: t.expose("createdAt", {
      description: "When the criteria were stored, which is when their discovery was requested.",
      type: "DateTime",
      nullable: true,
    }),
  }),
});

defineNode("CriteriaVersion", {
  authScopes: { anyScope: ["discovery:read"] },
  keyOf: numberKey,
  find: async (jobIds, context, query) => {
    const where = { jobId: { in: jobIds }, job: { status: "completed" as const, market: tenancy(context.caller) } };
    return byKey(await read(context).criteriaVersion.findMany({ ...query, where }), ({ jobId }) => jobId);
  },
});
