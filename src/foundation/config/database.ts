import { z } from "zod";
import { oneName, port, wholeNumber } from "./values.ts";

/** Environment variables that say how statements reach PostgreSQL. */
export const databaseEnvironment = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be a postgresql:// URL")
    .optional()
    .meta({
      description: "your own PostgreSQL, with pg_trgm and unaccent ([time limits](outages.md#time-limits))",
      unset: "the embedded PostgreSQL",
    }),
  DATABASE_PORT: port.optional().meta({ description: "port of the embedded PostgreSQL", unset: "a free port" }),
  DATABASE_CONNECTIONS: wholeNumber(2, 100)
    .default(3)
    .describe("connections of an API or a worker for statements ([connections](deploy.md#connections))"),
  DATABASE_POOL_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be a postgresql:// URL")
    .optional()
    .meta({ description: "a pooler in transaction mode for statements", unset: "a direct connection" }),
  DATABASE_POOL_PREPARED: oneName(["on", "off"])
    .default("on")
    .describe("whether the pooler supports prepared statements: `on` or `off`"),
};

type Environment = z.output<z.ZodObject<typeof databaseEnvironment>>;

/** How an API or a worker reaches PostgreSQL, beside the one connection of its session. */
export interface StatementsConfig {
  /** Number of a process's connections for statements and transactions. */
  connections: number;
  /**
   * A pooler in transaction mode for statements, such as PgBouncer; undefined means a direct connection. Work that
   * needs a session (notifications, locks that outlive a transaction, migrations) never uses it.
   */
  pooler: PoolerConfig | undefined;
}

export interface PoolerConfig {
  url: string;
  /** Whether it supports named statements; PgBouncer does from 1.21 on. */
  knowsPrepared: boolean;
}

export const readStatements = (e: Environment): StatementsConfig => ({
  connections: e.DATABASE_CONNECTIONS,
  pooler:
    e.DATABASE_POOL_URL === undefined
      ? undefined
      : { url: e.DATABASE_POOL_URL, knowsPrepared: e.DATABASE_POOL_PREPARED === "on" },
});
