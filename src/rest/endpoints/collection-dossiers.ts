import { z } from "zod";
import { CollectionDossiersDocument, type CollectionDossiersQuery } from "#generated/operations/graphql";
import { Dossier, DossierFilters, DossierMetadata, DossierSort } from "../contracts/dossier.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { asOffset, filteredPaginationOf, pageNumber, pageSize } from "../contracts/paging.ts";
import { identifier } from "../contracts/values.ts";
import { ORDER } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const FIELD = {
  createdAt: "CREATED_AT",
  lastModifiedAt: "LAST_MODIFIED_AT",
  query: "QUERY",
  agentId: "AGENT_ID",
} as const;
const AGENT_TYPE = { company: "COMPANY", market: "MARKET", theme: "THEME" } as const;

/** Stands for the task of a dossier that never ran, because the contract has no null here. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const NEVER_RAN = {
  taskId: NIL_UUID,
  createdAt: "",
  lastReportedAt: "",
  lastReportedBy: "",
  agentId: "",
  success: false,
};

type Node = CollectionDossiersQuery["dossiers"]["edges"][number]["node"];

function dossierOf({ agentId, query, createdBy, createdAt, lastModifiedAt, lastTask }: Node): z.output<typeof Dossier> {
  return {
    agentId,
    query,
    createdBy,
    lastModifiedAt,
    lastTaskId: lastTask?.taskId ?? NIL_UUID,
    lastTaskStatus:
      lastTask === null
        ? NEVER_RAN
        : {
            taskId: lastTask.taskId,
            createdAt: lastTask.createdAt,
            lastReportedAt: lastTask.lastReportedAt,
            lastReportedBy: lastTask.lastReportedBy,
            agentId: lastTask.agentId,
            success: lastTask.success,
          },
    createdAt,
  };
}

/** E12: returns the dossiers of a collection. */
export const collectionDossiers = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/collections/{collectionId}/dossiers",
      tags: ["Collections"],
      summary: "List the dossiers of a collection",
      description: "With `null` in the path, lists the dossiers in no collection. By default newest first.",
      successDescription: "A page of dossiers.",
      errorResponses: [],
    },
    rest: {
      document: CollectionDossiersDocument,
      query: ["page", "pageSize"],
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(
    z
      .object({
        collectionId: identifier("The number of the collection.")
          .nullable()
          .describe("The number of the collection, or `null` for dossiers in no collection."),
        page: pageNumber(),
        pageSize: pageSize(),
        filters: DossierFilters.optional(),
        sort: DossierSort.optional(),
      })
      .meta({
        examples: [{ filters: { agentTypes: ["company"] }, sort: [{ field: "createdAt", order: "desc" }] }],
      }),
  )
  .output(dataEnvelope(DossierMetadata, z.array(Dossier).describe("The dossiers of the page, in the requested order.")))
  .query(async ({ input: { collectionId, page, pageSize: size, filters, sort }, ctx }) => {
    const { dossiers } = await runOperation(
      CollectionDossiersDocument,
      {
        collectionId,
        filter: { ...filters, agentTypes: filters?.agentTypes?.map((type) => AGENT_TYPE[type]) },
        sort: sort?.map(({ field, order }) => ({ field: FIELD[field], order: ORDER[order] })) ?? null,
        ...asOffset(page, size),
      },
      ctx.graph,
    );
    const { edges, totalCount, unfilteredTotalCount } = dossiers;
    return {
      metadata: {
        pagination: filteredPaginationOf({ page, pageSize: size, total: totalCount, unfiltered: unfilteredTotalCount }),
        filters: filters ?? {},
        sort: sort ?? [],
      },
      data: edges.map(({ node }) => dossierOf(node)),
    };
  });
