import type { Database } from "#foundation/db/database";
import { isMigrated } from "#foundation/db/migrate";

/** The answer of `/readyz`. PostgreSQL determines `ready`; Temporal's state is only reported. */
export type Readiness =
  | { ready: boolean; postgresql: "up" | "down" | "not migrated"; temporal: "up" | "down" }
  /** The process is about to end: it still answers, but should get no further requests. */
  | { ready: false; stopping: true };

/** Checks whether requests can be served. `temporalUp` must answer within its own time limit. */
export async function readiness(db: Database, temporalUp: () => Promise<boolean>): Promise<Readiness> {
  const [postgresql, temporal] = await Promise.all([
    isMigrated(db).then(
      (migrated) => (migrated ? ("up" as const) : ("not migrated" as const)),
      () => "down" as const,
    ),
    temporalUp().catch(() => false),
  ]);
  return { ready: postgresql === "up", postgresql, temporal: temporal ? "up" : "down" };
}
