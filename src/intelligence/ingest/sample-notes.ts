import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import type { Database } from "#foundation/db/database";
import type { ImportReport } from "#foundation/files/import-records";
import { importArticles } from "./import-articles.ts";

/**
 * Stores the notes on public events that the project ships (prisma/sample/README.md). They are about companies of the
 * sample, so that a newcomer's markets have news and events. Idempotent.
 */
export function loadSampleNotes(db: Pick<Database, "pool" | "query">): Promise<ImportReport> {
  const path = join(projectRoot(), "prisma", "sample", "notes.csv");
  return importArticles(db, "articles", { path }, { source: "sample" });
}
