import type { Queries } from "#foundation/db/database";

/** What a company says of itself. */
export interface CompanyTexts {
  description: string;
  keywords: string[];
}

/** Companies that are read at a time. */
const BATCH = 1_000;

/** The texts of all companies, in pieces: memory holds one of them. @param inside a transaction: a cursor needs one */
export async function* directoryTexts(inside: Queries): AsyncGenerator<CompanyTexts[]> {
  await inside.query("DECLARE directory_texts NO SCROLL CURSOR FOR SELECT description, keywords FROM companies");
  for (;;) {
    const rows = await inside.query<CompanyTexts>(`FETCH ${BATCH} FROM directory_texts`);
    if (rows.length === 0) break;
    yield rows;
  }
  await inside.query("CLOSE directory_texts");
}
