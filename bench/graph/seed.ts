import { importCompanies } from "#companies/import-companies";
import type { Database } from "#foundation/db/database";

/** How much there is to read, beside the companies of the file. */
export interface Volume {
  markets: number;
  companiesPerMarket: number;
  news: number;
  events: number;
}

/** A team's markets with completed discoveries, their companies in an order of the ids' hashes: the same for every run. */
async function seedMarkets(db: Database, teamId: number, { markets, companiesPerMarket }: Volume): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `INSERT INTO markets (team_id, name, status) SELECT $1, 'Market ' || g, 'in_review' FROM generate_series(1, $2::int) g RETURNING id`,
    [teamId, markets],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    `WITH runs AS (
       INSERT INTO workflow_runs (market_id, kind, status) SELECT m, 'discovery', 'completed' FROM unnest($1::int[]) m, generate_series(1, 2)
       RETURNING id, market_id),
     completed AS (
       INSERT INTO jobs (workflow_run_id, market_id, kind, name, status, ended_at)
       SELECT id, market_id, 'discovery', 'first_pass', 'completed', now() FROM runs RETURNING id, market_id)
     INSERT INTO criteria_versions (market_id, job_id, market_name, user_prompt, market_type, market_role, features, "user", synonyms,
       irrelevant, seed_domains, count, project_kind, perform_search, locations, judged_by)
     SELECT market_id, id, 'Wind turbines', 'Find makers of wind turbine components in Germany', 'product', 'manufacturer',
       '{"wind turbines"}', '{}', '{}', '{}', '{}', 25, 'first_pass', true, '[{"country": "DE", "address": null, "coordinates": null}]', 'x'
     FROM completed`,
    [ids],
  );
  await db.query(
    `INSERT INTO market_companies (market_id, company_id, job_id, rank, score, reason, criteria)
     SELECT m.id, c.id, (SELECT min(j.id) FROM jobs j WHERE j.market_id = m.id), c.rank, 1 - c.rank / 1000.0, 'Makes them.',
       '[{"criterion": "location", "outcome": "met", "note": "Based in Germany.", "evidence": null}]'
     FROM unnest($1::int[]) m(id) CROSS JOIN LATERAL (
       SELECT id, row_number() OVER (ORDER BY hashint8(id::bigint * 7919 + m.id)) AS rank FROM companies) c
     WHERE c.rank <= $2`,
    [ids, companiesPerMarket],
  );
  return ids;
}

/** Articles, of which every market's company has some ten and others one. */
async function seedNews(db: Database, { news }: Volume): Promise<void> {
  await db.query(
    `INSERT INTO news_items (url, title, summary, publisher, sentiment, published_at, content_hash, analysed_at, source)
     SELECT 'https://news.example/' || g, 'Headline number ' || g || ' about company results and growth',
       'A summary of the article number ' || g || ', some hundred characters long so that rows have a usual width and pages fill up.',
       'Publisher ' || (g % 40), ((g % 200) - 100) / 100.0, timestamptz '2026-11-22' - (g || ' minutes')::interval, g::text, now(), 'bench'
     FROM generate_series(1, $1::int) g`,
    [news],
  );
  await db.query(
    `INSERT INTO company_news (company_id, news_item_id, published_at, confidence)
     SELECT c.id, n.id, n.published_at, 1 FROM (SELECT DISTINCT company_id AS id FROM market_companies) c
     JOIN news_items n ON n.id % greatest($1::int / 12, 1) = (c.id * 7) % greatest($1::int / 12, 1)
     UNION
     SELECT c.id, n.id, n.published_at, 1 FROM news_items n JOIN companies c ON c.id = n.id % (SELECT max(id) FROM companies)`,
    [news],
  );
}

/** Events of the last days with their parts, of which every market's company has some ten. */
async function seedEvents(db: Database, { events }: Volume): Promise<void> {
  await db.query(
    `INSERT INTO events (title, summary, last_updated, published_at, recorded_start, anchor_text, search_keywords, relevant_entities,
       independent_sources, content_hash)
     SELECT 'Event number ' || g || ' of an acquisition',
       'Summary of event ' || g || ': a company acquires another in a deal that is expected to close next year.',
       date_trunc('day', now()) - (g * 0.4 || ' seconds')::interval, now() - (g || ' seconds')::interval, now(), 'anchor ' || g,
       '[{"keyword": "acquisition", "propertySource": "inferred"}]',
       '[{"name": "Germany", "entityType": "country", "propertySource": "inferred"}]', 2, g::text
     FROM generate_series(1, $1::int) g`,
    [events],
  );
  await db.query(
    `INSERT INTO event_impacted_entities (event_id, position, name, entity_type, mapped_from, likelihood, severity, rationale)
     SELECT e.id, p, 'Entity ' || ((e.id + p) % 50), 'category', 'map', 1.5 + (e.id % 4) * 0.5, 1.5 + ((e.id / 4) % 4) * 0.5, 'because'
     FROM events e CROSS JOIN generate_series(0, 1) p`,
    [],
  );
  await db.query(
    `INSERT INTO event_alert_types (event_id, position, name, mapped_from, method, similarity, rationale)
     SELECT id, 0, 'Alert ' || (id % 20), 'text', 'rules', 0.8, 'why' FROM events`,
    [],
  );
  await db.query(
    `INSERT INTO event_companies (event_id, company_id, articles, confidence, method, quote)
     SELECT e.id, c.id, 1, 1, 'name', 'q' FROM (SELECT DISTINCT company_id AS id FROM market_companies) c
     JOIN events e ON e.id % greatest($1::int / 10, 1) = (c.id * 11) % greatest($1::int / 10, 1)`,
    [events],
  );
}

/** Fills an empty, migrated database. Resolves with the ids of the team's markets. */
export async function seed(db: Database, teamId: number, from: string, volume: Volume): Promise<number[]> {
  await importCompanies(db, from);
  const markets = await seedMarkets(db, teamId, volume);
  await seedNews(db, volume);
  await seedEvents(db, volume);
  await db.query("VACUUM ANALYZE", []);
  return markets;
}
