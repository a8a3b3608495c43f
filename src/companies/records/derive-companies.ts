import type { Queries } from "#foundation/db/database";
import { READ_BY } from "../readings/read-company.ts";
import { DERIVED_COLUMNS, PLACE_PARTS } from "./columns.ts";
import { BEST_FIRST, IS_MERGED_IN, WORST_FIRST } from "./preference.ts";
import { recordingOf } from "./record-what-is-there.ts";
import type { SourceKind } from "./source-kind.ts";
import { STAGED_COLUMNS } from "./staged-record.ts";

/**
 * Creates the table for rows that wait to become records; the transaction drops it. `apart`: another company has the
 * domain. `source` is null for rows of the single source passed to `deriveCompanies`.
 */
export const CREATE_STAGING = `
  CREATE TEMPORARY TABLE staged_companies (
    line integer, domain text, name text, description text, country text, city text, isin text, lei text, duns text, source text,
    given jsonb, facts jsonb, digest text, readings jsonb DEFAULT '{}', spans jsonb DEFAULT '{}', named text, passed_over text[] DEFAULT '{}', apart boolean DEFAULT false,
    ref text DEFAULT '', keys text[] DEFAULT '{}', parent_keys text[] DEFAULT '{}', parent_is_ultimate boolean DEFAULT false, is_joined boolean DEFAULT false
  ) ON COMMIT DROP`;

export const COPY_INTO_STAGING = `COPY staged_companies (${STAGED_COLUMNS.join(", ")}) FROM STDIN`;

/** Replaces a merged company's domain by its survivor's; `named` keeps what the row says. */
const FOLLOW_MERGES = `
  UPDATE staged_companies s SET named = s.domain, domain = c.domain
  FROM company_merges m JOIN companies c ON c.id = m.survivor_id WHERE m.domain = s.domain`;

/** Notes moved records: the source of a merged company goes with it when it is unmerged. `$1`: the time. */
const NOTE_MOVES = `
  INSERT INTO company_moves (company_id, survivor_id, relation, row, is_displaced)
  SELECT m.company_id, m.survivor_id, 'source_records.company_id', jsonb_build_object('id', r.id), false
  FROM company_merges m JOIN source_records r ON r.domain = m.domain AND r.company_id = m.survivor_id
  WHERE r.recorded_at = $1::timestamptz`;

/** Creates the list of companies to derive again. */
const CREATE_CHANGED = `
  CREATE TEMPORARY TABLE changed_domains (domain text) ON COMMIT DROP`;

/** Finds domains for which a source, or a row with its own key, now says something other than at its last reading. `$1`: the source. */
const FIND_CHANGED = `
  INSERT INTO changed_domains (domain)
  SELECT DISTINCT s.domain FROM (
    SELECT domain, coalesce(named, domain) AS named, coalesce(source, $1) AS source, ref,
      array_agg(DISTINCT digest ORDER BY digest) AS digests
    FROM staged_companies GROUP BY 1, 2, 3, 4
  ) s
  LEFT JOIN (
    SELECT r.source, r.domain, r.ref, array_agg(DISTINCT r.digest ORDER BY r.digest) AS digests
    FROM source_records r
    JOIN (
      SELECT source, domain, ref, max(recorded_at) AS recorded_at FROM source_records
      WHERE source IN (SELECT DISTINCT coalesce(source, $1) FROM staged_companies) GROUP BY source, domain, ref
    ) n ON n.source = r.source AND n.domain = r.domain AND n.ref = r.ref AND n.recorded_at = r.recorded_at
    GROUP BY r.source, r.domain, r.ref
  ) k ON k.source = s.source AND k.domain = s.named AND k.ref = s.ref
  WHERE k.digests IS DISTINCT FROM s.digests`;

/** Takes the companies that gave up their domain. `$1`: their new domains, which rows may be about too. */
const TAKE_GIVEN_UP =
  "INSERT INTO changed_domains (domain) SELECT unnest($1::text[]) EXCEPT SELECT domain FROM changed_domains";

/** Records kept apart are apart from the new owner of their domain. `$1`: the new domains of those that gave it up. */
const FOLLOW_OWNER = `
  UPDATE source_records r SET apart_from = c.id FROM companies o, companies c
  WHERE o.domain = ANY($1::text[]) AND r.apart_from = o.id AND c.domain = r.domain`;

const RECORD_CHANGED = recordingOf("c.domain IN (SELECT domain FROM changed_domains)");

/**
 * Collects all records that count for the companies of the changed domains. `$1`: the source; `$2`: its kind; `$3`: the
 * time.
 */
