// Mercurius with JIT: the same graph as the product's, its lists read by loaders, each by one statement for all of its parents.
import fastify from "fastify";
import { GraphQLScalarType } from "graphql";
import mercurius from "mercurius";
import { eventsAfter } from "./events.mjs";
import { db, serve } from "./service.mjs";

const schema = `
  scalar DateTime
  type Query {
    market(marketId: Int!): Market
    events(first: Int!, after: String, updated: DateTime, row: Int): EventConnection!
  }
  type Market {
    marketId: Int! name: String! createdAt: DateTime!
    criteriaHistory: [CriteriaVersion!]!
    companies(first: Int!): MarketCompanyConnection!
  }
  type CriteriaVersion { jobId: Int! createdAt: DateTime! criteria: SearchCriteria! }
  type SearchCriteria { userPrompt: String! marketRole: String locations: [Location!]! }
  type Location { country: String }
  type MarketCompanyConnection { edges: [MarketCompanyEdge!]! }
  type MarketCompanyEdge { rank: Int! score: Float node: Company! }
  type Company {
    name: String domain: String! country: String
    news(first: Int!): NewsConnection!
    events(first: Int!): EventConnection!
  }
  type NewsConnection { edges: [NewsEdge!]! }
  type NewsEdge { node: News! }
  type News { title: String! url: String! publishedAt: DateTime! sentiment: Float }
  type EventConnection { edges: [EventEdge!]! }
  type EventEdge { node: Event! }
  type Event { title: String! summary: String! lastUpdated: DateTime! }
`;

const scalar = (value) => (value instanceof Date ? value.toISOString() : value);
const DateTime = new GraphQLScalarType({ name: "DateTime", serialize: scalar, parseValue: (value) => value });

const resolvers = {
  DateTime,
  Query: {
    async market(_root, { marketId }) {
      const [row] = await db.query(
        `SELECT id AS "marketId", name, created_at AS "createdAt" FROM markets WHERE id = $1`,
        [marketId],
      );
      return row ?? null;
    },
    async events(_root, { first, updated, row }) {
      return connection(await eventsAfter(db, first, updated, row));
    },
  },
};

const connection = (rows) => ({ edges: rows.map((node) => ({ node })) });

/** A loader of one list: a statement whose parents are `$1`, and which gives each row its `parent`; rows of each parent. */
const listed =
  (statement, keyOf, listOf = connection) =>
  async (queries) => {
    const { first = null } = queries[0].params;
    const keys = queries.map(({ obj }) => keyOf(obj));
    const rows = await db.query(statement, first === null ? [keys] : [keys, first]);
    const byParent = new Map(keys.map((key) => [key, []]));
    for (const { parent, ...row } of rows) byParent.get(parent)?.push(row);
    return keys.map((key) => listOf(byParent.get(key)));
  };

const marketOf = ({ marketId }) => marketId;
const companyOf = ({ id }) => id;

const loaders = {
  Market: {
    criteriaHistory: listed(
      `SELECT v.market_id AS parent, v.job_id AS "jobId", v.created_at AS "createdAt", v.user_prompt AS "userPrompt",
         v.market_role AS "marketRole", v.locations
       FROM criteria_versions v JOIN jobs j ON j.id = v.job_id WHERE v.market_id = ANY ($1::int[]) AND j.status = 'completed' ORDER BY v.id DESC`,
      marketOf,
      (rows) => rows.map(({ jobId, createdAt, ...criteria }) => ({ jobId, createdAt, criteria })),
    ),
    companies: listed(
      `SELECT m.id AS parent, x.rank, x.score, c.id, c.name, c.domain, c.country FROM unnest($1::int[]) m(id) CROSS JOIN LATERAL (
         SELECT * FROM market_companies mc WHERE mc.market_id = m.id ORDER BY rank, company_id LIMIT $2) x
       JOIN companies c ON c.id = x.company_id ORDER BY x.rank`,
      marketOf,
      (rows) => ({ edges: rows.map(({ rank, score, ...node }) => ({ rank, score, node })) }),
    ),
  },
  Company: {
    news: listed(
      `SELECT k.id AS parent, n.title, n.url, n.published_at AS "publishedAt", n.sentiment FROM unnest($1::int[]) k(id) CROSS JOIN LATERAL (
         SELECT * FROM company_news cn WHERE cn.company_id = k.id AND NOT cn.is_copy ORDER BY published_at DESC, news_item_id DESC LIMIT $2) cn
       JOIN news_items n ON n.id = cn.news_item_id ORDER BY cn.published_at DESC, cn.news_item_id DESC`,
      companyOf,
    ),
    events: listed(
      `SELECT k.id AS parent, e.title, e.summary, e.last_updated AS "lastUpdated" FROM unnest($1::int[]) k(id) CROSS JOIN LATERAL (
         SELECT e.* FROM events e WHERE e.id IN (SELECT ec.event_id FROM event_companies ec WHERE ec.company_id = k.id)
         ORDER BY e.last_updated DESC, e.id DESC LIMIT $2) e ORDER BY e.last_updated DESC, e.id DESC`,
      companyOf,
    ),
  },
};

const app = fastify();
app.register(mercurius, { schema, resolvers, loaders, jit: 1, cache: true });
await app.ready();
serve((request, response) => app.routing(request, response));
