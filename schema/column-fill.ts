import { tenancy } from "#accounts/auth/caller";
import { cancelFill, pauseFill, resumeFill } from "#columns/manage-columns";
import { builder } from "./builder.ts";
import { JobStatus, PAUSED_AT, PAUSED_BY } from "./job.ts";
import { Market } from "./market.ts";
import { MAY_CHANGE_COLUMNS, MAY_READ_COLUMNS } from "./market-column.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const ColumnFill = builder.prismaNode("ColumnFill", {
  description: "A run that answers the waiting cells of a market. Its Temporal workflow is `columns-<fillId>`.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    fillId: t.exposeInt("id", { description: "The number of the fill." }),
    status: t.expose("status", { type: JobStatus, description: "The state of the fill." }),
    cells: t.exposeInt("cells", {
      description: "The number of cells that the fill has processed, including those without an answer.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the fill was queued." }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the fill ended; null while it is queued or running.",
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why the fill failed or was cancelled; null otherwise.",
    }),
    pausedAt: t.expose("pausedAt", { type: "DateTime", nullable: true, description: PAUSED_AT }),
    pausedBy: t.exposeString("pausedBy", { nullable: true, description: PAUSED_BY }),
  }),
});

defineNode("ColumnFill", {
  authScopes: MAY_READ_COLUMNS,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, market: tenancy(context.caller) };
    return byKey(await read(context).columnFill.findMany({ ...query, where }), ({ id }) => id);
  },
});

builder.prismaObjectFields(Market, (t) => ({
  columnFill: t.field({
    type: ColumnFill,
    nullable: true,
    description: "The newest fill of the market's columns; null if there was none.",
    authScopes: MAY_READ_COLUMNS,
    select: (_args, _context, nested) => ({
      columnFills: nested({ orderBy: { id: "desc" }, take: 1 }),
    }),
    resolve: ({ columnFills: [newest] }) => newest ?? null,
  }),
}));

builder.mutationFields((t) => ({
  pauseColumnFill: t.prismaField({
    type: Market,
    description:
      "Pauses the fill of a market's columns before its next cells. Cells in progress are finished first. Fails with CONFLICT if no fill is running or it is already paused, and with SERVICE_UNAVAILABLE if no worker answers.",
    extensions: WAITS_OUTSIDE,
    authScopes: MAY_CHANGE_COLUMNS,
    args: { marketId: t.arg.int({ required: true, description: "The number of the market (its `marketId`)." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await pauseFill({ prisma: context.db.prisma, operator: context.operator }, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  resumeColumnFill: t.prismaField({
    type: Market,
    description:
      "Resumes a paused fill of a market's columns, or queues one for the cells that a cancelled or failed fill has not reached. Fails with CONFLICT if there is nothing to resume.",
    extensions: WAITS_OUTSIDE,
    authScopes: MAY_CHANGE_COLUMNS,
    args: { marketId: t.arg.int({ required: true, description: "The number of the market (its `marketId`)." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await resumeFill({ prisma: context.db.prisma, operator: context.operator }, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  cancelColumnFill: t.prismaField({
    type: Market,
    description:
      "Cancels the fill of a market's columns: a queued one immediately, a running one within seconds. Answered cells keep their answers. Fails with CONFLICT if no fill is queued or running.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: { marketId: t.arg.int({ required: true, description: "The number of the market (its `marketId`)." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await cancelFill(context.db.prisma, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));
