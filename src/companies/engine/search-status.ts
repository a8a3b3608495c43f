import type { Queries } from "#foundation/db/database";
import { askEngine } from "./engine-client.ts";
import type { SearchEngine } from "./search-engine.ts";

/** Changes that wait for the engine. */
export interface WaitingChanges {
  changes: number;
  /** Approximate time in seconds since the first of them was committed; 0 without any. */
  seconds: number;
}

export interface IndexStatus {
  generation: number;
  name: string;
  state: "building" | "live";
  createdAt: Date;
  /** Number of companies in the index; null where the engine does not answer. */
  companies: number | null;
}

export interface SearchStatus {
  /** The engine's error; null where it answers. */
  failure: string | null;
  indexes: IndexStatus[];
  waiting: WaitingChanges;
  /** Number of companies in the directory. */
  companies: number;
}

export async function waitingChanges(db: Queries): Promise<WaitingChanges> {
  const [row] = await db.query<WaitingChanges>(
    `SELECT count(*)::int AS changes, coalesce(extract(epoch FROM now() - min(changed_at)), 0)::float8 AS seconds FROM company_changes`,
  );
  return row ?? { changes: 0, seconds: 0 };
}

/** Returns the state of the search engine for operators. */
export async function searchStatus(db: Queries, engine: SearchEngine | null): Promise<SearchStatus> {
  let failure: string | null = null;
  const count = async (index: string): Promise<number | null> => {
    if (engine === null) return null;
    try {
      await askEngine(() => engine.client.indices.refresh({ index }));
      return (await askEngine(() => engine.client.count({ index }))).body.count;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      return null;
    }
  };
  const rows = await db.query<Omit<IndexStatus, "companies">>(
    `SELECT generation, name, state, created_at AS "createdAt" FROM company_indexes ORDER BY generation`,
  );
  const [known] = await db.query<{ companies: number }>("SELECT count(*)::int AS companies FROM companies");
  const indexes: IndexStatus[] = [];
  for (const row of rows) indexes.push({ ...row, companies: await count(row.name) });
  return { failure, indexes, waiting: await waitingChanges(db), companies: known?.companies ?? 0 };
}
