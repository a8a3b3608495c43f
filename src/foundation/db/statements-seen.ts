import type { Logger } from "pino";
import { isTracing, noteSpan } from "../tracing/tracing.ts";

/** Longest text of a statement that is told. */
const LONGEST = 2_000;
const FIRST_WORD = /^\s*(?:--[^\n]*\n\s*)*(\w+)/;
const FIRST_TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:"public"\.)?"?(\w+)/i;

let slow: { ms: number; log: Pick<Logger, "warn"> } | null = null;

/** Logs statements that take longer, of all connections of this process; 0: none. Their texts have no values. */
export function logSlowStatements(ms: number, log: Pick<Logger, "warn">): void {
  slow = ms === 0 ? null : { ms, log };
}

/** Whether anybody looks at statements. */
export const statementsAreSeen = (): boolean => slow !== null || isTracing();

/** `SELECT markets`: what a statement does and the first table that it names. */
function summaryOf(text: string): string {
  const [, word = "SQL"] = FIRST_WORD.exec(text) ?? [];
  const [, table] = FIRST_TABLE.exec(text) ?? [];
  return table === undefined ? word.toUpperCase() : `${word.toUpperCase()} ${table}`;
}

/** Tells of a statement that is over. @param ms how long it took */
function statementSeen(text: string, ms: number): void {
  const statement = text.slice(0, LONGEST);
  if (slow !== null && ms >= slow.ms) slow.log.warn({ ms: Math.round(ms), statement }, "slow statement");
  if (isTracing())
    noteSpan(summaryOf(text), ms, "client", { "db.system.name": "postgresql", "db.query.text": statement });
}

/** Tells of a statement once it is answered, also where it failed. */
export function seeAnswered(text: string, answer: Promise<unknown>): void {
  const beganAt = performance.now();
  const tell = () => statementSeen(text, performance.now() - beganAt);
  answer.then(tell, tell);
}
