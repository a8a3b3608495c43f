import DataLoader from "dataloader";
import { tenancy } from "#accounts/auth/caller";
import { COLUMN_KINDS, COLUMN_READERS } from "#columns/column";
import { type CellCounts, countCells } from "#columns/count-cells";
import { addColumn, changeColumnCap, deleteColumn, refillColumn } from "#columns/manage-columns";
import { type ColumnQuote, quoteColumn } from "#columns/model/quote-column";
import { readQuestion } from "#columns/rules/read-question";
import { spentOnColumns } from "#costs/read-ledger";
import { MICRO_USD } from "#foundation/micro-usd";
import { builder, type ScopeMap } from "./builder.ts";
import { Range, rangeInUsd } from "./costs.ts";
import { enumValues } from "./enum-values.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";
import { read } from "./read.ts";

const ColumnKindEnum = builder.enumType("ColumnKind", {
  description: "The form of a column's answers.",
  values: enumValues(COLUMN_KINDS, {
    text: "Words, such as a name.",
    number: "A number with a unit.",
    yesNo: "Yes or no.",
    choice: "One of the column's `choices`.",
  }),
});

const ColumnReaderEnum = builder.enumType("ColumnReader", {
  description: "What answers a column.",
  values: enumValues(COLUMN_READERS, {
    rules: "The rules, which cost nothing and read certain questions in English (docs/columns.md).",
    model: "The configured language model, which costs money for each cell.",
  }),
});

const CellCountsType = builder.objectRef<CellCounts>("CellCounts").implement({
  description: "The number of cells of a column in each state.",
  fields: (t) => ({
    waiting: t.exposeInt("waiting", { description: "The number of cells that a fill will answer." }),
    said: t.exposeInt("said", { description: "The number of cells with an answer." }),
    notSaid: t.exposeInt("notSaid", { description: "The number of cells that no stored text answers." }),
    stopped: t.exposeInt("stopped", {
      description:
        "The number of cells that a fill has not reached, or for which the language model could not be asked.",
    }),
  }),
});

const cellCounts = perRequest(({ db }) => new DataLoader((ids: readonly number[]) => countCells(db, ids)));

const spent = perRequest(
  ({ db }) =>
    new DataLoader(async (ids: readonly number[]) => {
      const amounts = await spentOnColumns(db, ids);
      return ids.map((id) => amounts.get(id) ?? 0);
    }),
);

export const MAY_READ_COLUMNS = { anyScope: ["markets:read"] } as const satisfies ScopeMap;
export const MAY_CHANGE_COLUMNS = { anyScope: ["discovery:write"] } as const satisfies ScopeMap;

export const MarketColumn = builder.prismaNode("MarketColumn", {
  description: "A question that is put to each company of a market.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    columnId: t.exposeInt("id", { description: "The number of the column, by which other operations refer to it." }),
    name: t.exposeString("name", { description: "The heading of the column, unique within the market." }),
    question: t.exposeString("question", { description: "The question as the user wrote it." }),
    kind: t.expose("kind", { type: ColumnKindEnum, description: "The form of the column's answers." }),
    unit: t.exposeString("unit", {
      nullable: true,
      description:
        "The unit of a NUMBER column; null if its answers keep the unit of their source, and for other kinds.",
    }),
    choices: t.exposeStringList("choices", {
      description: "The possible answers of a CHOICE column; empty for other kinds.",
    }),
    readAs: t.string({
      nullable: true,
      description:
        "How the rules understand the question; null if they cannot read it, so that no cell gets an answer. If the language model answers the column, the question itself.",
      select: { question: true, kind: true, unit: true, choices: true, readBy: true },
      resolve: ({ readBy, ...column }) =>
        readBy === "model" ? column.question : (readQuestion(column)?.readAs ?? null),
    }),
    readBy: t.expose("readBy", { type: ColumnReaderEnum, description: "What answers the column." }),
    maxCostUsd: t.float({
      nullable: true,
      description: "The cap on the cost of all answers of the column, in US dollars; null if the rules answer it.",
      select: { costCap: true },
      resolve: ({ costCap }) => (costCap === null ? null : Number(costCap) / MICRO_USD),
    }),
    costUsd: t.float({
      description:
        "The cost of the column's answers so far, in US dollars. Calls in progress count at their maximum cost.",
      select: { id: true },
      resolve: async ({ id }, _args, context) => (await spent(context).load(id)) / MICRO_USD,
    }),
    cells: t.field({
      type: CellCountsType,
      description: "The number of cells of the column in each state.",
      select: { id: true },
      resolve: ({ id }, _args, context) => cellCounts(context).load(id),
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The id of the user who added the column, or of the API key if no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the column was added." }),
  }),
});

