// A team's gateway: its own small subgraph beside the product, composed by Apollo's composition and asked through Apollo's gateway.
import { composeServices } from "@apollo/composition";
import { ApolloGateway, LocalGraphQLDataSource, RemoteGraphQLDataSource } from "@apollo/gateway";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";

const [url, key, query] = process.argv.slice(2);

const accounts = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query { accounts: [Account!]! }
  type Account { company: Company market: Market }
  type Company @key(fields: "domain") { domain: String! manager: String }
  type Market @key(fields: "marketId", resolvable: false) { marketId: Int! }
`);
const MANAGERS = { "baltic-turbines.com": "Ada", "alpen-turbines.com": "Grace" };
const resolvers = {
  Query: {
    accounts: () =>
      ["baltic-turbines.com", "nobody.example"].map((domain) => ({ company: { domain }, market: { marketId: 1 } })),
  },
  Company: { manager: ({ domain }) => MANAGERS[domain] ?? null },
};

const headers = { "content-type": "application/json", "x-api-key": key };
const answer = await fetch(url, { method: "POST", headers, body: '{"query":"{ _service { sdl } }"}' });
const product = parse((await answer.json()).data._service.sdl);

const { supergraphSdl, errors, hints } = composeServices([
  { name: "product", url, typeDefs: product },
  { name: "accounts", url: "http://accounts.internal", typeDefs: accounts },
]);
if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join("\n"));

class WithKey extends RemoteGraphQLDataSource {
  willSendRequest({ request }) {
    request.http.headers.set("x-api-key", key);
  }
}
const gateway = new ApolloGateway({
  supergraphSdl,
  buildService: ({ name }) =>
    name === "product"
      ? new WithKey({ url })
      : new LocalGraphQLDataSource(buildSubgraphSchema([{ typeDefs: accounts, resolvers }])),
});
const { executor } = await gateway.load();
const result = await executor({
  request: { query, http: { headers: new Map() } },
  document: parse(query),
  operationName: null,
  queryHash: "one",
  context: {},
  overallCachePolicy: { policyIfCacheable: () => null },
});
await gateway.stop();
console.log(JSON.stringify({ result, hints: hints.map(({ definition }) => definition.code) }));
