import type { Queries } from "#foundation/db/database";
import { citiesByName } from "#foundation/geography/cities";
import { nameKey } from "#foundation/geography/normalise";
import { companyNames } from "../linking/company-names.ts";
import { namesAgree } from "../linking/names-agree.ts";
import type { SourceRow } from "../records/source-row.ts";
import { COMPARED_FIELDS } from "./compared-companies.ts";
import { type ComparedCompany, compareCompanies } from "./same-company-score.ts";

/** The company that a row without a web site is about, or may be about. */
export type RowCompany =
  | { outcome: "same"; companyId: number; domain: string }
  | { outcome: "unsure"; domain: string; name: string };

interface Candidate extends ComparedCompany {
  id: number;
}

/** Finds where earlier versions of the row went, the newest last. */
const BY_REF = `
  SELECT r.ref, c.id, c.domain, c.name FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE r.source = $1 AND r.ref <> '' AND r.ref = ANY($2::text[]) ORDER BY r.id`;

/** Finds companies by the numbers of records and of imported tables (docs/identifiers.md). */
const BY_KEY = `
  SELECT DISTINCT k.key, c.id, c.domain, c.name FROM source_records r
  CROSS JOIN LATERAL unnest(r.keys) AS k(key) JOIN companies c ON c.id = r.company_id
  WHERE r.keys <> '{}' AND r.keys && $1::text[] AND k.key = ANY($1::text[])
  UNION
  SELECT m.scheme || ':' || m.value, c.id, c.domain, c.name FROM identifier_mappings m JOIN companies c ON c.domain = m.domain
  WHERE m.domain <> '' AND m.value = ANY($2::text[])
  ORDER BY 1, 2`;

const BY_NAME = `
  SELECT n.key, c.id, ${COMPARED_FIELDS}
  FROM company_names n JOIN companies c ON c.id = n.company_id
  WHERE n.key = ANY($1::text[]) AND n.kind IN ('name', 'core') ORDER BY c.id`;

/** Finds companies that another row of the source is about. */
const TAKEN = `
  SELECT DISTINCT c.id FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE r.source = $1 AND r.ref <> '' AND c.id = ANY($2::int[])`;

/** Numbers that directories often give to the wrong company: they count only together with a matching name. */
const NEEDS_NAME = /^(?:isin|ticker):/;

/**
 * Finds the companies that rows without a web site are about (docs/sources.md). Tries where the row went before, then a
 * number that only one company has, then the name by the score of docs/identity.md. The name counts where it means one
 * company that no other row of the source is about. Rows without a company are left out. Needs up-to-date
 * `company_names`. Four statements.
 * @returns companies by line
 */
export async function companiesOfRows(
  db: Queries,
  source: string,
  rows: readonly SourceRow[],
): Promise<Map<number, RowCompany>> {
  const found = new Map<number, RowCompany>();
  await findByRef(db, source, rows, found);
  await findByKey(db, rows, found);
  const named = rows.filter(({ line, names }) => !found.has(line) && names.length > 0);
  await findByName(db, source, named, found);
  return found;
}

async function findByRef(
  db: Queries,
  source: string,
  rows: readonly SourceRow[],
  found: Map<number, RowCompany>,
): Promise<void> {
  const known = await db.query<{ ref: string; id: number; domain: string }>(BY_REF, [
    source,
    rows.map(({ ref }) => ref),
  ]);
  const byRef = new Map(known.map((company) => [company.ref, company]));
  for (const { line, ref } of rows) {
    const company = byRef.get(ref);
    if (company !== undefined) found.set(line, { outcome: "same", companyId: company.id, domain: company.domain });
  }
}

