import type pg from "pg";
import { gaugeOf } from "../metrics/metrics.ts";

const observe = gaugeOf(
  "database_connections",
  "Connections of this process to PostgreSQL, by state; waiting: callers without one",
  ["state"],
);

const pools = new Set<pg.Pool>();

const sum = (count: (pool: pg.Pool) => number): number => [...pools].reduce((total, pool) => total + count(pool), 0);

observe(() => [
  { labels: { state: "busy" }, value: sum(({ totalCount, idleCount }) => totalCount - idleCount) },
  { labels: { state: "idle" }, value: sum(({ idleCount }) => idleCount) },
  { labels: { state: "waiting" }, value: sum(({ waitingCount }) => waitingCount) },
]);

/** Counts a pool's connections among the process's own until the pool has ended. */
export function countConnections(pool: pg.Pool): void {
  pools.add(pool);
  const end = pool.end.bind(pool);
  pool.end = async () => {
    pools.delete(pool);
    await end();
  };
}
