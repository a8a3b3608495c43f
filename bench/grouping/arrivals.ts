import { cpus } from "node:os";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { createGroupingDeps } from "#intelligence/events/create-grouping-deps";
import { groupObservations } from "#intelligence/events/group-observations";
import type { GroupingDocument } from "#intelligence/events/grouping/group-documents";
import { weekOf, weekStart } from "#intelligence/events/weeks";
import { measured, print } from "../processor-time.ts";
import { readHeadlines } from "../quality/events/headlines.ts";
import { withDirectory } from "../temporary-directory.ts";
import { renameHeadlines } from "./rename-headlines.ts";

export interface ArrivalsBenchOptions {
  /** File of real headlines that the others are made from. */
  from: string;
  /** Headlines that the week has before. */
  headlines: number;
  /** Headlines that come afterwards, one at a time. */
  arrivals: number;
}

const WEEK_MS = 7 * 86_400_000;

/** Stores headlines as the importer does, all in one week: their days are spread over it. */
async function store(db: Database, documents: readonly GroupingDocument[], count: number, from: number) {
  const start = weekStart(weekOf(new Date(Date.UTC(2026, 2, 4)))).getTime();
  await db.query(
    `INSERT INTO observations (url, title, text, publisher, category, published_at, content_hash)
     SELECT url, title, '', publisher, category, published_at, url
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS x(url, title, publisher, category, published_at)`,
    [
      documents.map(({ key }) => key),
      documents.map(({ title }) => title),
      documents.map(({ publisher }) => publisher),
      documents.map(({ category }) => category),
      documents.map((_, i) => new Date(start + ((from + i) / count) * WEEK_MS)),
    ],
  );
}

/**
 * Measures what one new headline costs in a week that is grouped already, from its commit to its event. The database is
 * its own and has no companies. Grouping and writing are as the product has them by default.
 */
export async function benchArrivals({ from, headlines, arrivals }: ArrivalsBenchOptions): Promise<void> {
  const real = (await readHeadlines(from)).headlines.map(({ document }) => document);
  const all = [...renameHeadlines(real, headlines + arrivals)];
  // Every so many headlines one is kept for later, so that those that come have stories to belong to.
  const every = Math.floor(all.length / arrivals);
  const isLate = (i: number) => i % every === 0 && i / every < arrivals;
  const late = all.filter((_, i) => isLate(i));
  const early = all.filter((_, i) => !isLate(i));
  await withDirectory(
    (db) => store(db, early, all.length, 0),
    async (db) => {
      const deps = createGroupingDeps(readConfig({}), db);
      print(`${early.length} headlines`, await measured(db, () => groupObservations(db, deps)));
      for (const [i, one] of late.entries()) {
        await store(db, [one], all.length, i * every);
        print(`one more (${i + 1})`, await measured(db, () => groupObservations(db, deps)));
      }
    },
  );
  process.stdout.write(`${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}).\n`);
}
