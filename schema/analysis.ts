import type { FieldMap } from "@pothos/core";
import DataLoader from "dataloader";
import { type MarketAnalysis, readAnalyses } from "#pipeline/analyses/market-analyses";
import type { AnalysisKind } from "#pipeline/analyses/results";
import type { builder } from "./builder.ts";
import { type ConnectionData, type PageArguments, pageOf } from "./connection.ts";
import { perRequest } from "./per-request.ts";

/** Returns the request's loader of one kind of analysis: one statement for all markets. */
export const analysisLoader = <Kind extends AnalysisKind>(kind: Kind) =>
  perRequest(({ db }) => new DataLoader<number, MarketAnalysis<Kind> | null>((ids) => readAnalyses(db, kind, ids)));

type Types = typeof builder.$inferSchemaTypes;

/** Returns the fields of every analysis about its run. */
export const runFields = <Kind extends AnalysisKind>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, MarketAnalysis<Kind>>,
): FieldMap => ({
  jobId: t.int({ description: "The number of the job that computed the result.", resolve: ({ jobId }) => jobId }),
  computedAt: t.field({
    type: "DateTime",
    description: "When the result was computed.",
    resolve: ({ computedAt }) => computedAt,
  }),
  notes: t.stringList({
    description:
      "Notes on data that was missing for the analysis, and how to provide it; empty if nothing was missing.",
    resolve: ({ result }) => result.notes,
  }),
});

/** Returns a page of a list that is wholly in memory. @throws InvalidInputError */
export function pageOfList<Row>(rows: readonly Row[], args: PageArguments): ConnectionData<Row> & { rows: Row[] } {
  const page = pageOf(args);
  return { rows: rows.slice(page.offset, page.offset + page.limit + 1), page, totalCount: () => rows.length };
}
