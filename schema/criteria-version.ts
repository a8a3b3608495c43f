import DataLoader from "dataloader";
import { tenancy } from "#accounts/auth/caller";
import { criteriaOf } from "#markets/discovery/stored-criteria";
import { builder } from "./builder.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";
import { type CriteriaShape, SearchCriteria } from "./search-criteria.ts";

interface CriteriaVersionShape {
  marketId: number;
  jobId: number;
  criteria: CriteriaShape;
}

const versionOf = (row: Parameters<typeof criteriaOf>[0]): CriteriaVersionShape => ({
  marketId: row.marketId,
  jobId: row.jobId,
  criteria: { ...criteriaOf(row), createdAt: row.createdAt },
});

/** Criteria of the completed discoveries of many markets, newest first: one statement. */
export const criteriaHistory = perRequest(
  ({ db }) =>
    new DataLoader<number, CriteriaVersionShape[]>(async (marketIds) => {
      const rows = await db.prisma.criteriaVersion.findMany({
        where: { marketId: { in: [...marketIds] }, job: { status: "completed" } },
        orderBy: { id: "desc" },
      });
      const versions = rows.map(versionOf);
      return marketIds.map((marketId) => versions.filter((version) => version.marketId === marketId));
    }),
);

export const CriteriaVersion = builder.node(builder.objectRef<CriteriaVersionShape>("CriteriaVersion"), {
  description: "One iteration of a market's criteria: that of one completed discovery.",
  id: { resolve: ({ jobId }) => jobId },
  authScopes: { anyScope: ["discovery:read"] },
  fields: (t) => ({
    marketId: t.exposeInt("marketId"),
    jobId: t.exposeInt("jobId"),
    criteria: t.expose("criteria", { type: SearchCriteria }),
    createdAt: t.field({ type: "DateTime", nullable: true, resolve: ({ criteria }) => criteria.createdAt }),
  }),
});

// A discovery has one: its job's id is its own.
defineNode("CriteriaVersion", {
  authScopes: { anyScope: ["discovery:read"] },
  keyOf: numberKey,
  find: async (jobIds, { db, caller }) => {
    const rows = await db.prisma.criteriaVersion.findMany({
      where: { jobId: { in: jobIds }, job: { status: "completed", market: tenancy(caller) } },
    });
    return byKey(rows.map(versionOf), ({ jobId }) => jobId);
  },
});
