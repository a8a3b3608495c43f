import type { CompanyPages } from "#companies/company-pages";
import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { ConflictError } from "#foundation/errors/index";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { ColumnReader } from "../column.ts";
import { askCells, type ModelCell, type Stopped } from "../model/ask-model.ts";
import { type Answer, type Material, type QuestionReading, type Unsaid, verified } from "../rules/answer.ts";
import { readQuestion } from "../rules/read-question.ts";
import { gatherMaterial, lookedAt } from "./material.ts";

/** Number of companies per batch. */
const BATCH = 50;

export interface FillDeps {
  db: Database;
  companyPages: CompanyPages;
  /** Answers the columns that it is to read; null: none is configured. */
  languageModel: LanguageModel | null;
}

/** The result of a batch, in cells. */
export interface FilledBatch {
  said: number;
  notSaid: number;
  /** Number of the market's cells that still wait. */
  left: number;
}

interface WaitingCell extends ModelCell {
  readBy: ColumnReader;
}

const RULES_CANNOT: Unsaid = { reason: "The rules cannot read this question." };
const GONE: Unsaid = { reason: "The directory no longer has this company." };

/**
 * Answers the waiting cells of the next companies of a fill's market, by rank, and stores them in one transaction. A
 * repeat continues with those that still wait, and gets the model's earlier answers from their recordings.
 * @throws ConflictError when the fill has ended
 */
export async function fillCells(
  { db, companyPages, languageModel }: FillDeps,
  fillId: number,
  signal: AbortSignal,
): Promise<FilledBatch> {
  const waiting = await waitingCells(db, fillId);
  signal.throwIfAborted();
  const byModel = waiting.filter(({ readBy }) => readBy === "model");
  const byRules = waiting.filter(({ readBy }) => readBy === "rules");
  const readings = new Map(byRules.map((cell) => [cell.columnId, readQuestion(cell)]));
  const readsTexts = byModel.length > 0 || [...readings.values()].some((reading) => reading?.readsTexts === true);
  const companyIds = [...new Set(waiting.map(({ companyId }) => companyId))];
  const materials = await gatherMaterial({ db, companyPages }, companyIds, { readsTexts });
  const rows = byRules.map((cell) => {
    const reading = readings.get(cell.columnId) ?? null;
    const material = materials.get(cell.companyId);
    const looked = material === undefined || reading === null ? [] : lookedAt(material, reading.readsTexts);
    return rowOf(cell, answerOf(reading, material), looked);
  });
  const asked = byModel.flatMap((cell) => {
    const material = materials.get(cell.companyId);
    if (material !== undefined) return { cell, material };
    rows.push(rowOf(cell, GONE, []));
    return [];
  });
  const answers = await askCells({ db, model: languageModel, signal }, asked);
  for (const [i, { cell, material }] of asked.entries())
    rows.push(rowOf(cell, answers[i] ?? GONE, lookedAt(material, true)));
  signal.throwIfAborted();
  return store(db, fillId, rows);
}

const waitingCells = (db: Pick<Database, "query">, fillId: number): Promise<WaitingCell[]> =>
  db.query<WaitingCell>(
    `WITH next AS (
       SELECT mc.market_id, mc.company_id FROM column_fills f JOIN market_companies mc ON mc.market_id = f.market_id
       WHERE f.id = $1 AND EXISTS (SELECT FROM market_cells x WHERE x.market_id = mc.market_id AND x.company_id = mc.company_id
         AND x.state = 'waiting')
       ORDER BY mc.rank, mc.company_id LIMIT ${BATCH})
     SELECT c.column_id AS "columnId", c.company_id AS "companyId", k.question,
       CASE k.kind WHEN 'yes_no' THEN 'yesNo' ELSE k.kind::text END AS kind, k.unit, k.choices,
       k.read_by::text AS "readBy", m.team_id AS "teamId", coalesce(k.cost_cap, 0)::float8 AS "costCap"
     FROM next n JOIN market_cells c ON c.market_id = n.market_id AND c.company_id = n.company_id
     JOIN market_columns k ON k.id = c.column_id JOIN markets m ON m.id = n.market_id WHERE c.state = 'waiting' ORDER BY c.company_id, c.column_id`,
    [fillId],
  );

/** Returns a cell in its stored form, with the table's column names. */
function rowOf(cell: ModelCell, answer: Answer | Unsaid | Stopped, looked: string[]): object {
  const key = { column_id: cell.columnId, company_id: cell.companyId };
  if ("stopped" in answer) return { ...key, state: "stopped", reason: answer.stopped, looked_at: [] };
  if ("reason" in answer) return { ...key, state: "not_said", reason: answer.reason, looked_at: looked };
  const { value, number, quote, source } = answer;
  return {
    ...key,
    state: "said",
    reason: "",
    looked_at: looked,
    value,
    number,
    quote,
    source_kind: source.kind,
    source_id: source.id,
    source_field: source.field,
    source_url: source.url,
    source_title: source.title,
    source_date: source.date,
  };
}

function answerOf(reading: QuestionReading | null, material: Material | undefined): Answer | Unsaid {
  if (reading === null) return RULES_CANNOT;
  return material === undefined ? GONE : verified(reading.answer(material));
}

/** Stores a batch; cells that no longer wait stay as they are. */
function store(db: Database, fillId: number, rows: readonly object[]): Promise<FilledBatch> {
  return transaction(db, async (inside) => {
    const [fill] = await inside.query<{ marketId: number }>(
      `SELECT market_id AS "marketId" FROM column_fills WHERE id = $1 AND status = 'running' FOR UPDATE`,
      [fillId],
    );
    if (fill === undefined) throw new ConflictError("this fill has ended");
    const [stored] = await inside.query<{ said: number; notSaid: number }>(
      `WITH filled AS (
         UPDATE market_cells c SET state = x.state, value = x.value, number = x.number, reason = x.reason, quote = x.quote,
           source_kind = x.source_kind, source_id = x.source_id, source_field = x.source_field, source_url = x.source_url,
           source_title = x.source_title, source_date = x.source_date, looked_at = x.looked_at, filled_at = now()
         FROM jsonb_to_recordset($1::jsonb) AS x(column_id int, company_id int, state cell_state, value text, number float8,
           reason text, quote text, source_kind cell_source, source_id int, source_field text, source_url text, source_title text,
           source_date timestamptz, looked_at text[])
         WHERE c.column_id = x.column_id AND c.company_id = x.company_id AND c.state = 'waiting'
         RETURNING c.state)
       SELECT count(*) FILTER (WHERE state = 'said')::int AS said, count(*) FILTER (WHERE state = 'not_said')::int AS "notSaid" FROM filled`,
      [JSON.stringify(rows)],
    );
    const { said = 0, notSaid = 0 } = stored ?? {};
    const [left] = await inside.query<{ cells: number }>(
      `WITH counted AS (UPDATE column_fills SET cells = cells + $2 WHERE id = $1)
       SELECT count(*)::int AS cells FROM market_cells WHERE market_id = $3 AND state = 'waiting'`,
      [fillId, said + notSaid, fill.marketId],
    );
    return { said, notSaid, left: left?.cells ?? 0 };
  });
}
