// A client as somebody else would write it: generated types, openapi-fetch, nothing of this repository.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { "x-api-key": key } });

function done<T>({ data, error }: { data?: T; error?: components["schemas"]["ErrorEnvelope"] }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const searchInput = "Find 5 makers of rotor blades in Germany and Austria, not wind farm operators";
const generated = done(await api.POST("/v2/discovery/search-criteria", { body: { searchInput } }));
const criteria = generated.data;
const role: string = criteria.marketRole;
const { locations, ...rest } = criteria;
const suggested = done(
  await api.POST("/v2/discovery/search-criteria/keywords", {
    body: { ...rest, locations: locations.map(({ country }) => ({ country })) },
  }),
);
const started = done(
  await api.POST("/v2/discovery/start", { body: { searchCriteria: { ...rest, projectKind: "first_pass" } } }),
);
const { marketId } = started.metadata;
const path = { marketId };
const status = done(await api.GET("/v2/discovery/{marketId}/status", { params: { path } }));
const state: "queued" | "running" | "completed" | "failed" | "cancelled" = status.data.status;
const early = await api.GET("/v2/discovery/{marketId}/search-criteria", { params: { path } });

console.log(
  JSON.stringify({
    role,
    countries: locations.map(({ country }) => country),
    suggestions: suggested.data.length,
    workflowName: started.data[0]?.workflowName,
    state,
    early: [early.response.status, early.error?.errorCode],
  }),
);
