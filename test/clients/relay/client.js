// A client as somebody else would write it: Relay's store, and the documents that its compiler made.
import runtime from "relay-runtime";
import page from "./__generated__/documentsCompaniesPageQuery.graphql.js";
import query from "./__generated__/documentsMarketQuery.graphql.js";

const { Environment, Network, RecordSource, Store, fetchQuery } = runtime;
const [url, key, marketId] = process.argv.slice(2);
const headers = { "content-type": "application/json", "x-api-key": key };
const network = Network.create(async ({ text }, variables) =>
  (await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: text, variables }) })).json(),
);
const environment = new Environment({ network, store: new Store(new RecordSource()) });

const { market } = await fetchQuery(environment, query, { marketId: Number(marketId) }).toPromise();
const all = () =>
  Object.values(environment.getStore().getSource().toJSON())
    .filter(({ __typename }) => __typename === "Company")
    .map(({ domain }) => domain);
const first = all();
const cursor = Object.values(environment.getStore().getSource().toJSON()).find(({ endCursor }) => endCursor).endCursor;
await fetchQuery(environment, page, { id: market.id, first: 2, after: cursor }).toPromise();
console.log(JSON.stringify({ name: market.name, first, all: all() }));
