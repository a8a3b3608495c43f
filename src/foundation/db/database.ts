import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "#generated/prisma/client";
import type { PoolerConfig } from "../config/database.ts";
import { Connection } from "./connection.ts";
import type { DatabaseWatch } from "./database-watch.ts";
import { connectionOptions, type DatabaseLimits, WORK_LIMITS } from "./limits.ts";
import { Pool } from "./pool.ts";
import { countConnections } from "./pool-metrics.ts";
import { statementName } from "./statement-names.ts";
import { seeAnswered, statementsAreSeen } from "./statements-seen.ts";

export type { PrismaClient } from "#generated/prisma/client";

/** A transaction of Prisma's, or the client itself: what domain code writes through. */
export type Transaction = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/**
 * The database as the rest of the program sees it: Prisma for domain code, a pool for typed SQL on hot edges and COPY.
 */
export interface Database {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Runs one statement, prepared once per connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Opens a connection outside the pool for what outlasts a transaction, such as session locks. The caller abandons it.
   * @throws the driver's error; DatabaseUnavailableError while the watch knows that the server is away
   */
  openSession(): Promise<Connection>;
  /** Identifies this process while it is connected (see `DatabaseWatch`); null without a watch. */
  session(): string | null;
  close(): Promise<void>;
}

/** Runs single statements: the pool, or a connection within a transaction. */
export type Queries = Pick<Database, "query">;

export interface DatabaseOptions {
  /** Maximum number of connections for statements and transactions, including Prisma's. */
  maxConnections?: number;
  /** The pooler for these connections. Sessions connect directly to the server. */
  pooler?: PoolerConfig | undefined;
  /** Time limits; by default those of jobs and imports. */
  limits?: DatabaseLimits;
  /**
   * Reports when the server is away; all statements then fail at once, including running ones. The caller closes the
   * watch.
   */
  watch?: DatabaseWatch;
  /** Called with the text of each statement, for tests that assert an edge's SQL. */
  onStatement?: (sql: string) => void;
}

/**
 * By default Prisma gives a transaction 2 s to begin and 5 s to end, by this process's own clock.
 * A process that starts, or builds a large page, can stall for that long.
 * It would then lose what it was about to write, such as a paid answer.
 */
const TRANSACTION_LIMITS = { maxWait: 15_000, timeout: 20_000 };

/** Like the pool's own `query`, which copies the configuration property by property. */
async function runStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      pool.connect((error, client, release) => {
        if (client === undefined) {
          reject(error);
          return;
        }
        const query = new pg.Query<Row, unknown[]>(text, values, (failure, result) => {
          release(failure ?? undefined);
          if (failure) reject(failure);
          else resolve(result.rows);
        });
        client.query(Object.assign(query, { name: statementName(text) }));
      });
    });
  } catch (error) {
    // Makes the stack lead to the caller rather than to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Opens the database. Connections are made when first needed, so an unreachable server shows at the first statement.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { maxConnections: max = 3, limits = WORK_LIMITS, watch, pooler } = options;
  const pool = new Pool(pooler?.url ?? url, { max, limits, pooler, refusal: () => watch?.outage() ?? null });
  watch?.guard(pool);
  countConnections(pool);
  const sessions = new Set<Connection>();
  watch?.guard({
    cut(reason) {
      for (const session of sessions) session.cut(reason);
    },
  });
  const openPrisma = () => {
    const prisma = new PrismaClient({
      adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
      transactionOptions: TRANSACTION_LIMITS,
      log: options.onStatement ? [{ emit: "event", level: "query" }] : [],
    });
    if (options.onStatement) {
      const report = options.onStatement;
      prisma.$on("query", (event) => report(event.query));
    }
    return prisma;
  };
  let client: ReturnType<typeof openPrisma> | undefined;
  return {
    // A Prisma client holds 9 MB of schema; callers that only use SQL never load it.
    get prisma() {
      client ??= openPrisma();
      return client;
    },
    pool,
    query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      options.onStatement?.(text);
      const answer = runStatement<Row>(pool, text, values);
      if (statementsAreSeen()) seeAnswered(text, answer);
      return answer;
    },
    async openSession() {
      const refused = watch?.outage() ?? null;
      if (refused !== null) throw refused;
      const session = new Connection(connectionOptions(url, limits), limits);
      await session.connect();
      sessions.add(session);
      session.once("end", () => sessions.delete(session));
      return session;
    },
    session: () => watch?.session() ?? null,
    async close() {
      await client?.$disconnect();
      await pool.end();
    },
  };
}