defineNode("MarketColumn", {
  authScopes: MAY_READ_COLUMNS,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, market: tenancy(context.caller) };
    return byKey(await read(context).marketColumn.findMany({ ...query, where }), ({ id }) => id);
  },
});

builder.prismaObjectFields(Market, (t) => ({
  columns: t.relation("columns", {
    type: MarketColumn,
    description: "All columns of the market, oldest first.",
    authScopes: MAY_READ_COLUMNS,
    query: { orderBy: { id: "asc" } },
  }),
}));

const AddMarketColumnInput = builder.inputType("AddMarketColumnInput", {
  description: "The input of `addMarketColumn` and `quoteMarketColumn`.",
  fields: (t) => ({
    marketId: t.int({ required: true, description: "The number of the market." }),
    question: t.string({ required: true, description: "The question, at most 500 characters." }),
    kind: t.field({ type: ColumnKindEnum, required: true, description: "The form of the column's answers." }),
    name: t.string({
      description:
        "The heading of the column, at most 80 characters and unique within the market; by default the beginning of the question.",
    }),
    unit: t.string({
      description:
        "The unit of a NUMBER column, at most 40 characters. A figure in another unit is not converted, and its cell is NOT_SAID. By default answers keep the unit of their source. Not allowed for other kinds.",
    }),
    choices: t.stringList({
      description:
        "The possible answers of a CHOICE column: 2–20 values of at most 80 characters. Not allowed for other kinds.",
    }),
    readBy: t.field({
      type: ColumnReaderEnum,
      defaultValue: "rules",
      description: "What answers the column; by default RULES.",
    }),
    maxCostUsd: t.float({
      description:
        "The cap on the cost of all answers of the column, in US dollars (0–1,000,000). Required if `readBy` is MODEL, and not allowed otherwise.",
    }),
  }),
});

const ColumnQuoteType = builder.objectRef<ColumnQuote>("ColumnQuote").implement({
  description: "The expected cost of a column for the companies that the market has now.",
  fields: (t) => ({
    cells: t.exposeInt("cells", {
      description: "The number of cells that the column would have: one for each company of the market.",
    }),
    costUsd: t.field({
      type: Range,
      description: "The expected cost of all cells together, in US dollars.",
      resolve: ({ cost }) => rangeInUsd(cost),
    }),
    basis: t.exposeString("basis", { description: "The basis of the figures, such as earlier calls." }),
  }),
});

builder.queryField("quoteMarketColumn", (t) =>
  t.field({
    type: ColumnQuoteType,
    description: "Estimates the cost of a column. It adds no column and calls no provider.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: {
      input: t.arg({ type: AddMarketColumnInput, required: true, description: "The column whose cost is estimated." }),
    },
    resolve: (_root, { input }, { db, providers: { languageModel }, caller }) =>
      quoteColumn({ db, languageModel }, caller, input),
  }),
);

builder.mutationFields((t) => ({
  addMarketColumn: t.prismaField({
    type: MarketColumn,
    description:
      "Adds a column to a market, and queues a fill that answers its cells from stored texts. Companies that join the market later are answered too. Fails with CONFLICT if the market already has 20 columns or one with this name.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: { input: t.arg({ type: AddMarketColumnInput, required: true, description: "The column to add." }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await addColumn(
        { prisma: context.db.prisma, languageModel: context.providers.languageModel },
        context.caller,
        input,
        context.idempotency,
      );
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteMarketColumn: t.int({
    description: "Deletes a column with all its cells, and returns the number of the column.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: { columnId: t.arg.int({ required: true, description: "The number of the column (its `columnId`)." }) },
    resolve: (_root, { columnId }, { db, caller }) => deleteColumn(db.prisma, caller, columnId),
  }),
  refillMarketColumn: t.prismaField({
    type: MarketColumn,
    description:
      "Queues a fill that answers all cells of a column again, from the texts that are stored now. The present answers remain until then.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: { columnId: t.arg.int({ required: true, description: "The number of the column (its `columnId`)." }) },
    resolve: async (query, _root, { columnId }, context) => {
      const id = await refillColumn(context.db.prisma, context.caller, columnId);
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  changeMarketColumnCap: t.prismaField({
    type: MarketColumn,
    description:
      "Changes the cost cap of a column, and queues a fill for its stopped cells. The cap includes the cost of the answers so far. Fails with INVALID_INPUT if the rules answer the column.",
    authScopes: MAY_CHANGE_COLUMNS,
    args: {
      columnId: t.arg.int({ required: true, description: "The number of the column (its `columnId`)." }),
      maxCostUsd: t.arg.float({
        required: true,
        description: "The new cap on the cost of all answers of the column, in US dollars (0–1,000,000).",
      }),
    },
    resolve: async (query, _root, { columnId, maxCostUsd }, context) => {
      const id = await changeColumnCap(context.db.prisma, context.caller, columnId, maxCostUsd);
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));
