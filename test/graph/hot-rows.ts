import type { Database } from "#foundation/db/database";

/** Rows of each table. */
const MANY = 20_000;
const TEAMS = 200;

/** One of the rows of a table, by the number of what belongs to it. */
const oneOf = (ids: string) => `(${ids})[1 + g % cardinality(${ids})]`;

/**
 * Fills what lists read beside markets, news and events, and what the relay reads, for many teams alike. Resolves with
 * the collection of this team.
 */
export async function seedLists(db: Database, teamId: number): Promise<number> {
  await db.query(
    `WITH added AS (INSERT INTO teams (name, domain) SELECT 'Other ' || g, g || '.example' FROM generate_series(1, $1::int) g RETURNING id)
     INSERT INTO markets (team_id, name, status) SELECT id, 'Other', 'in_review' FROM added`,
    [TEAMS],
  );
  await db.query("INSERT INTO collections (team_id, name) SELECT id, 'Collection' FROM teams", []);
  const [found] = await db.query<Record<"companies" | "teams" | "collections" | "markets", number[]>>(
    `SELECT (SELECT array_agg(id ORDER BY id) FROM companies) AS companies, (SELECT array_agg(team_id ORDER BY id) FROM collections) AS teams,
       (SELECT array_agg(id ORDER BY id) FROM collections) AS collections, (SELECT array_agg(id) FROM markets WHERE name = 'Other') AS markets`,
    [],
  );
  if (found === undefined) throw new Error("nothing was found");
  const { companies, teams, collections, markets } = found;
  await db.query(
    `INSERT INTO esg_items (company_id, url, title, publisher, is_internal, sentiment_score, version_date, published_at, environmental, content_hash)
     SELECT ${oneOf("$2::int[]")}, 'https://paper.example/' || g, 'Title ' || g, 'Paper ' || g % 40, g % 3 = 0, -0.5, '2026-11-01',
       now() - (g || ' minutes')::interval, '{Waste}', g::text FROM generate_series(1, $1::int) g`,
    [MANY, companies],
  );
  // The people of a company are written together.
  await db.query(
    `WITH added AS (
       INSERT INTO people (company_id, name, name_key, role, is_former, rank, first_seen_at, last_seen_at)
       SELECT ${oneOf("$2::int[]")}, 'Person ' || g, g::text, 'Director', g % 3 = 0, g % 5, now(), now() - (g || ' minutes')::interval
       FROM generate_series(1, $1::int) g ORDER BY 1 RETURNING id)
     INSERT INTO person_sightings (person_id, url, name, role, is_former, rank, quote, retrieved_at)
     SELECT id, 'https://paper.example', 'Person', 'Director', false, 1, 'q', now() FROM added`,
    [MANY, companies],
  );
  await db.query(
    `INSERT INTO company_merges (company_id, domain, into_id, survivor_id, merged_by, reason)
     SELECT 1000000 + g, g || '.merged.example', id, id, 'test', 'alike'
     FROM generate_series(1, $1::int) g CROSS JOIN LATERAL (SELECT ${oneOf("$2::int[]")} AS id) c`,
    [MANY, companies],
  );
  await db.query(
    `WITH made AS (SELECT gen_random_uuid() AS id, g, ${oneOf("$2::int[]")} AS team_id FROM generate_series(1, $1::int) g),
       added AS (
         INSERT INTO users (id, email, first_name, last_name, password_hash)
         SELECT id, g || '@kites.example', 'Ada ' || g, 'Lovelace ' || g, 'x' FROM made)
     INSERT INTO memberships (team_id, user_id) SELECT team_id, id FROM made`,
    [MANY, teams],
  );
  await db.query(
    `WITH added AS (
       INSERT INTO dossiers (agent_id, team_id, collection_id, agent_type, query, created_by, created_at)
       SELECT gen_random_uuid(), ${oneOf("$2::int[]")}, CASE WHEN g % 3 = 0 THEN NULL ELSE ${oneOf("$3::int[]")} END, 'theme', 'Question ' || g,
         gen_random_uuid(), now() - (g || ' minutes')::interval FROM generate_series(1, $1::int) g RETURNING agent_id)
     INSERT INTO dossier_tasks (task_id, agent_id, status, dispatched_at) SELECT gen_random_uuid(), agent_id, 'completed', now() FROM added`,
    [MANY, teams, collections],
  );
  await db.query(
    `WITH added AS (
       INSERT INTO workflow_runs (market_id, kind, status, dispatched_at)
       SELECT ${oneOf("$2::int[]")}, 'publish', 'completed', now() FROM generate_series(1, $1::int) g RETURNING id, market_id)
     INSERT INTO jobs (workflow_run_id, market_id, kind, name, status, ended_at)
     SELECT id, market_id, 'pipeline', 'runNews', 'completed', now() FROM added`,
    [MANY, markets],
  );
  await db.query(
    `INSERT INTO column_fills (market_id, status, dispatched_at)
     SELECT ${oneOf("$2::int[]")}, 'completed', now() FROM generate_series(1, $1::int) g`,
    [MANY, markets],
  );
  return collections[teams.indexOf(teamId)] ?? 0;
}
