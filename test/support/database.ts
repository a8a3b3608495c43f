import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#foundation/db/database";

export interface TestDatabase {
  url: string;
  db: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("postgresUrl") });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}

/** Insufficient privilege (PostgreSQL, appendix A). */
const FORBIDDEN = "42501";

/** Tries again while autovacuum, which only a superuser may end, is at work in the database. */
async function dropDatabase(name: string, attempts = 40): Promise<void> {
  try {
    await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  } catch (error) {
    if (attempts === 1 || !(error instanceof pg.DatabaseError) || error.code !== FORBIDDEN) throw error;
    await sleep(250);
    await dropDatabase(name, attempts - 1);
  }
}

/** A database of its own for the test file that asks, on the run's PostgreSQL: migrated and empty, or without anything. */
export async function createTestDatabase({ isBare = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // By files: through the log, which is PostgreSQL's default, it takes four times as much processor.
  const copied = isBare ? "" : ` TEMPLATE ${inject("templateDatabase")} STRATEGY FILE_COPY`;
  await asAdmin(`CREATE DATABASE ${name}${copied}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, { maxConnections: 4 });
  return {
    url: url.href,
    db,
    async drop() {
      await db.close();
      await dropDatabase(name);
    },
  };
}

/** Deadlock detected (PostgreSQL, appendix A). */
const DEADLOCK = "40P01";

/**
 * Empties tables and all that refers to them. It locks them all at once, so it may deadlock with a running API that
 * looks at its queues. Only then does it try again.
 * @param statement a TRUNCATE
 */
export async function emptyTables({ query }: Pick<Database, "query">, statement: string): Promise<void> {
  await pRetry(() => query(statement, []), {
    retries: 5,
    minTimeout: 50,
    shouldRetry: ({ error }) => error instanceof pg.DatabaseError && error.code === DEADLOCK,
  });
}
