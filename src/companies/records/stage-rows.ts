import type { Queries } from "#foundation/db/database";
import { CREATE_STAGING } from "./derive-companies.ts";
import type { StagingRow } from "./staged-record.ts";

/** Stages rows from JSON; each may have its own source. */
const STAGE = `
  INSERT INTO staged_companies (line, domain, name, description, country, city, isin, lei, duns, source, given, facts, digest,
    readings, spans, ref, keys, parent_keys, parent_is_ultimate, is_joined)
  SELECT line, domain, name, description, country, city, isin, lei, duns, source, given::jsonb, facts::jsonb, digest,
    readings::jsonb, spans::jsonb, ref, keys::text[], parent_keys::text[], parent_is_ultimate, is_joined
  FROM jsonb_to_recordset($1::jsonb) AS s(line integer, domain text, name text, description text, country text, city text, isin text,
    lei text, duns text, source text, given text, facts text, digest text, readings text, spans text, ref text, keys text,
    parent_keys text, parent_is_ultimate boolean, is_joined boolean)`;

/** Stages records that are in memory; files use COPY instead. Runs in a transaction. */
export async function stageRows(inside: Queries, rows: readonly (StagingRow & { source?: string })[]): Promise<void> {
  await inside.query(CREATE_STAGING);
  await inside.query(STAGE, [JSON.stringify(rows)]);
}
