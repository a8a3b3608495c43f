import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";
import { MarketColumn } from "./market-column.ts";
import { MarketCompanyEdge } from "./market-company.ts";

const CellStateEnum = builder.enumType("CellState", {
  description: "The state of a cell.",
  values: enumValues(["waiting", "said", "notSaid", "stopped"] as const, {
    waiting: "A fill will answer the cell.",
    said: "The cell has an answer with a quotation.",
    notSaid: "No stored text answers the question.",
    stopped:
      "The fill ended before it reached the cell, or the language model could not be asked. `reason`, or the `error` of the fill, says why.",
  }),
});

const CellSourceEnum = builder.enumType("CellSourceKind", {
  description: "The kind of text that a cell quotes.",
  values: enumValues(["record", "article", "page"] as const, {
    record: "The company's record in the directory.",
    article: "A news article.",
    page: "A page of the company's site.",
  }),
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
        "The number of the company (for a record) or of the article; null for a page, which `url` identifies.",
    }),
    field: t.exposeString("sourceField", {
      nullable: true,
      description: "The quoted field of a record; null for an article or a page.",
    }),
    url: t.exposeString("sourceUrl", {
      description: "The URL of the page or the article; for a record, of the company's site.",
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

const ColumnCell = builder.prismaObject("MarketCell", {
  variant: "ColumnCell",
  description: "A company's answer to the question of a column, from stored texts.",
  fields: (t) => ({
    column: t.relation("column", { type: MarketColumn, description: "The column whose question the cell answers." }),
    state: t.expose("state", { type: CellStateEnum, description: "The state of the cell." }),
    value: t.exposeString("value", {
      nullable: true,
      description: "The answer as text for display, including its unit; null unless the state is SAID.",
    }),
    number: t.exposeFloat("number", {
      nullable: true,
      description: "The answer of a NUMBER column as a number; null for other kinds, and unless the state is SAID.",
    }),
    reason: t.exposeString("reason", {
      description: "A sentence that says why there is no answer; empty if there is one.",
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
      description: "Short descriptions of the texts that were searched for the answer.",
    }),
    filledAt: t.expose("filledAt", {
      type: "DateTime",
      nullable: true,
      description: "When a fill last processed the cell; null if none has.",
    }),
  }),
});

builder.prismaObjectFields(MarketCompanyEdge, (t) => ({
  cells: t.relation("cells", {
    type: ColumnCell,
    description: "The company's cells, in the order of the market's columns.",
    query: { orderBy: { columnId: "asc" } },
  }),
}));