const COUNT_RECORDS = `
  CREATE TEMPORARY TABLE counted_records ON COMMIT DROP AS
  SELECT c.domain, r.id, r.kind, r.recorded_at, r.line, r.source, r.facts - r.passed_over AS facts,
    r.readings - r.passed_over AS readings,
    ${IS_MERGED_IN} AS is_merged_in
  FROM changed_domains d JOIN companies c ON c.domain = d.domain JOIN source_records r ON r.company_id = c.id
  UNION ALL
  SELECT s.domain, NULL, $2::source_kind, $3::timestamptz, s.line, coalesce(s.source, $1), s.facts - s.passed_over,
    s.readings - s.passed_over,
    s.named IS NOT NULL
  FROM staged_companies s JOIN changed_domains d ON d.domain = s.domain WHERE NOT s.apart`;

/** Columns added later. Empty ones are left out of the hash, so that older companies are not rewritten. */
const LATER: ReadonlySet<string> = new Set(["founded", "market_cap_band"]);
const names = DERIVED_COLUMNS.map(({ name }) => name);
const CONTENT = `jsonb_build_array(m.domain, ${names
  .filter((name) => !LATER.has(name))
  .map((name) => `m.${name}`)
  .join(", ")})${[...LATER]
  .map((name) => ` || CASE WHEN m.${name} IS NULL THEN '[]'::jsonb ELSE jsonb_build_array('${name}', m.${name}) END`)
  .join("")}`;

/**
 * Derives the fields of each company from its counted records, one row per company. `id` and `old_hash` are null for a
 * new one. An address is of one country: that of the best record with a country. Values read from texts come after
 * every column. Coordinates of a city only count where it is the company's city.
 */
export const DERIVE = `
  CREATE TEMPORARY TABLE merged_companies ON COMMIT DROP AS
  WITH seat AS (
    SELECT DISTINCT ON (r.domain) r.domain, r.facts ->> 'country' AS country
    FROM counted_records r WHERE r.facts ? 'country' ORDER BY r.domain, ${BEST_FIRST}
  ), town AS (
    SELECT DISTINCT ON (r.domain) r.domain, r.facts ->> 'city' AS city
    FROM counted_records r LEFT JOIN seat p ON p.domain = r.domain
    WHERE r.facts ? 'city' AND NOT coalesce(r.facts ->> 'country' <> p.country, false) ORDER BY r.domain, ${BEST_FIRST}
  ), summed AS (
    SELECT r.domain,
      merge_facts(CASE WHEN r.facts ->> 'country' <> p.country OR r.facts ->> 'city' IS DISTINCT FROM w.city
        THEN r.readings - '{latitude,longitude}'::text[] ELSE r.readings END ORDER BY ${WORST_FIRST})
      || merge_facts(CASE WHEN r.facts ->> 'country' <> p.country
        THEN r.facts - '{${PLACE_PARTS.join(",")}}'::text[] ELSE r.facts END ORDER BY ${WORST_FIRST}) AS facts,
      (array_agg(r.source ORDER BY r.kind = 'page', ${BEST_FIRST}))[1] AS source
    FROM counted_records r LEFT JOIN seat p ON p.domain = r.domain LEFT JOIN town w ON w.domain = r.domain GROUP BY r.domain
  )
  SELECT m.*, encode(sha256(convert_to((${CONTENT})::text, 'UTF8')), 'hex') AS content_hash
  FROM (
    SELECT c.id, c.content_hash AS old_hash, t.domain, t.source,
      ${DERIVED_COLUMNS.map(({ field, name, absent }) => `coalesce(f."${field}", ${absent}) AS ${name}`).join(", ")}
    FROM summed t LEFT JOIN companies c ON c.domain = t.domain,
      jsonb_to_record(t.facts) AS f(${DERIVED_COLUMNS.map(({ field, type }) => `"${field}" ${type}`).join(", ")})
  ) m`;

const COUNT_CHANGES = `
  SELECT (SELECT count(DISTINCT domain)::int FROM staged_companies WHERE NOT apart) AS companies,
         count(*) FILTER (WHERE id IS NULL)::int AS inserted,
         count(*) FILTER (WHERE id IS NOT NULL AND content_hash <> old_hash AND NOT domain = ANY($1::text[]))::int AS updated
  FROM merged_companies`;

/** Updates rows and keeps their ids. */
const UPDATE_CHANGED = `
  UPDATE companies c
  SET ${names.map((n) => `${n} = m.${n}`).join(", ")}, content_hash = m.content_hash, source = m.source, updated_at = now()
  FROM merged_companies m
  WHERE m.id = c.id AND m.content_hash <> m.old_hash`;

/** Inserts in the order of the domains, so that two databases filled from one file get the same ids. */
const INSERT_NEW = `
  INSERT INTO companies (domain, ${names.join(", ")}, content_hash, source)
  SELECT domain, ${names.join(", ")}, content_hash, source FROM merged_companies WHERE id IS NULL ORDER BY domain`;

/** Forgets the parent that an earlier version of a row named. `$1`: the source. */
const FORGET_PARENTS = `
  UPDATE source_records r SET parent_id = NULL, parent_keys = '{}', parent_waits = false
  FROM staged_companies s JOIN changed_domains d ON d.domain = s.domain
  WHERE s.ref <> '' AND r.source = coalesce(s.source, $1) AND r.ref = s.ref AND r.parent_keys <> '{}'`;

