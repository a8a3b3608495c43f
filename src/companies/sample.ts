import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import type { Database } from "#foundation/db/database";
import { type CompaniesReport, importCompanies } from "./import-companies.ts";

/**
 * Fills an empty directory with the project's sample (prisma/sample/README.md), so that the first question finds
 * companies before any import.
 * @returns the report; null where the directory has companies already, and nothing was done
 */
export async function loadSample(db: Database, signal?: AbortSignal): Promise<CompaniesReport | null> {
  const [found] = await db.query<{ some: boolean }>("SELECT EXISTS (SELECT FROM companies) AS some", []);
  if (found?.some) return null;
  const path = join(projectRoot(), "prisma", "sample", "companies.ndjson");
  return importCompanies(db, path, { source: "sample", kind: "sample", ...(signal === undefined ? {} : { signal }) });
}
