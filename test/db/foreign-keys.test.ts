import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

/** References that no index begins with. One that leaves out rows which refer to nothing is enough. */
const UNINDEXED = `
  SELECT format('%s.%s', c.conrelid::regclass, string_agg(a.attname, ', ' ORDER BY a.attnum)) AS reference
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
  WHERE c.contype = 'f' AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
  GROUP BY c.oid, c.conrelid ORDER BY 1`;

describe("references between tables", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("have an index, so that merging a company or deleting a job reads no table as a whole", async () => {
    const unindexed = await database.db.query<{ reference: string }>(UNINDEXED);
    expect(unindexed.map(({ reference }) => reference)).toEqual([]);
  });
});