/** Notes companies with new keys, because other records may name them as parents. */
const NOTE_KEYS = `
  INSERT INTO companies_to_link (company_id)
  SELECT DISTINCT c.id FROM staged_companies s JOIN changed_domains d ON d.domain = s.domain JOIN companies c ON c.domain = s.domain
  WHERE s.keys <> '{}' AND NOT s.apart
  ON CONFLICT DO NOTHING`;

/** Stores the records. `$1`: the source; `$2`: its kind; `$3`: the time; `$4`: the sync. */
const KEEP = `
  INSERT INTO source_records (company_id, apart_from, domain, source, kind, line, recorded_at, given, facts, passed_over, digest,
    readings, spans, read_by, ref, keys, parent_keys, parent_is_ultimate, parent_waits, sync_id)
  SELECT CASE WHEN s.apart THEN NULL ELSE c.id END, CASE WHEN s.apart THEN c.id END, coalesce(s.named, s.domain), coalesce(s.source, $1), $2::source_kind, s.line,
    $3::timestamptz, s.given, s.facts, s.passed_over, s.digest,
    s.readings, s.spans, ${READ_BY}, s.ref, s.keys, s.parent_keys, s.parent_is_ultimate, s.readings ? 'parent' OR s.parent_keys <> '{}', $4
  FROM staged_companies s JOIN changed_domains d ON d.domain = s.domain LEFT JOIN companies c ON c.domain = s.domain
  ORDER BY s.line`;

const FORGET = "DROP TABLE IF EXISTS staged_companies, changed_domains, counted_records, merged_companies";

/** Takes these companies. `$1`: their ids. */
const TAKE_COMPANIES = "INSERT INTO changed_domains (domain) SELECT domain FROM companies WHERE id = ANY($1::int[])";

/**
 * Derives these companies again from their existing records; writes only those that change. Runs in a transaction that
 * holds `DIRECTORY_LOCK`.
 */
export async function deriveAnew(inside: Queries, companyIds: readonly number[]): Promise<void> {
  await inside.query(FORGET);
  // Nothing is staged: the existing records count.
  await inside.query(CREATE_STAGING);
  await inside.query(CREATE_CHANGED);
  await inside.query(TAKE_COMPANIES, [companyIds]);
  await inside.query(RECORD_CHANGED);
  await inside.query(COUNT_RECORDS, ["", "directory", null]);
  await inside.query(DERIVE);
  await inside.query(UPDATE_CHANGED);
}

/** Result of the staged rows: companies that they are about, new ones, and changed ones. */
export interface DerivedCompanies {
  companies: number;
  inserted: number;
  updated: number;
}

/**
 * Stores the staged rows as records and derives their companies again, in sets. A source whose rows of a domain are
 * unchanged since its last reading adds nothing. Runs in a transaction that holds `DIRECTORY_LOCK`.
 * @param options.syncId the sync that brought them; null without a sync
 * @param options.givenUp the new domains of companies that gave up theirs; the result does not count them
 * @param options.writes false: only counts
 */
export async function deriveCompanies(
  inside: Queries,
  {
    source,
    kind,
    syncId = null,
    givenUp = [],
    writes = true,
  }: { source: string; kind: SourceKind; syncId?: number | null; givenUp?: readonly string[]; writes?: boolean },
): Promise<DerivedCompanies> {
  const [clock] = await inside.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
  const said = [source, kind, clock?.now ?? null];
  await inside.query(FOLLOW_MERGES);
  await inside.query(CREATE_CHANGED);
  await inside.query(FIND_CHANGED, [source]);
  if (givenUp.length > 0) await inside.query(TAKE_GIVEN_UP, [givenUp]);
  await inside.query("ANALYZE changed_domains");
  await inside.query(RECORD_CHANGED);
  await inside.query(COUNT_RECORDS, said);
  await inside.query(DERIVE);
  const [counted] = await inside.query<DerivedCompanies>(COUNT_CHANGES, [givenUp]);
  const { companies = 0, inserted = 0, updated = 0 } = counted ?? {};
  if (writes) {
    if (updated + givenUp.length > 0) await inside.query(UPDATE_CHANGED);
    if (inserted > 0) await inside.query(INSERT_NEW);
    if (givenUp.length > 0) await inside.query(FOLLOW_OWNER, [givenUp]);
    await inside.query(FORGET_PARENTS, [source]);
    await inside.query(KEEP, [...said, syncId]);
    await inside.query(NOTE_KEYS);
    await inside.query(NOTE_MOVES, [clock?.now ?? null]);
  }
  return { companies, inserted, updated };
}

/** Key of the advisory lock for writing the directory ("companies" in ASCII, cut to 4 bytes). */
export const DIRECTORY_LOCK = 0x636f6d70;
