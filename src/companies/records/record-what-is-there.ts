/** Returns the statement that makes a first record from a company's row, where the row is older than records. */
export const recordingOf = (companies: string): string => `
  INSERT INTO source_records (company_id, domain, source, kind, recorded_at, given, facts, digest)
  SELECT c.id, c.domain, 'unknown; last ' || c.source, 'directory', c.updated_at, x.facts, x.facts, md5(x.facts::text)
  FROM companies c, LATERAL (SELECT facts_of_company(c) AS facts) x
  WHERE ${companies} AND NOT EXISTS (SELECT FROM source_records r WHERE r.company_id = c.id)`;

/** `$1`: the company. */
export const RECORD_WHAT_IS_THERE = recordingOf("c.id = $1");
