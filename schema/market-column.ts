import DataLoader from "dataloader";
import { tenancy } from "#accounts/auth/caller";
import { COLUMN_KINDS, COLUMN_READERS } from "#columns/column";
import { type CellCounts, countCells } from "#columns/count-cells";
import {
  addColumn,
  cancelFill,
  changeColumnCap,
  deleteColumn,
  pauseFill,
  refillColumn,
  resumeFill,
} from "#columns/manage-columns";
import { type ColumnQuote, quoteColumn } from "#columns/model/quote-column";
import { readQuestion } from "#columns/rules/read-question";
import { spentOnColumns } from "#costs/read-ledger";
import { MICRO_USD } from "#foundation/micro-usd";
import { builder, type ScopeMap } from "./builder.ts";
import { Range, rangeInUsd } from "./costs.ts";
import { enumValues } from "./enum-values.ts";
import { JobStatus, PAUSED_AT, PAUSED_BY } from "./job.ts";
import { Market } from "./market.ts";
import { MarketCompanyEdge } from "./market-company.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";
import { read } from "./read.ts";
import { WAITS_OUTSIDE } from "./waits-outside.ts";

const ColumnKindEnum = builder.enumType("ColumnKind", {
  description: "The form of an answer: words, a number with a unit, yes or no, or one of several values.",
  values: enumValues(COLUMN_KINDS, {
    text: "Words.",
    number: "A number, with a unit.",
    yesNo: "Yes or no.",
    choice: "One of the column's values.",
  }),
});

const ColumnReaderEnum = builder.enumType("ColumnReader", {
  description:
    "What answers a column: the rules, at no cost, or the configured language model, which is paid for each cell.",
  values: enumValues(COLUMN_READERS, {
    rules: "The rules, at no cost.",
    model: "The configured language model, which is paid for each cell.",
  }),
});

const CellStateEnum = builder.enumType("CellState", {
  description:
    "WAITING: a fill will answer the cell. SAID: the cell has an answer with its quotation. NOT_SAID: no stored text answers the question. STOPPED: the fill ended before it reached the cell, or the language model could not be asked; `reason` gives the cause.",
  values: enumValues(["waiting", "said", "notSaid", "stopped"] as const, {
    waiting: "A fill will answer it.",
    said: "It is answered, with the words that say it.",
    notSaid: "Nothing that is stored says it.",
    stopped: "No answer was looked for, as `reason` or the fill says.",
  }),
});

const CellSourceEnum = builder.enumType("CellSourceKind", {
  description:
    "The quoted text: the company's record in the directory, a news article, or a page of the company's site.",
  values: enumValues(["record", "article", "page"] as const, {
    record: "The company's record in the directory.",
    article: "A news article.",
    page: "A page of the company's site.",
  }),
});

