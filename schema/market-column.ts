import DataLoader from "dataloader";
import { tenancy } from "#accounts/auth/caller";
import { COLUMN_KINDS, COLUMN_READERS } from "#columns/column";
import { type CellCounts, countCells } from "#columns/count-cells";
import {
  addColumn,
  cancelFill,
  changeColumnCap,
  deleteColumn,
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
import { JobStatus } from "./job.ts";
import { Market } from "./market.ts";
import { MarketCompanyEdge } from "./market-company.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";
import { read } from "./read.ts";

const ColumnKindEnum = builder.enumType("ColumnKind", {
  description: "What an answer is: words, a number with a unit, yes or no, or one of some values.",
  values: enumValues(COLUMN_KINDS, {
    text: "Words.",
    number: "A number, with a unit.",
    yesNo: "Yes or no.",
    choice: "One of the column's values.",
  }),
});

const ColumnReaderEnum = builder.enumType("ColumnReader", {
  description:
    "Who answers a column: the rules, at no cost, or the configured language model, which is paid for each cell.",
  values: enumValues(COLUMN_READERS, {
    rules: "The rules, at no cost.",
    model: "The configured language model, which is paid for each cell.",
  }),
});

const CellStateEnum = builder.enumType("CellState", {
  description:
    "WAITING: a fill will answer it. SAID: with the words that say it. NOT_SAID: nothing that is stored says it. STOPPED: its fill ended before it was reached, or the language model could not be asked, as `reason` says.",
  values: enumValues(["waiting", "said", "notSaid", "stopped"] as const, {
    waiting: "A fill will answer it.",
    said: "It is answered, with the words that say it.",
    notSaid: "Nothing that is stored says it.",
    stopped: "No answer was looked for, as `reason` or the fill says.",
  }),
});

const CellSourceEnum = builder.enumType("CellSourceKind", {
  description:
    "What is quoted: the company's record in the directory, a news article, or a page of the company's site.",
  values: enumValues(["record", "article", "page"] as const, {
    record: "The company's record in the directory.",
    article: "A news article.",
    page: "A page of the company's site.",
  }),
});

const CellCountsType = builder.objectRef<CellCounts>("CellCounts").implement({
  description: "How many cells of a column are in each state.",
  fields: (t) => ({
    waiting: t.exposeInt("waiting", { description: "That a fill will answer." }),
    said: t.exposeInt("said", { description: "With an answer." }),
    notSaid: t.exposeInt("notSaid", { description: "Whose answer nothing that is stored says." }),
    stopped: t.exposeInt("stopped", { description: "That a cancelled or failed fill has not reached." }),
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
  description: "A question to each company of a market.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    columnId: t.exposeInt("id", { description: "Its number." }),
    name: t.exposeString("name", { description: "The heading." }),
    question: t.exposeString("question", { description: "As it was put." }),
    kind: t.expose("kind", { type: ColumnKindEnum, description: "What its answers are." }),
    unit: t.exposeString("unit", { nullable: true, description: "Of a number. Null: the one that answers come in." }),
    choices: t.exposeStringList("choices", { description: "Of a choice: the values that an answer may have." }),
    readAs: t.string({
      nullable: true,
      description:
        "What the rules take it to ask for. Null: they cannot read it, and no cell is said. Of the language model: the question.",
      select: { question: true, kind: true, unit: true, choices: true, readBy: true },
      resolve: ({ readBy, ...column }) =>
        readBy === "model" ? column.question : (readQuestion(column)?.readAs ?? null),
    }),
    readBy: t.expose("readBy", { type: ColumnReaderEnum, description: "Who answers it." }),
    maxCostUsd: t.float({
      nullable: true,
      description: "The most that its answers may cost, in US dollars. Null: the rules answer it.",
      select: { costCap: true },
      resolve: ({ costCap }) => (costCap === null ? null : Number(costCap) / MICRO_USD),
    }),
    costUsd: t.float({
      description: "What its answers cost so far, in US dollars, by the ledger; calls under way count at their cap.",
      select: { id: true },
      resolve: async ({ id }, _args, context) => (await spent(context).load(id)) / MICRO_USD,
    }),
    cells: t.field({
      type: CellCountsType,
      description: "How many of its cells are in each state.",
      select: { id: true },
      resolve: ({ id }, _args, context) => cellCounts(context).load(id),
    }),
    createdBy: t.expose("createdBy", { type: "UUID", description: "A user, or the API key where none was signed in." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was added." }),
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
  description: "Where a cell's quotation stands, letter for letter.",
  fields: (t) => ({
    kind: t.expose("sourceKind", { type: CellSourceEnum, description: "What is quoted." }),
    sourceId: t.exposeInt("sourceId", {
      nullable: true,
      description: "Of a record the company's number, of an article its own. Null: a page, which its address names.",
    }),
    field: t.exposeString("sourceField", { nullable: true, description: "Of a record: the field that is quoted." }),
    url: t.exposeString("sourceUrl", { description: "Of the page or the article; of a record the company's site." }),
    title: t.exposeString("sourceTitle", { description: "Of the page or the article; or which record it is." }),
    date: t.expose("sourceDate", {
      type: "DateTime",
      description: "When the record last changed, the article was published, the page was read.",
    }),
  }),
});

export const ColumnCell = builder.prismaObject("MarketCell", {
  variant: "ColumnCell",
  description: "What one company's stored texts answer to a column.",
  fields: (t) => ({
    column: t.relation("column", { type: MarketColumn, description: "The question." }),
    state: t.expose("state", { type: CellStateEnum, description: "Whether it is said." }),
    value: t.exposeString("value", { nullable: true, description: "The answer as it is shown. Null: not said." }),
    number: t.exposeFloat("number", { nullable: true, description: "Of a number: the answer in the column's unit." }),
    reason: t.exposeString("reason", { description: "Why it is not said, a sentence. Empty: it is." }),
    quote: t.exposeString("quote", {
      nullable: true,
      description: "The words that say it, letter for letter as they stand in the source. Null: not said.",
    }),
    source: t.field({
      type: CellSource,
      nullable: true,
      description: "Where the quotation stands. Null: not said.",
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
    lookedAt: t.exposeStringList("lookedAt", { description: "What was read for it, for people." }),
    filledAt: t.expose("filledAt", { type: "DateTime", nullable: true, description: "When it was answered last." }),
  }),
});

const ColumnFill = builder.prismaNode("ColumnFill", {
  description: "A run that answers the waiting cells of a market; in Temporal the workflow `columns-<fillId>`.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    fillId: t.exposeInt("id", { description: "Its number." }),
    status: t.expose("status", { type: JobStatus, description: "How far it is." }),
    cells: t.exposeInt("cells", { description: "Cells that it has answered, those that are not said included." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was queued." }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true, description: "Null: it has not ended." }),
    error: t.exposeString("error", { nullable: true, description: "Why it failed or was cancelled." }),
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
    description: "Its columns, the oldest first, all of them.",
    authScopes: MAY_READ,
    query: { orderBy: { id: "asc" } },
  }),
  columnFill: t.field({
    type: ColumnFill,
    nullable: true,
    description: "The newest fill of its columns. Null: it never had one.",
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
    description: "The market's columns for this company, in the order of the columns.",
    query: { orderBy: { columnId: "asc" } },
  }),
}));

const AddMarketColumnInput = builder.inputType("AddMarketColumnInput", {
  description: "A question to each company of a market.",
  fields: (t) => ({
    marketId: t.int({ required: true, description: "The market." }),
    question: t.string({ required: true, description: "At most 500 characters." }),
    kind: t.field({ type: ColumnKindEnum, required: true, description: "What an answer is." }),
    name: t.string({ description: "The heading, at most 80 characters; by default the question's beginning." }),
    unit: t.string({
      description: "Of a number, at most 40 characters. A figure that is stored in another is not said.",
    }),
    choices: t.stringList({ description: "Of a choice: 2–20 values of at most 80 characters." }),
    readBy: t.field({ type: ColumnReaderEnum, defaultValue: "rules", description: "Who answers it." }),
    maxCostUsd: t.float({
      description: "Of the language model, and needed there: the most that all its answers may cost, in US dollars.",
    }),
  }),
});

const ColumnQuoteType = builder.objectRef<ColumnQuote>("ColumnQuote").implement({
  description: "What a column is expected to cost for the companies that the market has now.",
  fields: (t) => ({
    cells: t.exposeInt("cells", { description: "Companies, each of which is asked once." }),
    costUsd: t.field({
      type: Range,
      description: "Of all cells together.",
      resolve: ({ cost }) => rangeInUsd(cost),
    }),
    basis: t.exposeString("basis", { description: "What the figures rest on." }),
  }),
});

builder.queryField("quoteMarketColumn", (t) =>
  t.field({
    type: ColumnQuoteType,
    description: "What a column would cost; nothing is added, and nothing is asked.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: AddMarketColumnInput, required: true, description: "The question." }) },
    resolve: (_root, { input }, { db, providers: { languageModel }, caller }) =>
      quoteColumn({ db, languageModel }, caller, input),
  }),
);

builder.mutationFields((t) => ({
  addMarketColumn: t.prismaField({
    type: MarketColumn,
    description:
      "Adds a column to a market, at most 20. Its cells are filled from what is stored, also for companies that join later: by the rules at no cost, or by the language model within `maxCostUsd`.",
    authScopes: MAY_CHANGE,
    args: { input: t.arg({ type: AddMarketColumnInput, required: true, description: "The question." }) },
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
    description: "Deletes a column with its cells. Answers its number.",
    authScopes: MAY_CHANGE,
    args: { columnId: t.arg.int({ required: true, description: "The column's number." }) },
    resolve: (_root, { columnId }, { db, caller }) => deleteColumn(db.prisma, caller, columnId),
  }),
  refillMarketColumn: t.prismaField({
    type: MarketColumn,
    description: "Has all cells of a column answered anew, by what is stored now.",
    authScopes: MAY_CHANGE,
    args: { columnId: t.arg.int({ required: true, description: "The column's number." }) },
    resolve: async (query, _root, { columnId }, context) => {
      const id = await refillColumn(context.db.prisma, context.caller, columnId);
      return read(context).marketColumn.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  changeMarketColumnCap: t.prismaField({
    type: MarketColumn,
    description:
      "Changes the most that a column's answers may cost, what they have cost included. Its stopped cells wait again. INVALID_INPUT where the rules answer it.",
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
    description: "Goes on with the cells that a cancelled or failed fill has not reached.",
    authScopes: MAY_CHANGE,
    args: { marketId: t.arg.int({ required: true, description: "The market's number." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await resumeFill(context.db.prisma, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  cancelColumnFill: t.prismaField({
    type: Market,
    description: "Cancels the fill of a market's columns. Cells that are answered stay.",
    authScopes: MAY_CHANGE,
    args: { marketId: t.arg.int({ required: true, description: "The market's number." }) },
    resolve: async (query, _root, { marketId }, context) => {
      const id = await cancelFill(context.db.prisma, context.caller, marketId);
      return read(context).market.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));
