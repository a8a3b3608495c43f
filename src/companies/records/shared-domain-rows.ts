import type { Queries } from "#foundation/db/database";
import type { SetAsideRow } from "#foundation/files/import-tally";
import { giveUpDomain, HAS_GIVEN_UP } from "./give-up-domain.ts";
import { hasMistakenName, isOtherCompany, keepsKnownPlace, ownerOf, type SharedDomainRecord } from "./shared-domain.ts";

/** A staged row with the physical line where it begins. */
type StagedRecord = SharedDomainRecord & { line: number };

/** Reports the fate of rows, by line. */
export interface SharedDomainReport {
  /** Source of the rows that name none. */
  source: string;
  setAside(row: SetAsideRow): void;
  note(line: number, note: string): void;
}

/** Number of rows compared at a time, so that memory stays bounded even if every row has another country. */
const BATCH = 2_000;

const record = (alias: string, opening: string) =>
  `'name', ${alias}.name, 'country', ${alias}.country, 'city', ${alias}.city, 'isin', ${alias}.isin, 'opening', left(${opening}, 200)`;

/** Selects rows whose country or name differs from the stored company's. */
const CONTESTED = `
  SELECT s.domain, c.id AS "companyId",
         EXISTS (SELECT FROM source_records r WHERE r.domain = s.domain AND r.digest = s.digest) AS "isRecorded",
         json_build_object('line', s.line, ${record("s", "s.description")}) AS row,
         json_build_object(${record("c", "c.description")}) AS known
  FROM staged_companies s JOIN companies c ON c.domain = s.domain
  WHERE (s.country <> c.country OR s.name <> c.name) AND NOT s.is_joined ORDER BY s.line`;

/** Selects rows of domains that the file has several times in several countries; the best row of each domain first. */
const REPEATED = `
  SELECT s.domain, json_build_object('line', s.line, ${record("s", "s.description")}) AS row
  FROM staged_companies s
  JOIN (
    SELECT domain FROM staged_companies WHERE NOT apart AND NOT is_joined GROUP BY domain HAVING min(country) <> max(country)
  ) d ON d.domain = s.domain
  WHERE NOT s.apart AND NOT s.is_joined
  ORDER BY s.domain, length(s.description) DESC, s.line`;

const SET_APART = "UPDATE staged_companies SET apart = true WHERE line = ANY($1)";

/** Marks places that do not count; the record still keeps them. */
const PASS_OVER_PLACES = `
  UPDATE staged_companies SET country = NULL, city = NULL,
    passed_over = passed_over || '{country,state,city,postalCode,latitude,longitude}'
  WHERE line = ANY($1)`;

const PASS_OVER_NAMES = `UPDATE staged_companies SET passed_over = passed_over || '{name}' WHERE line = ANY($1)`;

/**
 * Whether a row has the number of a record, or its key in the source. An ISIN or a ticker is often that of another
 * company.
 */
const HAS_ITS_NUMBER = `(r.ref <> '' AND r.ref = s.ref OR r.facts ->> 'duns' = s.duns
    OR EXISTS (SELECT FROM unnest(r.keys) AS k(key) WHERE k.key = ANY(s.keys) AND k.key !~ '^(?:isin|ticker):'))`;

/**
 * Joins rows to the company that gave up their domain, where a number says that they are about it. `$1`: the source;
 * `$2`: lines that have just taken a domain.
 */
const JOIN_BY_NUMBER = `
  UPDATE staged_companies s SET domain = c.domain, is_joined = true
  FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE NOT s.is_joined AND s.line <> ALL($2::int[]) AND r.source = coalesce(s.source, $1) AND r.domain = s.domain
    AND ${HAS_GIVEN_UP} AND ${HAS_ITS_NUMBER}
    AND NOT EXISTS (
      SELECT FROM companies o JOIN source_records r ON r.company_id = o.id WHERE o.domain = s.domain AND ${HAS_ITS_NUMBER}
    )`;

/** What became of rows that share a domain with another company. */
export interface SharedDomains {
  /** Number of rows that were set apart. */
  apart: number;
  /** The new domains of companies that gave up theirs. */
  givenUp: string[];
}

/**
 * Sets apart the staged rows of another company than the owner of their domain, in the directory or on another line.
 * A stored company after which its domain is not named gives the domain up to a row that is named so. Rows with a number
 * of a company that gave up its domain are joined to it.
 * Passes over the places of rows whose country is surely wrong, and the names of rows that have another company's name.
 */