const CellCountsType = builder.objectRef<CellCounts>("CellCounts").implement({
  description: "How many cells of a column are in each state.",
  fields: (t) => ({
    waiting: t.exposeInt("waiting", { description: "Cells that a fill will answer." }),
    said: t.exposeInt("said", { description: "Cells with an answer." }),
    notSaid: t.exposeInt("notSaid", { description: "Cells that no stored text answers." }),
    stopped: t.exposeInt("stopped", { description: "Cells that a cancelled or failed fill has not reached." }),
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

const MAY_READ = { anyScope: ["markets:read"] } as const satisfies ScopeMap;
const MAY_CHANGE = { anyScope: ["discovery:write"] } as const satisfies ScopeMap;

export const MarketColumn = builder.prismaNode("MarketColumn", {
  description: "A question that is put to each company of a market.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    columnId: t.exposeInt("id", { description: "The number by which other operations refer to it." }),
    name: t.exposeString("name", { description: "The column's heading." }),
    question: t.exposeString("question", { description: "The question as the user wrote it." }),
    kind: t.expose("kind", { type: ColumnKindEnum, description: "The form of its answers." }),
    unit: t.exposeString("unit", {
      nullable: true,
      description: "The unit of a NUMBER column; null where answers keep the unit of their source.",
    }),
    choices: t.exposeStringList("choices", {
      description: "The possible answers of a CHOICE column; empty for other kinds.",
    }),
    readAs: t.string({
      nullable: true,
      description:
        "How the rules understand the question; null where they cannot read it, so that no cell gets an answer. For a column that the language model answers, the question itself.",
      select: { question: true, kind: true, unit: true, choices: true, readBy: true },
      resolve: ({ readBy, ...column }) =>
        readBy === "model" ? column.question : (readQuestion(column)?.readAs ?? null),
    }),
    readBy: t.expose("readBy", { type: ColumnReaderEnum, description: "What answers the column." }),
    maxCostUsd: t.float({
      nullable: true,
      description: "The cap on the cost of all its answers, in US dollars; null where the rules answer it.",
      select: { costCap: true },
      resolve: ({ costCap }) => (costCap === null ? null : Number(costCap) / MICRO_USD),
    }),
    costUsd: t.float({
      description:
        "The cost of its answers so far, in US dollars, from the ledger. Calls in progress count at their cap.",
      select: { id: true },
      resolve: async ({ id }, _args, context) => (await spent(context).load(id)) / MICRO_USD,
    }),
    cells: t.field({
      type: CellCountsType,
      description: "How many of its cells are in each state.",
      select: { id: true },
      resolve: ({ id }, _args, context) => cellCounts(context).load(id),
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The user who added it, or the API key where no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When the column was added." }),
  }),
});

defineNode("MarketColumn", {
  authScopes: MAY_READ,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, market: tenancy(context.caller) };
    return byKey(await read(context).marketColumn.findMany({ ...query, where }), ({ id }) => id);
  },
});

/** The columns of a cell's row that locate its quotation. */
interface SourceOfCell {
  sourceKind: "record" | "article" | "page";
  sourceId: number | null;
  sourceField: string | null;
  sourceUrl: string;
  sourceTitle: string;
  sourceDate: Date;
}

const CellSource = builder.objectRef<SourceOfCell>("CellSource").implement({
  description: "The text that contains a cell's quotation, letter for letter.",
  fields: (t) => ({
    kind: t.expose("sourceKind", { type: CellSourceEnum, description: "The kind of the quoted text." }),
    sourceId: t.exposeInt("sourceId", {
      nullable: true,
      description:
        "The number of the company for a record, or of the article; null for a page, which `url` identifies.",
    }),
    field: t.exposeString("sourceField", {
      nullable: true,
      description: "The quoted field of a record; null for an article or a page.",
    }),
    url: t.exposeString("sourceUrl", {
      description: "The address of the page or the article; for a record, the company's site.",
    }),
    title: t.exposeString("sourceTitle", {
      description: "The title of the page or the article, or a name for the record.",
    }),
    date: t.expose("sourceDate", {
      type: "DateTime",
      description: "When the record last changed, the article was published, or the page was read.",
    }),
  }),
});

export const ColumnCell = builder.prismaObject("MarketCell", {
  variant: "ColumnCell",
  description: "The answer of one company's stored texts to a column.",
  fields: (t) => ({
    column: t.relation("column", { type: MarketColumn, description: "The column that is answered." }),
    state: t.expose("state", { type: CellStateEnum, description: "Whether the cell has an answer." }),
    value: t.exposeString("value", {
      nullable: true,
      description: "The answer as it is shown; null unless the state is SAID.",
    }),
    number: t.exposeFloat("number", {
      nullable: true,
      description: "The answer of a NUMBER column, in the column's unit; null otherwise.",
    }),
    reason: t.exposeString("reason", {
      description: "A sentence that says why there is no answer; empty where there is one.",
    }),
    quote: t.exposeString("quote", {
      nullable: true,
      description: "The words of the source that give the answer, letter for letter; null unless the state is SAID.",
    }),
    source: t.field({
      type: CellSource,
      nullable: true,
      description: "The source of the quotation; null unless the state is SAID.",
      select: {
        sourceKind: true,
        sourceId: true,
        sourceField: true,
        sourceUrl: true,
        sourceTitle: true,
        sourceDate: true,
      },
      resolve: ({ sourceKind, sourceId, sourceField, sourceUrl, sourceTitle, sourceDate }) =>
        sourceKind === null || sourceUrl === null || sourceDate === null
          ? null
          : { sourceKind, sourceId, sourceField, sourceUrl, sourceTitle: sourceTitle ?? "", sourceDate },
    }),
    lookedAt: t.exposeStringList("lookedAt", {
      description: "Descriptions of the texts that were searched for the answer.",
    }),
    filledAt: t.expose("filledAt", {
      type: "DateTime",
      nullable: true,
      description: "When the cell was last answered; null where it never was.",
    }),
  }),
});

const ColumnFill = builder.prismaNode("ColumnFill", {
  description: "A run that answers the waiting cells of a market. Its Temporal workflow is `columns-<fillId>`.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    fillId: t.exposeInt("id", { description: "The number by which other operations refer to it." }),
    status: t.expose("status", { type: JobStatus, description: "The state of the fill." }),
    cells: t.exposeInt("cells", { description: "How many cells it has processed, including those without an answer." }),
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
  authScopes: MAY_READ,
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, market: tenancy(context.caller) };
    return byKey(await read(context).columnFill.findMany({ ...query, where }), ({ id }) => id);
  },
});

builder.prismaObjectFields(Market, (t) => ({
  columns: t.relation("columns", {
    type: MarketColumn,
    description: "All columns of the market, oldest first.",
    authScopes: MAY_READ,
    query: { orderBy: { id: "asc" } },
  }),
  columnFill: t.field({
    type: ColumnFill,
    nullable: true,
    description: "The newest fill of the market's columns; null where there was none.",
    authScopes: MAY_READ,
    select: (_args, _context, nested) => ({
      columnFills: nested({ orderBy: { id: "desc" }, take: 1 }),
    }),
    resolve: ({ columnFills: [newest] }) => newest ?? null,
  }),
}));

