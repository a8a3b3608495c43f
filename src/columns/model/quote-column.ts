import type { Caller } from "#accounts/auth/caller";
import { type Expected, expectedCallCost, type Range } from "#costs/expected-cost";
import type { Database } from "#foundation/db/database";
import { InvalidInputError } from "#foundation/errors/index";
import { findMarket } from "#markets/find-market";
import type { LanguageModel } from "#providers/language-model/language-model";
import { type CheckedColumn, checkedColumn, type NewColumn } from "../column.ts";
import { NO_MODEL } from "./ask-model.ts";
import { columnTask } from "./column-task.ts";
import { MOST_CHARACTERS } from "./texts.ts";

/** The expected cost of a column for the companies that the market has now. */
export interface ColumnQuote {
  cells: number;
  /** In micro-dollars, for all cells together. */
  cost: Range;
  /** The basis of the figures. */
  basis: string;
}

/** Half of the companies have little more than a description. */
const CHARACTERS: Range = { p50: MOST_CHARACTERS / 4, p90: MOST_CHARACTERS };

/** Builds a call about texts of this many characters. */
const callOf = (column: CheckedColumn, characters: number) =>
  columnTask(column, { name: "x".repeat(60), domain: "x".repeat(30) }, [
    {
      source: { kind: "record", id: null, field: null, url: "", title: "x".repeat(200), date: new Date(0), text: "" },
      part: "x".repeat(characters),
    },
  ]);

/**
 * Estimates the cost of a column, without storing or asking anything.
 * @throws InvalidInputError, also if a language model would read the column and none is configured; NotFoundError
 * (market)
 */
export async function quoteColumn(
  { db, languageModel }: { db: Database; languageModel: LanguageModel | null },
  caller: Caller,
  input: NewColumn,
): Promise<ColumnQuote> {
  const column = checkedColumn({ ...input, maxCostUsd: input.readBy === "model" ? (input.maxCostUsd ?? 0) : null });
  const { id: marketId } = await findMarket(db.prisma, caller, input.marketId);
  const cells = await db.prisma.marketCompany.count({ where: { marketId } });
  if (column.readBy === "rules") return { cells, cost: { p50: 0, p90: 0 }, basis: "the rules cost nothing" };
  if (languageModel === null) throw new InvalidInputError(NO_MODEL);
  const cap = (characters: number) => languageModel.capOf(callOf(column, characters));
  const each: Expected = await expectedCallCost(db, languageModel, "column", {
    p50: cap(CHARACTERS.p50),
    p90: cap(CHARACTERS.p90),
  });
  return { cells, cost: { p50: Math.ceil(each.p50 * cells), p90: Math.ceil(each.p90 * cells) }, basis: each.basis };
}
