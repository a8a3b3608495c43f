import type { Database } from "#foundation/db/database";
import type { Journal } from "./journal.ts";
import type { Ended } from "./system.ts";

export interface InvariantResult {
  name: string;
  /** How many things it was checked on. */
  checked: number;
  violations: string[];
}

/** A database and what was acknowledged until then. */
export interface State {
  db: Database;
  journal: Journal;
}

export interface Evidence extends State {
  /** Calls that the provider received. */
  providerCalls: number;
  /** Exit code and output of `npm run doctor`. */
  doctor: Ended;
  /** A backup that was taken while others worked, restored; what was acknowledged is what was before it began. */
  restored: State | null;
}

export interface Invariant {
  name: string;
  /** Whether it holds at every moment, and not only once everything has come to its end. */
  isConstant?: boolean;
  check(evidence: Evidence): Promise<Omit<InvariantResult, "name">>;
}

/** Rows that break a rule, each named by one text; `of` counts what was looked at. */
export const bySql = (name: string, of: string, broken: string): Invariant => ({
  name,
  async check({ db }) {
    const [count] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${of}`);
    const rows = await db.query<{ what: string }>(broken);
    return { checked: count?.count ?? 0, violations: rows.map(({ what }) => what) };
  },
});

export const constant = (invariant: Invariant): Invariant => ({ ...invariant, isConstant: true });

/** Things that were acknowledged and are not there, among those of a table's column. */
export async function missing(
  db: Database,
  wanted: readonly (string | number)[],
  from: string,
  column: string,
): Promise<string[]> {
  const rows = await db.query<{ value: string }>(`SELECT ${column}::text AS value FROM ${from}`);
  const there = new Set(rows.map(({ value }) => value));
  return wanted.filter((one) => !there.has(String(one))).map((one) => `${column} ${one} is missing from ${from}`);
}
