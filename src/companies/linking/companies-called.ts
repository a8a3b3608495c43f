import type { Queries } from "#foundation/db/database";
import { joinedKey, nameWords } from "./name-words.ts";

/** The directory's answer to a name that somebody wrote. */
export interface CalledCompany {
  /** The name as written. */
  called: string;
  /** The company of that name; null where there is none, or where it is unclear which of several is meant. */
  company: { domain: string; name: string } | null;
  /** Domains of all companies with the name, the likeliest first. */
  namesakes: string[];
}

interface Row {
  key: string;
  domain: string;
  name: string;
  kind: string;
}

/**
 * Returns the companies that these names mean; the names must be up to date (`refreshCompanyNames`). One statement. Of
 * several with a name it takes the one whose site has that name, a .com before others. A part that a record marks in
 * brackets ("(India)") comes last. Where two are equal in that, the answer is null.
 */
export async function companiesCalled(db: Queries, names: readonly string[]): Promise<CalledCompany[]> {
  const keys = names.map((name) => joinedKey(nameWords(name)));
  if (keys.length === 0) return [];
  const rows = await db.query<Row>(
    `SELECT n.key, c.domain, c.name, n.kind FROM company_names n JOIN companies c ON c.id = n.company_id
     WHERE n.key = ANY($1::text[]) ORDER BY c.domain`,
    [keys],
  );
  return names.map((called, i) => {
    const own = rows
      .filter(({ key }) => key === keys[i])
      .map((row) => ({ row, weight: weightOf(row) }))
      .sort((a, b) => b.weight - a.weight);
    const [first, second] = own;
    const isClear = first !== undefined && (second === undefined || first.weight > second.weight);
    return { called, company: isClear ? first.row : null, namesakes: own.map(({ row }) => row.domain) };
  });
}

/** Returns how surely the name means the row's company. Its own name outranks one by which people also call it. */
function weightOf({ key, domain, name, kind }: Row): number {
  const [label = "", ...suffix] = domain.split(".");
  const ownsSite = label.replaceAll("-", "") === key;
  const isPart = /\(.+\)/.test(name);
  const isOwn = kind === "name" || kind === "core";
  return (ownsSite ? 8 : 0) + (isPart ? 0 : 4) + (ownsSite && suffix.join(".") === "com" ? 2 : 0) + (isOwn ? 1 : 0);
}
