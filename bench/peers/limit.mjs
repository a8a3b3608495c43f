// The limit: for each query one statement, written by hand, that makes the very JSON of the answer.
import { EVENTS } from "./events.mjs";
import { db, serve } from "./service.mjs";

const STATEMENTS = {
  nested: `SELECT json_build_object('data', json_build_object('market', (SELECT json_build_object('name', m.name,
    'criteriaHistory', (SELECT coalesce(json_agg(json_build_object('jobId', v.job_id, 'createdAt', v.created_at, 'criteria',
        json_build_object('userPrompt', v.user_prompt, 'marketRole', v.market_role, 'locations', v.locations)) ORDER BY v.id DESC), '[]')
      FROM criteria_versions v JOIN jobs j ON j.id = v.job_id WHERE v.market_id = m.id AND j.status = 'completed'),
    'companies', (SELECT coalesce(json_agg(json_build_object('rank', x.rank, 'score', x.score, 'node', json_build_object(
        'name', c.name, 'domain', c.domain, 'country', c.country,
        'news', (SELECT coalesce(json_agg(json_build_object('title', n.title, 'url', n.url, 'publishedAt', n.published_at,
              'sentiment', n.sentiment) ORDER BY cn.published_at DESC, cn.news_item_id DESC), '[]')
            FROM (SELECT * FROM company_news cn WHERE cn.company_id = c.id AND NOT cn.is_copy
              ORDER BY published_at DESC, news_item_id DESC LIMIT 3) cn JOIN news_items n ON n.id = cn.news_item_id),
        'events', (SELECT coalesce(json_agg(json_build_object('title', e.title, 'summary', e.summary, 'lastUpdated', e.last_updated)
              ORDER BY e.last_updated DESC, e.id DESC), '[]')
            FROM (SELECT e.* FROM events e WHERE e.id IN (SELECT ec.event_id FROM event_companies ec WHERE ec.company_id = c.id)
              ORDER BY e.last_updated DESC, e.id DESC LIMIT 3) e))) ORDER BY x.rank), '[]')
      FROM (SELECT * FROM market_companies mc WHERE mc.market_id = m.id ORDER BY rank, company_id LIMIT 10) x
      JOIN companies c ON c.id = x.company_id)) FROM markets m WHERE m.id = $1)))::text AS body`,
  list: `SELECT json_build_object('data', json_build_object('market', (SELECT json_build_object('companies', (
      SELECT coalesce(json_agg(json_build_object('rank', x.rank, 'node', json_build_object('name', c.name, 'domain', c.domain))
        ORDER BY x.rank), '[]')
      FROM (SELECT * FROM market_companies mc WHERE mc.market_id = m.id ORDER BY rank, company_id LIMIT 25) x
      JOIN companies c ON c.id = x.company_id)) FROM markets m WHERE m.id = $1)))::text AS body`,
  one: `SELECT json_build_object('data', json_build_object('market', (SELECT json_build_object('marketId', id, 'name', name, 'createdAt',
      created_at) FROM markets WHERE id = $1)))::text AS body`,
  events: `SELECT json_build_object('data', json_build_object('events', json_build_object('edges',
      coalesce(json_agg(json_build_object('node', json_build_object('title', title, 'summary', summary, 'lastUpdated', "lastUpdated"))), '[]'))))::text AS body
    FROM (${EVENTS}) page`,
  typename: null,
};

const valuesOf = (operationName, { id, updated, row }) => (operationName === "events" ? [5, updated, row] : [id]);

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

serve(async (request, response) => {
  const { operationName, variables } = await read(request);
  const statement = STATEMENTS[operationName];
  const [row] =
    statement === null
      ? [{ body: '{"data":{"__typename":"Query"}}' }]
      : await db.query(statement, valuesOf(operationName, variables));
  const bytes = Buffer.from(row.body);
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
});
