// A client as somebody else would write it: the type comes from the package, nothing else of it.
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "market-intelligence-api";

const [url = "", key = ""] = process.argv.slice(2);
const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: `${url}/trpc`, maxItems: 20, headers: { "x-api-key": key } })],
});

/** A type that could not be found would be `any`, and everything below would pass. */
type IsAny<T> = 0 extends 1 & T ? true : false;
const isTyped: [IsAny<AppRouter>, IsAny<inferRouterOutputs<AppRouter>["startDiscovery"]>] = [false, false];

const input: inferRouterInputs<AppRouter>["generateSearchCriteria"] = {
  searchInput: "Find 5 makers of rotor blades in Germany and Austria, not wind farm operators",
};
const { data: criteria } = await client.generateSearchCriteria.mutate(input);
const role: string = criteria.marketRole;
const { locations, ...rest } = criteria;
const started = await client.startDiscovery.mutate({
  searchCriteria: { ...rest, locations: locations.map(({ country }) => ({ country })) },
});
const { data: status } = await client.discoveryStatus.query({ marketId: started.metadata.marketId });
const state: "queued" | "running" | "completed" | "failed" | "cancelled" = status.status;

console.log(
  JSON.stringify({
    isTyped,
    role,
    countries: locations.map(({ country }) => country),
    workflowName: started.data[0]?.workflowName,
    state,
  }),
);
