import type { Queries } from "#foundation/db/database";

/** The directory's version and number of companies. */
export interface DirectoryVersion {
  version: number;
  companies: number;
}

/** Returns the new version and the number of companies. */
const BUMP_VERSION = `
  INSERT INTO directory_state (id, version, companies, updated_at) VALUES (1, 1, (SELECT count(*) FROM companies), now())
  ON CONFLICT (id) DO UPDATE
  SET version = directory_state.version + 1, companies = excluded.companies, updated_at = excluded.updated_at
  RETURNING version, companies`;

const READ_STATE = "SELECT version, companies FROM directory_state WHERE id = 1";

/** Returns the directory's version, a new one where a company has changed. */
export async function versionAfter(inside: Queries, hasChanged: boolean): Promise<DirectoryVersion> {
  const [state] = await inside.query<DirectoryVersion>(hasChanged ? BUMP_VERSION : READ_STATE);
  return state ?? { version: 0, companies: 0 };
}
