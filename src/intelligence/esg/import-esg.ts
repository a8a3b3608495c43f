import { copyLine } from "#foundation/db/copy-text";
import type { Database, Queries } from "#foundation/db/database";
import { type AppliedRows, type ImportReport, importRecords } from "#foundation/files/import-records";
import { checkTable, type IngestOptions, openTable, type RecordInput } from "#foundation/files/record-input";
import type { TableLayout } from "#foundation/files/table-layout";
import type { TableRow } from "#foundation/files/table-rows";
import { bindEsgColumns, type EsgColumns, isEsgColumn } from "./esg-columns.ts";
import type { EsgLexicon } from "./lexicon/esg-lexicon.ts";
import { type EsgRecord, type EsgRowReading, readEsg } from "./read-esg.ts";

const EXPECTED =
  "Expected is CSV (with a header) or NDJSON (one JSON object a line), plain, gzip or the only file of a ZIP archive (docs/article-files.md)";
/** Key of the advisory lock that lets one import write at a time ("esgi" in ASCII). */
const IMPORT_LOCK = 0x65736769;

/** The columns of `esg_items` that a record fills, in COPY's order. */
const COLUMNS = {
  url: "text",
  title: "text",
  snippet: "text",
  published_at: "timestamptz(3)",
  publisher: "text",
  is_internal: "boolean",
  environmental: "text[]",
  social: "text[]",
  governance: "text[]",
  sentiment_score: "float8",
  awards: "boolean",
  certifications: "boolean",
  source_logo_url: "text",
  content_hash: "text",
};
const NAMES = Object.keys(COLUMNS).join(", ");

const CREATE_STAGING = `
  CREATE TEMPORARY TABLE staged_esg (
    line integer, domain text, ${Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(", ")}
  ) ON COMMIT DROP`;

/** Keeps the first row of each company and address. */
const MATCH = `
  CREATE TEMPORARY TABLE matched_esg ON COMMIT DROP AS
  SELECT DISTINCT ON (c.id, s.url) s.*, c.id AS company_id, e.id AS known_id, e.content_hash AS old_hash
  FROM staged_esg s JOIN companies c ON c.domain = s.domain
  LEFT JOIN esg_items e ON e.company_id = c.id AND e.url = s.url
  ORDER BY c.id, s.url, s.line`;

const LIST_UNKNOWN_DOMAINS = `
  SELECT line, domain FROM staged_esg s WHERE NOT EXISTS (SELECT 1 FROM companies c WHERE c.domain = s.domain)
  ORDER BY line`;

const COUNT_MATCHED = `
  SELECT (SELECT count(*)::int FROM staged_esg) AS staged, count(*)::int AS matched,
         count(*) FILTER (WHERE known_id IS NULL)::int AS inserted,
         count(*) FILTER (WHERE content_hash <> old_hash)::int AS updated
  FROM matched_esg`;

/** A person's file outranks an item that was derived from an article of the same address, and replaces it. */
const UPDATE_CHANGED = `
  UPDATE esg_items e
  SET ${Object.keys(COLUMNS)
    .map((name) => `${name} = m.${name}`)
    .join(", ")}, version_date = current_date, retrieved_at = now(), news_item_id = NULL, derived_from = NULL
  FROM matched_esg m WHERE m.known_id = e.id AND m.content_hash <> m.old_hash`;

const INSERT_NEW = `
  INSERT INTO esg_items (company_id, ${NAMES}, version_date)
  SELECT company_id, ${NAMES}, current_date FROM matched_esg WHERE known_id IS NULL ORDER BY line`;

/**
 * Loads ESG items about companies of the directory (docs/article-files.md). Company and address identify an item; a
 * newer file replaces it. Rows about companies that are not in the directory are set aside.
 * @throws InvalidInputError where the source cannot be read as a whole; the signal's reason where it was aborted.
 */
export function importEsg(
  { db, esgLexicon }: { db: Pick<Database, "pool">; esgLexicon: EsgLexicon },
  input: RecordInput,
  options: IngestOptions = {},
): Promise<ImportReport> {
  const now = options.now ?? new Date();
  return importRecords<TableRow<EsgRowReading>>(
    db,
    {
      open: (onBytes) => openTable(input, esgLayout(esgLexicon, now), EXPECTED, onBytes),
      createStaging: CREATE_STAGING,
      copyInto: `COPY staged_esg (line, domain, ${NAMES}) FROM STDIN`,
      toLine: (row) => (row.item === undefined ? "" : toCopyLine(row.line, row.item)),
      apply: applyStaged,
      analyze: { tables: "esg_items", changes: 1_000 },
    },
    options,
  );
}

/**
 * Checks only the beginning of a source.
 * @throws InvalidInputError where `importEsg` would refuse the source by its beginning.
 */
export const checkEsg = (lexicon: EsgLexicon, input: RecordInput): Promise<void> =>
  checkTable(input, esgLayout(lexicon, new Date()), EXPECTED);

function esgLayout(lexicon: EsgLexicon, now: Date): TableLayout<EsgColumns, EsgRowReading> {
  return {
    knows: isEsgColumn,
    bind: bindEsgColumns,
    read({ columns }, cells) {
      return readEsg(
        lexicon,
        (field) => {
          const position = columns.get(field);
          return position === undefined ? undefined : cells[position];
        },
        now,
      );
    },
    setAside: (problem) => ({ problem }),
  };
}

function toCopyLine(line: number, item: EsgRecord): string {
  return copyLine([
    line,
    item.domain,
    item.url,
    item.title,
    item.snippet,
    item.publishedAt,
    item.publisher,
    item.isInternal,
    item.environmental,
    item.social,
    item.governance,
    item.sentiment,
    item.awards,
    item.certifications,
    item.logoUrl,
    item.contentHash,
  ]);
}

async function applyStaged(db: Queries): Promise<AppliedRows> {
  await db.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  await db.query("ANALYZE staged_esg");
  const unknown = await db.query<{ line: number; domain: string }>(LIST_UNKNOWN_DOMAINS);
  await db.query(MATCH);
  const [counted] = await db.query<{ staged: number; matched: number; inserted: number; updated: number }>(
    COUNT_MATCHED,
  );
  const { staged = 0, matched = 0, inserted = 0, updated = 0 } = counted ?? {};
  if (updated > 0) await db.query(UPDATE_CHANGED);
  if (inserted > 0) await db.query(INSERT_NEW);
  return {
    inserted,
    updated,
    unchanged: matched - inserted - updated,
    duplicates: staged - matched - unknown.length,
    setAside: unknown.map(({ line, domain }) => ({
      line,
      reason: `no company of the directory has the domain ${domain}`,
    })),
  };
}
