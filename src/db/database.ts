import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../../generated/prisma/client.ts";
import { statementName } from "./statement-names.ts";

export type { PrismaClient } from "../../generated/prisma/client.ts";

/** A transaction of Prisma's, or the client itself: what a rule writes through. */
export type Transaction = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** The database as the rest of the program sees it: Prisma for rules, a pool for typed SQL on hot edges and COPY. */
export interface Database {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Runs one statement, prepared once a connection. */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections for each of Prisma and the pool. */
  maxConnections?: number;
  /** Called with the text of each statement, for tests that assert what an edge asks. */
  onStatement?: (sql: string) => void;
}

/**
 * Prisma gives a transaction 2 s to begin and 5 s to end, by this process's own clock: one that is busy with a large page, or with
 * starting, is away for as long, and would lose what it was about to write, such as an answer that was paid for.
 */
const TRANSACTION_LIMITS = { maxWait: 15_000, timeout: 20_000 };

/** Opens the database. Connections are made when first needed: an unreachable server shows at the first statement. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const max = options.maxConnections ?? 10;
  const pool = new pg.Pool({ connectionString: url, max });
  // An idle connection that the server closes must not end the process; the next statement opens another.
  pool.on("error", () => {});
  const adapter = new PrismaPg(
    { connectionString: url, max },
    { statementNameGenerator: ({ sql }) => statementName(sql) },
  );
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: TRANSACTION_LIMITS,
    log: options.onStatement ? [{ emit: "event", level: "query" }] : [],
  });
  if (options.onStatement) {
    const report = options.onStatement;
    prisma.$on("query", (event) => report(event.query));
  }
  return {
    prisma,
    pool,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
      options.onStatement?.(text);
      const result = await pool.query<Row>({ name: statementName(text), text, values });
      return result.rows;
    },
    async close() {
      await Promise.all([prisma.$disconnect(), pool.end()]);
    },
  };
}
