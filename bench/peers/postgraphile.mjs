// PostGraphile 5 over the product's tables, with the lists that its own plugins cannot know as SQL functions (see functions.sql).
import { serve } from "./service.mjs";

// Node 20 does not have it, and PostGraphile asks for Node 22.
Promise.withResolvers ??= () => {
  let resolve;
  let reject;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

const { postgraphile } = await import("postgraphile");
const { PostGraphileAmberPreset } = await import("postgraphile/presets/amber");
const { makePgService } = await import("postgraphile/adaptors/pg");
const { grafserv } = await import("postgraphile/grafserv/node");

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"], poolConfig: { max: 10 } }),
  ],
  grafserv: { graphqlPath: "/graphql", watch: false, graphiql: false },
  grafast: { explain: false },
});
let handle;
const server = serve((request, response) => handle(request, response));
const collector = {
  on: (event, listener) => {
    if (event === "request") handle = listener;
    return collector;
  },
  off: () => collector,
};
await instance.createServ(grafserv).addTo(collector);
server.emit("ready");
