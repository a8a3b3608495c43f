import { authorOf, type Caller } from "#accounts/auth/caller";
import { costCapOf } from "#costs/cost-cap";
import type { Database, PrismaClient, Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import type { RunOrder } from "#jobs/dispatched-run";
import { type OrderedRun, orderRun } from "#jobs/order-run";
import type { RunOperator } from "#jobs/run-operator";
import { findMarket } from "#markets/find-market";
import { lockMarket } from "#markets/reviews/apply-reviews";
import type { LanguageModel } from "#providers/language-model/language-model";
import { type ColumnReader, checkedColumn, MOST_COLUMNS, type NewColumn } from "./column.ts";
import { endFill, fillStates, queueFill } from "./fills/fill-lifecycle.ts";
import { NO_MODEL } from "./model/ask-model.ts";

/**
 * Adds a column to a market, and queues the fill of its cells. Resolves to its id.
 * @throws InvalidInputError, also where a language model is to read the column and none is configured; NotFoundError
 * (market); ConflictError where the market has too many columns, or one of that name
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
          ? new ConflictError("the market already has a column with this name; choose another")
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

/** What an order to a fill needs. */
interface OperateDeps {
  prisma: PrismaClient;
  operator: RunOperator;
}

/** Returns the queued or running fill of a market; null where there is none. */
const openFill = (db: Transaction, marketId: number) =>
  db.columnFill.findFirst({
    where: { marketId, status: { in: ["queued", "running"] } },
    select: { id: true, status: true, cancelRequestedAt: true, pausedAt: true },
  });

const NO_FILL = "no fill of this market is queued or running";

const orderFill = (operator: RunOperator, fill: Omit<OrderedRun, "kind">, order: RunOrder, caller: Caller) =>
  orderRun(operator, { ...fill, kind: "columns" }, order, `key ${caller.keyPrefix}`);

/**
 * Changes the cap of a column, which includes what its answers have cost so far. Its stopped cells wait again.
 * Resolves to the column's id.
 * @param maxCostUsd in US dollars
 * @throws NotFoundError; InvalidInputError if the rules answer the column
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
 * Pauses the fill of a market before its next cells. Resolves to the market's id.
 * @throws NotFoundError; ConflictError where none is running, or it refuses; ServiceUnavailableError
 */
export async function pauseFill({ prisma, operator }: OperateDeps, caller: Caller, marketId: number): Promise<number> {
  const { id } = await findMarket(prisma, caller, marketId);
  const fill = await openFill(prisma, id);
  if (fill === null) throw new ConflictError(NO_FILL);
  await orderFill(operator, fill, "pause", caller);
  return id;
}

/**
 * Resumes the fill of a market: a paused one, or the cells that a cancelled or failed one has not reached. Resolves to
 * the market's id.
 * @throws NotFoundError; ConflictError where there is nothing to resume; ServiceUnavailableError
 */
export async function resumeFill({ prisma, operator }: OperateDeps, caller: Caller, marketId: number): Promise<number> {
  const { id } = await findMarket(prisma, caller, marketId);
  const stopped = await prisma.$transaction(async (tx) => {
    const { count } = await tx.marketCell.updateMany({
      where: { marketId: id, state: "stopped" },
      data: { state: "waiting" },
    });
    if (count > 0) await queueFill(tx, id);
    return count;
  });
  const fill = await openFill(prisma, id);
  if (stopped === 0 && fill?.status !== "running")
    throw new ConflictError("this market has no stopped cells to resume");
  if (fill !== null && (stopped === 0 || fill.pausedAt !== null)) await orderFill(operator, fill, "resume", caller);
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
    const fill = await openFill(tx, id);
    const request = fill !== null && (await fillStates.requestCancel(tx, fill.id, `key ${caller.keyPrefix}`));
    if (fill === null || request === false) throw new ConflictError(NO_FILL);
    if (request === "unstarted") await endFill(tx, fill.id, { status: "cancelled" });
  });
  return id;
}
