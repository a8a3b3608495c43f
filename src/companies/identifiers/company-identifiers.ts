import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";

/** A number of a company, with its origin. */
export interface CompanyIdentifierRow {
  companyId: number;
  scheme: "duns" | "lei";
  value: string;
  /** The key that identified the company in the imported table. */
  method: "domain" | "isin" | "name";
  source: string;
  file: string;
  line: number;
  importedAt: Date;
  mappedAt: Date;
}

/** Loads the numbers of many companies in one statement. */
export function companyIdentifiers(db: Queries): DataLoader<number, CompanyIdentifierRow[]> {
  return new DataLoader(async (companyIds) => {
    const rows = await db.query<CompanyIdentifierRow>(
      `SELECT i.company_id AS "companyId", i.scheme::text AS scheme, i.value, i.method, m.source, m.file, m.line,
         m.imported_at AS "importedAt", i.mapped_at AS "mappedAt"
       FROM company_identifiers i JOIN identifier_mappings m ON m.id = i.mapping_id
       WHERE i.company_id = ANY($1::int[]) ORDER BY i.company_id, i.scheme`,
      [[...companyIds]],
    );
    const byCompany = new Map<number, CompanyIdentifierRow[]>(companyIds.map((id) => [id, []]));
    for (const row of rows) byCompany.get(row.companyId)?.push(row);
    return companyIds.map((id) => byCompany.get(id) ?? []);
  });
}