async function findByKey(db: Queries, rows: readonly SourceRow[], found: Map<number, RowCompany>): Promise<void> {
  const asked = [...new Set(rows.flatMap(keysOf))];
  if (asked.length === 0) return;
  type Holder = { key: string; id: number; domain: string; name: string };
  const numbers = asked.filter((key) => key.startsWith("lei:")).map((key) => key.slice("lei:".length));
  const holders = Map.groupBy(await db.query<Holder>(BY_KEY, [asked, numbers]), ({ key }) => key);
  for (const row of rows) {
    if (found.has(row.line)) continue;
    const own = keysOf(row).flatMap((key) =>
      (holders.get(key) ?? []).filter(
        ({ name }) => !NEEDS_NAME.test(key) || row.names.some((written) => namesAgree(written, name)),
      ),
    );
    const byId = new Map(own.map((company) => [company.id, company]));
    const [only] = byId.values();
    if (byId.size === 1 && only !== undefined)
      found.set(row.line, { outcome: "same", companyId: only.id, domain: only.domain });
  }
}

const keysOf = ({ lei, company, keys = [] }: SourceRow): string[] => [
  ...(lei === undefined ? [] : [`lei:${lei}`]),
  ...(company.isin == null ? [] : [`isin:${company.isin}`]),
  ...keys,
];

interface Claim {
  row: SourceRow;
  company: Candidate;
  score: number;
}

async function findByName(
  db: Queries,
  source: string,
  rows: readonly SourceRow[],
  found: Map<number, RowCompany>,
): Promise<void> {
  const asked = new Set(rows.flatMap(nameKeysOf));
  const candidates = Map.groupBy(await db.query<Candidate & { key: string }>(BY_NAME, [[...asked]]), ({ key }) => key);
  const claims: Claim[] = [];
  for (const row of rows) {
    const named = new Map(
      nameKeysOf(row)
        .flatMap((key) => candidates.get(key) ?? [])
        .map((one) => [one.id, one]),
    );
    const [best, next] = [...named.values()]
      .map((company) => ({ company, ...bestComparison(row, company) }))
      .filter(({ outcome }) => outcome === "same" || outcome === "unsure")
      .sort((a, b) => b.score - a.score || a.company.id - b.company.id);
    if (best === undefined) continue;
    const { company, score } = best;
    if (best.outcome === "same" && (next === undefined || next.score < score)) claims.push({ row, company, score });
    else found.set(row.line, { outcome: "unsure", domain: company.domain, name: company.name });
  }
  const taken = await db.query<{ id: number }>(TAKEN, [source, claims.map(({ company }) => company.id)]);
  const isTaken = new Set(taken.map(({ id }) => id));
  for (const [id, own] of Map.groupBy(claims, ({ company }) => company.id)) {
    const [first, second] = own.sort((a, b) => b.score - a.score);
    const isClear = first !== undefined && !isTaken.has(id) && (second === undefined || second.score < first.score);
    for (const { row, company } of own)
      found.set(
        row.line,
        isClear && row === first.row
          ? { outcome: "same", companyId: company.id, domain: company.domain }
          : { outcome: "unsure", domain: company.domain, name: company.name },
      );
  }
}

const nameKeysOf = ({ names }: SourceRow): string[] =>
  names.flatMap((name) =>
    companyNames({ name, domain: "" })
      .filter(({ kind }) => kind === "name" || kind === "core")
      .map(({ key }) => key),
  );

/** Returns the best comparison over the row's names. */
function bestComparison(row: SourceRow, candidate: Candidate) {
  const { country = null, city = null, isin = null } = row.company;
  const here = { ...candidate, city: usualCity(candidate.city, candidate.country) };
  const compared = row.names.map((name) =>
    compareCompanies(
      { name, domain: "", country, city: usualCity(city, country), isin, lei: row.lei ?? null, description: "" },
      here,
    ),
  );
  return compared.reduce((best, next) => (next.score > best.score ? next : best));
}

/**
 * Returns the usual name of a city ("Munich" for "München"), because registers and directories write it in different
 * languages.
 */
function usualCity(city: string | null, country: string | null): string | null {
  if (city === null) return null;
  return (
    citiesByName()
      .get(nameKey(city))
      ?.find((known) => known.country === country)?.name ?? city
  );
}
