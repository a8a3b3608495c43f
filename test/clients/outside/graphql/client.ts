// A client as somebody else would write it: documents typed by the client preset, sent by urql.
import { Client, cacheExchange, fetchExchange } from "@urql/core";
import { graphql } from "./gql/index.js";

const [url = "", key = ""] = process.argv.slice(2);
const client = new Client({
  url,
  preferGetMethod: false,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers: { "x-api-key": key } },
});

const Start = graphql(`
  mutation Start($input: StartDiscoveryInput!) {
    startDiscovery(input: $input) {
      market { marketId status }
      job { workflowName }
    }
  }
`);

const Market = graphql(`
  query Market($marketId: Int!) {
    market(marketId: $marketId) {
      name
      jobs(first: 5) { edges { node { status startTime } } }
    }
  }
`);

const searchCriteria = { userPrompt: "Find makers of rotor blades in Germany", marketName: "Rotor blades" };
const started = await client.mutation(Start, { input: { searchCriteria } }).toPromise();
if (started.data === undefined) throw started.error;
const { market, job } = started.data.startDiscovery;
const read = await client.query(Market, { marketId: market.marketId }).toPromise();
const missing = await client.query(Market, { marketId: 999_999 }).toPromise();

console.log(
  JSON.stringify({
    status: market.status,
    workflowName: job.workflowName,
    name: read.data?.market?.name,
    jobs: read.data?.market?.jobs.edges.map(({ node }) => node.status),
    missing: missing.error?.graphQLErrors[0]?.extensions.code,
  }),
);
