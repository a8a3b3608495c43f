import { setTimeout as sleep } from "node:timers/promises";
import { WIND_CRITERIA } from "../support/discovery.ts";
import { type Client, unique, untilOver } from "./clients.ts";

/** What columns ask, in turn: the model first, then the rules, which cannot answer the last one. */
const QUESTIONS = [
  { question: "Which parts of wind turbines does it make?", kind: "TEXT", readBy: "MODEL", maxCostUsd: 1 },
  { question: "How many employees?", kind: "NUMBER" },
  { question: "Does it supply wind turbine components?", kind: "YES_NO" },
  { question: "Who is the CEO?", kind: "TEXT" },
] as const;
/** Below the most that a market may have. */
const MOST_COLUMNS = 18;

async function addColumn({ door, journal, random, team }: Client, marketId: number): Promise<void> {
  const once = unique("column", random);
  const since = new Date();
  const asked = QUESTIONS[journal.columns.size % QUESTIONS.length];
  // Written down before it is sent: what is never acknowledged may exist too.
  journal.columns.set(once, new Set());
  const added = await door.graph(
    team.key,
    "mutation ($input: AddMarketColumnInput!) { addMarketColumn(input: $input) { columnId } }",
    { input: { marketId, name: once, ...asked } },
    once,
  );
  if (added === null) return;
  if (added.data == null) {
    journal.faults.push(`a column: ${added.code}`);
    return;
  }
  const { columnId } = added.data.addMarketColumn;
  journal.columns.get(once)?.add(columnId);
  journal.fills.push({ column_id: columnId, since });
  journal.acknowledged++;
}

async function refill({ door, journal, random, team }: Client): Promise<void> {
  const columns = [...journal.columns.values()].flatMap((ids) => [...ids]);
  const columnId = columns[random.between(0, columns.length - 1)];
  if (columnId === undefined) return;
  const since = new Date();
  const query = "mutation ($columnId: Int!) { refillMarketColumn(columnId: $columnId) { columnId } }";
  const refilled = await door.graph(team.key, query, { columnId });
  if (refilled?.data == null) return;
  journal.fills.push({ column_id: columnId, since });
  journal.acknowledged++;
}

/** Cancels the fill of a market, and has it go on once that has ended. */
async function cancelAndResume({ door, journal, team }: Client, marketId: number): Promise<void> {
  journal.stoppedMarkets.add(marketId);
  const change = (name: string) =>
    door.graph(team.key, `mutation ($marketId: Int!) { ${name}(marketId: $marketId) { marketId } }`, { marketId });
  const state =
    "query ($marketId: Int!) { market(marketId: $marketId) { columnFill { status } columns { cells { stopped } } } }";
  if ((await change("cancelColumnFill"))?.data != null) journal.acknowledged++;
  for (;;) {
    const answer = await door.graph(team.key, state, { marketId });
    if (answer === null) return;
    const { columnFill, columns } = answer.data.market;
    const isOpen = ["QUEUED", "RUNNING"].includes(columnFill?.status ?? "");
    const stopped = columns.some(({ cells }: { cells: { stopped: number } }) => cells.stopped > 0);
    if (!isOpen && !stopped) break;
    if (!isOpen && (await change("resumeColumnFill"))?.data != null) break;
    await sleep(300);
  }
  journal.stoppedMarkets.delete(marketId);
}

async function extend({ door, journal, random, team }: Client, marketId: number): Promise<void> {
  const once = unique("more", random);
  const body = { searchCriteria: { ...WIND_CRITERIA, count: random.pick([6, 12]) } };
  const answer = await door.ask("POST", `/v2/discovery/${marketId}/start`, { key: team.key, body, once });
  if (answer?.status !== 200) return;
  journal.jobs.set(once, new Set(answer.body.metadata.jobIds));
  journal.acknowledged++;
}

/** Asks questions of the companies of a market, asks again, stops and goes on, while companies join and leave. */
export async function columnist(client: Client, marketId: number): Promise<void> {
  const { door, journal, random } = client;
  while (door.isOpen()) {
    const choice = random.between(1, 100);
    const isNew = journal.columns.size < QUESTIONS.length;
    if (isNew || (choice <= 45 && journal.columns.size < MOST_COLUMNS)) await addColumn(client, marketId);
    else if (choice <= 75) await refill(client);
    else if (choice <= 90) await cancelAndResume(client, marketId);
    else {
      await untilOver(client, marketId);
      await extend(client, marketId);
    }
    await sleep(random.between(200, 1_500));
  }
}