builder.prismaObjectFields(MarketCompanyEdge, (t) => ({
  cells: t.relation("cells", {
    type: ColumnCell,
    description: "The company's cells, in the order of the market's columns.",
    query: { orderBy: { columnId: "asc" } },
  }),
}));

const AddMarketColumnInput = builder.inputType("AddMarketColumnInput", {
  description: "A question that is put to each company of a market.",
  fields: (t) => ({
    marketId: t.int({ required: true, description: "The number of the market." }),
    question: t.string({ required: true, description: "The question, at most 500 characters." }),
    kind: t.field({ type: ColumnKindEnum, required: true, description: "The form of an answer." }),
    name: t.string({
      description: "The column's heading, at most 80 characters; by default the beginning of the question.",
    }),
    unit: t.string({
      description:
        "The unit of a NUMBER column, at most 40 characters. A figure in another unit is not converted, and its cell is NOT_SAID.",
    }),
    choices: t.stringList({
      description: "The possible answers of a CHOICE column: 2–20 values of at most 80 characters.",
    }),
    readBy: t.field({ type: ColumnReaderEnum, defaultValue: "rules", description: "What answers the column." }),
    maxCostUsd: t.float({
      description:
        "The cap on the cost of all its answers, in US dollars. Required where the language model answers; not allowed otherwise.",
    }),
  }),
});

const ColumnQuoteType = builder.objectRef<ColumnQuote>("ColumnQuote").implement({
  description: "The expected cost of a column for the companies that the market has now.",
  fields: (t) => ({
    cells: t.exposeInt("cells", { description: "How many cells there would be, one for each company." }),
    costUsd: t.field({
      type: Range,
      description: "The cost of all cells together, in US dollars.",
      resolve: ({ cost }) => rangeInUsd(cost),
    }),
    basis: t.exposeString("basis", { description: "The basis of the figures, in words." }),
  }),
});

builder.queryField("quoteMarketColumn", (t) =>
  t.field({
    type: ColumnQuoteType,
    description: "Estimates the cost of a column. It adds no column and asks no question.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: AddMarketColumnInput, required: true, description: "The column that is answered." }) },
    resolve: (_root, { input }, { db, providers: { languageModel }, caller }) =>
      quoteColumn({ db, languageModel }, caller, input),
  }),
);

builder.mutationFields((t) => ({
  addMarketColumn: t.prismaField({
    type: MarketColumn,
    description:
      "Adds a column to a market, which can have 20. A fill answers its cells from the stored texts, also for companies that join later. The rules answer at no cost, the language model within `maxCostUsd`.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: AddMarketColumnInput, required: true, description: "The column that is answered." }) },
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
    description: "Deletes a column with its cells, and returns its number.",
    authScopes: MAY_CHANGE,
    args: { columnId: t.arg.int({ required: true, description: "The column's number." }) },
    resolve: (_root, { columnId }, { db, caller }) => deleteColumn(db.prisma, caller, columnId),
  }),
  refillMarketColumn: t.prismaField({
    type: MarketColumn,
    description: "Answers all cells of a column again, from the texts that are stored now.",
    authScopes: MAY_CHANGE,
    args: { columnId: t.arg.int({ required: true, description: "The column's number." }) },
    resolve: async (query, _root, { columnId }, context) => {
      const id = await refillColumn(context.db.prisma, context.caller, columnId);
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  pauseColumnFill: t.prismaField({
    type: Market,
    description:
      "Pauses the fill of a market's columns before its next cells. Cells in progress are finished first. CONFLICT if no fill is running, or if it is already paused; SERVICE_UNAVAILABLE if no worker answers.",
    extensions: WAITS_OUTSIDE,
    authScopes: MAY_CHANGE,
    args: { marketId: t.arg.int({ required: true, description: "The market's number." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await pauseFill({ prisma: context.db.prisma, operator: context.operator }, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  changeMarketColumnCap: t.prismaField({
    type: MarketColumn,
    description:
      "Changes the cap of a column, which includes what its answers have cost so far. The column's stopped cells wait again. INVALID_INPUT if the rules answer the column.",
    authScopes: MAY_CHANGE,
    args: {
      columnId: t.arg.int({ required: true, description: "The column's number." }),
      maxCostUsd: t.arg.float({ required: true, description: "In US dollars." }),
    },
    resolve: async (query, _root, { columnId, maxCostUsd }, context) => {
      const id = await changeColumnCap(context.db.prisma, context.caller, columnId, maxCostUsd);
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  resumeColumnFill: t.prismaField({
    type: Market,
    description:
      "Resumes a paused fill of a market's columns, or starts one for the cells that a cancelled or failed fill has not reached.",
    extensions: WAITS_OUTSIDE,
    authScopes: MAY_CHANGE,
    args: { marketId: t.arg.int({ required: true, description: "The market's number." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await resumeFill({ prisma: context.db.prisma, operator: context.operator }, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  cancelColumnFill: t.prismaField({
    type: Market,
    description: "Cancels the fill of a market's columns. Answered cells keep their answers.",
    authScopes: MAY_CHANGE,
    args: { marketId: t.arg.int({ required: true, description: "The market's number." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await cancelFill(context.db.prisma, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));
