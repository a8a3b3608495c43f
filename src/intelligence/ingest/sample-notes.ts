import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import type { Database } from "#foundation/db/database";
import type { ImportReport } from "#foundation/files/import-records";
import { importArticles } from "./import-articles.ts";

/**
 * Stores the notes on public events that the project ships (prisma/sample/README.md), as news and as observations. They
 * are about companies of the sample, so that a newcomer's markets have news and events. Idempotent.
 * @returns the reports of both imports
 */
export async function loadSampleNotes(
  db: Pick<Database, "pool" | "query">,
): Promise<{ news: ImportReport; observations: ImportReport }> {
  const path = join(projectRoot(), "prisma", "sample", "notes.csv");
  return {
    news: await importArticles(db, "news", { path }, { source: "sample" }),
    observations: await importArticles(db, "observations", { path }, { source: "sample" }),
  };
}
