import type { Queries } from "#foundation/db/database";

/** What a company says about itself. */
export interface CompanyTexts {
  description: string;
  keywords: string[];
}

/** Number of companies read at a time. */
const BATCH = 1_000;

/**
 * Yields the texts of all companies in pieces; memory holds one piece. @param inside a transaction, which a cursor
 * needs
 */
export async function* directoryTexts(inside: Queries): AsyncGenerator<CompanyTexts[]> {
  await inside.query("DECLARE directory_texts NO SCROLL CURSOR FOR SELECT description, keywords FROM companies");
  for (;;) {
    const rows = await inside.query<CompanyTexts>(`FETCH ${BATCH} FROM directory_texts`);
    if (rows.length === 0) break;
    yield rows;
  }
  await inside.query("CLOSE directory_texts");
}
