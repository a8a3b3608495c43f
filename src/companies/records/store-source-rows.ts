import type { Queries } from "#foundation/db/database";
import type { SetAsideRow } from "#foundation/files/import-tally";
import { EMPTY_COMPANY } from "../company-record.ts";
import { mapIdentifiers } from "../identifiers/map-identifiers.ts";
import { recordRegisterNumbers } from "../identifiers/record-register-numbers.ts";
import { companiesOfRows, type RowCompany } from "../identity/companies-of-rows.ts";
import { refreshCompanyNames } from "../linking/name-table.ts";
import { DIRECTORY_LOCK, deriveCompanies } from "./derive-companies.ts";
import { versionAfter } from "./directory-version.ts";
import { setApartSharedDomains } from "./shared-domain-rows.ts";
import type { SourceKind } from "./source-kind.ts";
import type { SourceRow } from "./source-row.ts";
import { stageRows } from "./stage-rows.ts";
import { stagingRow } from "./staged-record.ts";

export interface StoredSourceRows {
  /** Rows about a company of the directory. */
  joined: number;
  /** New companies, and changed ones. */
  inserted: number;
  updated: number;
  /** Rows of companies outside the directory. */
  unmatched: number;
  /** Rows that may be about a company of the directory, and rows of another company than the one with their domain. */
  unsure: SetAsideRow[];
  setAside: SetAsideRow[];
}

const STAGED_IDS = `SELECT c.id FROM staged_companies s JOIN companies c ON c.domain = s.domain WHERE s.lei IS NOT NULL AND NOT s.apart`;

/**
 * Stores rows of an open data source as records, and derives their companies again. Rows with a domain are joined by
 * it, others by numbers and names (`companiesOfRows`). Counts rows of unknown companies but does not keep them. Works
 * in sets, within the caller's transaction.
 * @param options.source the name that marks its records
 */
export async function storeSourceRows(
  inside: Queries,
  rows: readonly SourceRow[],
  { source, kind, syncId }: { source: string; kind: SourceKind; syncId: number },
): Promise<StoredSourceRows> {
  await inside.query("SELECT pg_advisory_xact_lock($1)", [DIRECTORY_LOCK]);
  await refreshCompanyNames(inside);
  const [sited, others] = [rows.filter(hasSite), rows.filter((row) => !hasSite(row))];
  const companies = await companiesOfRows(inside, source, others);
  const joined = others.flatMap((row) => {
    const company = companies.get(row.line);
    return company?.outcome === "same" ? [staged(row, company.domain)] : [];
  });
  const report = {
    unsure: others.flatMap((row) => unsureRow(row, companies.get(row.line))),
    setAside: [] as SetAsideRow[],
  };
  await stageRows(inside, [...joined, ...sited.map((row) => staged(row, null))]);
  const { apart, givenUp } = await setApartSharedDomains(inside, {
    source,
    setAside: (row) => void report.setAside.push(row),
    note: () => {},
  });
  const { inserted, updated } = await deriveCompanies(inside, { source, kind, syncId, givenUp });
  await recordRegisterNumbers(inside, source);
  await refreshCompanyNames(inside);
  const ids = (await inside.query<{ id: number }>(STAGED_IDS)).map(({ id }) => id);
  if (ids.length > 0) await mapIdentifiers(inside, ids);
  await versionAfter(inside, inserted + updated > 0);
  const unmatched = others.length - joined.length - report.unsure.length;
  return { joined: joined.length + sited.length - apart, inserted, updated, unmatched, ...report };
}

const hasSite = ({ company }: SourceRow): boolean => (company.domain ?? "") !== "";

/** @param domain that of the company it was joined to; null where the row names one itself */
function staged(row: SourceRow, domain: string | null) {
  const { line, ref, given, names, company, lei, keys = [], parentKeys = [], isParentUltimate = false } = row;
  const { besides = {}, derived = {} } = row;
  const [name = ""] = names;
  // The company keeps its trade name; the register's name is a separate fact.
  const own =
    domain === null
      ? { ...EMPTY_COMPANY, name, ...company }
      : { ...EMPTY_COMPANY, ...company, domain, name: "", url: "" };
  const legalName = domain === null || name === "" ? {} : { legalName: name };
  return stagingRow({
    line,
    company: own,
    lei: lei ?? null,
    duns: null,
    given,
    ref,
    keys,
    parentKeys,
    isParentUltimate,
    besides: { ...besides, ...legalName },
    derived,
    isJoined: domain !== null,
  });
}

function unsureRow({ line, ref, names, company }: SourceRow, found: RowCompany | undefined): SetAsideRow[] {
  if (found?.outcome !== "unsure") return [];
  const place = [company.city, company.country].filter((part) => part != null).join(", ");
  const shown = `${ref} "${names[0] ?? ""}"${place === "" ? "" : ` (${place})`}`;
  return [{ line, reason: `${shown} may be "${found.name}" (${found.domain})` }];
}
