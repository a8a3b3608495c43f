import type { Logger } from "pino";
import { isTracing, noteSpan } from "../tracing/tracing.ts";

/** Longest text of a statement that is logged, in characters. */
const LONGEST = 2_000;
const FIRST_WORD = /^\s*(?:--[^\n]*\n\s*)*(\w+)/;
const FIRST_TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:"public"\.)?"?(\w+)/i;

let slow: { ms: number; log: Pick<Logger, "warn"> } | null = null;

/**
 * Logs statements that take longer than `ms`, over all connections of this process; 0: none. The logged texts carry no
 * values.
 */
export function logSlowStatements(ms: number, log: Pick<Logger, "warn">): void {
  slow = ms === 0 ? null : { ms, log };
}

/** Whether anything observes statements. */
export const statementsAreSeen = (): boolean => slow !== null || isTracing();

/** Summarises a statement by its verb and first table: `SELECT markets`. */
function summaryOf(text: string): string {
  const [, word = "SQL"] = FIRST_WORD.exec(text) ?? [];
  const [, table] = FIRST_TABLE.exec(text) ?? [];
  return table === undefined ? word.toUpperCase() : `${word.toUpperCase()} ${table}`;
}

/** Reports a finished statement. @param ms how long it took */
function statementSeen(text: string, ms: number): void {
  const statement = text.slice(0, LONGEST);
  if (slow !== null && ms >= slow.ms) slow.log.warn({ ms: Math.round(ms), statement }, "slow statement");
  if (isTracing())
    noteSpan(summaryOf(text), ms, "client", { "db.system.name": "postgresql", "db.query.text": statement });
}

/** Reports a statement once it is answered or has failed. */
export function seeAnswered(text: string, answer: Promise<unknown>): void {
  const beganAt = performance.now();
  const tell = () => statementSeen(text, performance.now() - beganAt);
  answer.then(tell, tell);
}