export async function setApartSharedDomains(db: Queries, report: SharedDomainReport): Promise<SharedDomains> {
  await joinByNumber(db, report.source, []);
  const { apart, givenUp, takers } = await compareWithStored(db, report);
  if (givenUp.length > 0) await joinByNumber(db, report.source, takers);
  return { apart: apart + (await compareWithinFile(db, report)), givenUp };
}

const joinByNumber = (db: Queries, source: string, takers: number[]) => db.query(JOIN_BY_NUMBER, [source, takers]);

/** @returns also the lines that have taken a domain */
async function compareWithStored(
  db: Queries,
  report: SharedDomainReport,
): Promise<SharedDomains & { takers: number[] }> {
  type Contested = {
    domain: string;
    companyId: number;
    isRecorded: boolean;
    row: StagedRecord;
    known: SharedDomainRecord;
  };
  let count = 0;
  const givenUp = new Set<string>();
  const takers: number[] = [];
  for await (const rows of batches<Contested>(db, CONTESTED)) {
    const others: number[] = [];
    const misplaced: number[] = [];
    const misnamed: number[] = [];
    for (const { domain, companyId, isRecorded, row, known } of rows) {
      if (hasMistakenName(domain, row, known)) {
        misnamed.push(row.line);
        report.note(
          row.line,
          `${domain} is ${shown(known)} by the row's own text: its name, "${row.name}", is not taken`,
        );
      }
      if (isOtherCompany(row, known)) {
        if (!isRecorded && ownerOf(domain, [known, row]) === row) {
          const moved = await giveUpDomain(db, companyId, domain);
          if (moved !== undefined) givenUp.add(moved);
          takers.push(row.line);
          report.note(
            row.line,
            `${domain} was ${shown(known)}, which keeps its id ${companyId}: the domain is this row's name`,
          );
          continue;
        }
        others.push(row.line);
        report.setAside(asOther(row, `${domain} is ${shown(known)} in the directory`));
      } else if (keepsKnownPlace(row, known)) {
        misplaced.push(row.line);
        const place = `${row.city}, ${row.country}`;
        report.note(row.line, `"${place}" of ${domain} is not taken for a move: its country stays ${known.country}`);
      }
    }
    count += others.length;
    if (others.length > 0) await db.query(SET_APART, [others]);
    if (misnamed.length > 0) await db.query(PASS_OVER_NAMES, [misnamed]);
    if (misplaced.length > 0) await db.query(PASS_OVER_PLACES, [misplaced]);
  }
  return { apart: count, givenUp: [...givenUp], takers };
}

async function compareWithinFile(db: Queries, report: SharedDomainReport): Promise<number> {
  let count = 0;
  let domain = "";
  let records: StagedRecord[] = [];
  let others: number[] = [];
  const compare = () => {
    const owner = ownerOf(domain, records);
    if (owner === undefined) return;
    for (const row of records.filter((record) => isOtherCompany(record, owner))) {
      others.push(row.line);
      report.setAside(asOther(row, `${domain} is ${shown(owner)} on line ${owner.line}`));
    }
  };
  const remove = async () => {
    count += others.length;
    if (others.length > 0) await db.query(SET_APART, [others]);
    others = [];
  };
  for await (const rows of batches<{ domain: string; row: StagedRecord }>(db, REPEATED)) {
    for (const { domain: next, row } of rows) {
      if (next !== domain) {
        compare();
        domain = next;
        records = [];
      }
      records.push(row);
    }
    await remove();
  }
  compare();
  await remove();
  return count;
}

const asOther = (row: StagedRecord, whose: string): SetAsideRow => ({
  line: row.line,
  reason: `${whose}; name and country are others here: ${shown(row)}${row.isin === null ? "" : `, ISIN ${row.isin}`}`,
});

const shown = ({ name, country }: SharedDomainRecord): string => `"${name}" (${country ?? "no country"})`;

/** Yields the rows of a query in pieces, within the transaction of `db`. */
async function* batches<Row extends object>(db: Queries, query: string): AsyncGenerator<Row[]> {
  await db.query(`DECLARE shared_domains NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const rows = await db.query<Row>(`FETCH ${BATCH} FROM shared_domains`);
    if (rows.length === 0) break;
    yield rows;
  }
  await db.query("CLOSE shared_domains");
}
