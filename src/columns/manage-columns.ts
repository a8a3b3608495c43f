import { authorOf, type Caller } from "#accounts/auth/caller";
import { costCapOf } from "#costs/cost-cap";
import type { Database, PrismaClient, Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { findMarket } from "#markets/find-market";
import { lockMarket } from "#markets/reviews/apply-reviews";
import type { LanguageModel } from "#providers/language-model/language-model";
import { type ColumnReader, checkedColumn, MOST_COLUMNS, type NewColumn } from "./column.ts";
import { endFill, fillStates, queueFill } from "./fills/fill-lifecycle.ts";
import { NO_MODEL } from "./model/ask-model.ts";

/**
 * Adds a column to a market, and queues the fill of its cells. Resolves to its id.
 * @throws InvalidInputError, also where no language model is configured that would read it; NotFoundError (market); ConflictError where the market has too many, or one of that name
 */
export async function addColumn(
  { prisma, languageModel }: Pick<Database, "prisma"> & { languageModel: LanguageModel | null },
  caller: Caller,
  input: NewColumn,
  claim?: IdempotencyClaim,
): Promise<number> {
  const column = checkedColumn(input);
  if (column.readBy === "model" && languageModel === null) throw new InvalidInputError(NO_MODEL);
  const { id: marketId } = await findMarket(prisma, caller, input.marketId);
  const added = await doOnce(prisma, claim, async (tx) => {
    // One at a time: the number of columns has a bound, and no company may join between the column and its cells.
    await lockMarket(tx, marketId);
    if ((await tx.marketColumn.count({ where: { marketId } })) >= MOST_COLUMNS)
      throw new ConflictError(`a market has at most ${MOST_COLUMNS} columns: delete one`);
    const { id } = await tx.marketColumn
      .create({ data: { ...column, marketId, createdBy: authorOf(caller) }, select: { id: true } })
      .catch((error: unknown) => {
        throw isUniqueViolation(error)
          ? new ConflictError("the market has a column of this name: give another")
          : error;
      });
    await tx.$executeRaw`
      INSERT INTO market_cells (column_id, company_id, market_id)
      SELECT ${id}, company_id, market_id FROM market_companies WHERE market_id = ${marketId} ON CONFLICT DO NOTHING`;
    await queueFill(tx, marketId);
    return { id };
  });
  return added.id;
}

/** Returns a column of a market of the caller's. @throws NotFoundError */
async function findColumn(
  db: Transaction,
  caller: Caller,
  columnId: number,
): Promise<{ id: number; marketId: number; readBy: ColumnReader }> {
  const column = await db.marketColumn.findUnique({
    where: { id: columnId },
    select: { id: true, marketId: true, readBy: true },
  });
  const missing = new NotFoundError(`column ${columnId}`);
  if (column === null) throw missing;
  await findMarket(db, caller, column.marketId).catch((error: unknown) => {
    throw error instanceof NotFoundError ? missing : error;
  });
  return column;
}

/** Deletes a column with its cells. Resolves to its id. @throws NotFoundError */
export async function deleteColumn(prisma: PrismaClient, caller: Caller, columnId: number): Promise<number> {
  const { id } = await findColumn(prisma, caller, columnId);
  await prisma.marketColumn.deleteMany({ where: { id } });
  return id;
}

/**
 * Makes all cells of a column wait for new answers from what is stored now; the present answers stay until then.
 * Resolves to the column's id.
 * @throws NotFoundError
 */
export async function refillColumn(prisma: PrismaClient, caller: Caller, columnId: number): Promise<number> {
  const { id, marketId } = await findColumn(prisma, caller, columnId);
  await prisma.$transaction(async (tx) => {
    await tx.marketCell.updateMany({ where: { columnId: id }, data: { state: "waiting" } });
    await queueFill(tx, marketId);
  });
  return id;
}

/**
 * Changes the most that the answers of a column may cost, what they have cost included. Its stopped cells wait again.
 * Resolves to the column's id.
 * @param maxCostUsd in US dollars
 * @throws NotFoundError; InvalidInputError where the rules answer the column
 */
export async function changeColumnCap(
  prisma: PrismaClient,
  caller: Caller,
  columnId: number,
  maxCostUsd: number,
): Promise<number> {
  const costCap = costCapOf(maxCostUsd);
  const { id, marketId, readBy } = await findColumn(prisma, caller, columnId);
  if (readBy !== "model") throw new InvalidInputError("the rules answer this column, at no cost: it has no cap");
  await prisma.$transaction(async (tx) => {
    await tx.marketColumn.update({ where: { id }, data: { costCap } });
    const { count } = await tx.marketCell.updateMany({
      where: { columnId: id, state: "stopped" },
      data: { state: "waiting" },
    });
    if (count > 0) await queueFill(tx, marketId);
  });
  return id;
}

/**
 * Continues with the cells that a cancelled or failed fill has not reached. Resolves to the market's id.
 * @throws NotFoundError; ConflictError where there are none
 */
export async function resumeFill(prisma: PrismaClient, caller: Caller, marketId: number): Promise<number> {
  const { id } = await findMarket(prisma, caller, marketId);
  await prisma.$transaction(async (tx) => {
    const { count } = await tx.marketCell.updateMany({
      where: { marketId: id, state: "stopped" },
      data: { state: "waiting" },
    });
    if (count === 0) throw new ConflictError("no cell of this market was stopped");
    await queueFill(tx, id);
  });
  return id;
}

/**
 * Cancels the fill of a market: a queued one ends at once, a running one within seconds. Answered cells stay. Resolves
 * to the market's id.
 * @throws NotFoundError; ConflictError where none is queued or running
 */
export async function cancelFill(prisma: PrismaClient, caller: Caller, marketId: number): Promise<number> {
  const { id } = await findMarket(prisma, caller, marketId);
  await prisma.$transaction(async (tx) => {
    const fill = await tx.columnFill.findFirst({
      where: { marketId: id, status: { in: ["queued", "running"] } },
      select: { id: true },
    });
    const request = fill !== null && (await fillStates.requestCancel(tx, fill.id, `key ${caller.keyPrefix}`));
    if (fill === null || request === false) throw new ConflictError("no fill of this market is queued or running");
    if (request === "unstarted") await endFill(tx, fill.id, { status: "cancelled" });
  });
  return id;
}
