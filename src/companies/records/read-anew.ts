import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { CompanyRecord } from "../company-record.ts";
import { READ_BY, readCompany } from "../readings/read-company.ts";
import { SOURCE_WORDS } from "./columns.ts";
import { DIRECTORY_LOCK, deriveAnew } from "./derive-companies.ts";
import { versionAfter } from "./directory-version.ts";

/** Number of records read in one transaction. */
const BATCH = 2_000;

const UNREAD = `
  SELECT r.id, r.company_id AS "companyId", r.facts FROM source_records r WHERE r.read_by < ${READ_BY} ORDER BY r.id LIMIT ${BATCH}`;

const KEEP = `
  UPDATE source_records r SET readings = coalesce(
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(r.readings) WHERE key = ANY($2::text[]) AND NOT r.spans ? key),
      '{}') || x.readings, spans = x.spans, read_by = ${READ_BY},
    parent_waits = x.readings ? 'parent' OR r.readings ? 'parent' OR r.parent_keys <> '{}'
  FROM jsonb_to_recordset($1::jsonb) AS x(id int, readings jsonb, spans jsonb) WHERE r.id = x.id`;

const NOTHING = { description: "", city: null, state: null, country: null, latitude: null };

/**
 * Reads records again that older rules read or none did, and derives their companies. Commits each batch, so that it
 * may be interrupted and repeated.
 * @returns how many records were read
 */
export async function readRecordsAnew(
  db: Pick<Database, "pool">,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (read: number) => void } = {},
): Promise<number> {
  for (let read = 0; ; ) {
    signal?.throwIfAborted();
    const count = await transaction(
      db,
      async (inside) => {
        type Unread = { id: number; companyId: number | null; facts: Partial<CompanyRecord> };
        const rows = await inside.query<Unread>(UNREAD);
        if (rows.length === 0) return 0;
        const readings = rows.map(({ id, facts }) => {
          const { values, spans } = readCompany({ ...NOTHING, ...facts });
          return { id, readings: values, spans };
        });
        await inside.query(KEEP, [JSON.stringify(readings), SOURCE_WORDS]);
        await deriveAnew(inside, [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))]);
        await versionAfter(inside, true);
        return rows.length;
      },
      { lock: DIRECTORY_LOCK },
    );
    if (count === 0) return read;
    read += count;
    onProgress?.(read);
  }
}
