import PQueue from "p-queue";
import { type CircuitBreaker, createCircuitBreaker } from "#costs/circuit-breaker";
import { payFor } from "#costs/paid-call";
import { payerOfColumn } from "#costs/payer";
import type { Database } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { ColumnQuestion } from "../column.ts";
import type { Answer, Material, Unsaid } from "../rules/answer.ts";
import { checkedAnswer, columnTask } from "./column-task.ts";
import { shownTexts } from "./texts.ts";

/** Number of concurrent questions to the model. */
const AT_ONCE = 4;

export const NO_MODEL = "no language model is configured";

/** Why a cell has no answer now; it may get one later. */
export interface Stopped {
  stopped: string;
}

/** A cell for the model to answer. */
export interface ModelCell extends ColumnQuestion {
  columnId: number;
  companyId: number;
  /** The team that pays. */
  teamId: number;
  /** Maximum total cost of the column's answers, in micro-dollars. */
  costCap: number;
}

interface Asking {
  db: Database;
  model: LanguageModel;
  signal: AbortSignal;
}

const stoppedBy = (error: unknown): Stopped => ({
  stopped: `The language model could not be asked: ${error instanceof Error ? error.message : String(error)}`,
});

async function askOne(
  { db, model, signal }: Asking,
  breaker: CircuitBreaker,
  cell: ModelCell,
  material: Material,
): Promise<Answer | Unsaid | Stopped> {
  const reason = breaker.stopped();
  if (reason !== null) return stoppedBy(reason);
  const texts = shownTexts(material, cell.question);
  if (texts.length === 0) return { reason: "Nothing is stored of this company that could be read." };
  try {
    const pay = payFor(db, payerOfColumn(cell.teamId, cell.columnId, cell.costCap), { signal });
    const answer = await model.ask(columnTask(cell, material.company, texts), { pay });
    breaker.succeeded();
    return checkedAnswer(cell, texts, answer);
  } catch (error) {
    signal.throwIfAborted();
    breaker.failed(error);
    return stoppedBy(breaker.stopped() ?? error);
  }
}

/**
 * Asks a model for the answers of cells, a few at a time. The team pays, under the cap of each column. Answers are
 * recorded by column, so that a repeat of the same question about the same texts costs nothing. If the cap is reached
 * or the provider fails, the remaining cells of the column are stopped.
 * @returns the answers in the order of the cells
 * @throws the signal's reason; errors of the database
 */
export async function askCells(
  { db, model, signal }: Omit<Asking, "model"> & { model: LanguageModel | null },
  cells: readonly { cell: ModelCell; material: Material }[],
): Promise<(Answer | Unsaid | Stopped)[]> {
  if (model === null) return cells.map(() => stoppedBy(NO_MODEL));
  const queue = new PQueue({ concurrency: AT_ONCE });
  // One breaker for each column, because a reached cap must not stop other columns.
  const breakers = new Map<number, CircuitBreaker>();
  return Promise.all(
    cells.map(({ cell, material }) => {
      const breaker = breakers.get(cell.columnId) ?? createCircuitBreaker();
      breakers.set(cell.columnId, breaker);
      return queue.add(() => askOne({ db, model, signal }, breaker, cell, material));
    }),
  );
}
