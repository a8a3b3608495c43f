import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Ask, type RestServer, startRestServer } from "../rest/server.ts";

/**
 * The attacks that graphql-cop (https://github.com/dolevf/graphql-cop) tries, by its names. No registry has this
 * program, so the attacks are made here, against a server as in production and with a valid key. Callers without a key
 * get 401.
 */
let server: RestServer;
beforeAll(async () => {
  server = await startRestServer({ GRAPHQL_INTROSPECTION: "off", GRAPHIQL: "off" });
});
afterAll(() => server?.stop());

const repeated = (text: (i: number) => string, times: number) => Array.from({ length: times }, (_, i) => text(i));
/** Types of types of types, which every schema has. */
const circular = `{ __schema { types { ${"fields { type { ".repeat(5)}name${" } }".repeat(5)} } } }`;

const post = (query: string): [string, Ask] => ["POST", { body: { query } }];
const form = new URLSearchParams({ query: "{ __typename }" }).toString();

describe("an attack on the graph", () => {
  it.each<[name: string, refusal: RegExp, method: string, ask: Ask, path?: string]>([
    ["alias overloading", /Aliases limit/, ...post(`{ ${repeated((i) => `a${i}: __typename`, 101).join(" ")} }`)],
    [
      "alias overloading by fragments",
      /Aliases limit/,
      ...post(`{ ${"...A ".repeat(4)} } fragment A on Query { ${repeated((i) => `a${i}: __typename`, 8).join(" ")} }`),
    ],
    [
      "array-based query batching",
      /./,
      "POST",
      { body: repeated(() => "{ __typename }", 10).map((query) => ({ query })) },
    ],
    [
      "circular fragment",
      /within itself|spread/,
      ...post("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"),
    ],
    ["introspection-based circular query", /introspection/i, ...post(circular)],
    ["introspection", /introspection/i, ...post("{ __schema { types { name } } }")],
    ["directive overloading", /irective/, ...post(`{ __typename ${"@aa".repeat(10)} }`)],
    [
      "directive overloading by fragments",
      /Directives limit/,
      ...post(`{ ${"...A @include(if: true) ".repeat(3)} } fragment A on Query { __typename @skip(if: false) }`),
    ],
    ["field duplication", /same field more than 30 times/, ...post(`{ ${"__typename ".repeat(500)} }`)],
    ["field suggestions", /^(?!.*(?:Did you mean|viewer))/, ...post("{ viewr { keyPrefix } }")],
    ["suggestions of arguments", /^(?!.*(?:Did you mean|marketId))/, ...post("{ market(marketI: 1) { name } }")],
    ["suggestions of values", /^(?!.*(?:Did you mean|NAME))/, ...post("{ markets(orderBy: NAMM) { totalCount } }")],
    [
      "suggestions of values in variables",
      /^(?!.*(?:Did you mean|NAME))/,
      "POST",
      {
        body: {
          query: "query ($by: MarketOrder) { markets(orderBy: $by) { totalCount } }",
          variables: { by: "NAMM" },
        },
      },
    ],
    ["mutation by GET", /mutation/i, "GET", {}, `/graphql?${new URLSearchParams({ query: "mutation { signOut }" })}`],
    [
      "POST-based query in a form, as a foreign page may send it",
      /./,
      "POST",
      { body: form, headers: { "content-type": "application/x-www-form-urlencoded" } },
    ],
    ["POST-based query in the address", /./, "POST", {}, `/graphql?${form}`],
    ["unhandled error", /Unexpected Name/, ...post("qwerty cop { abc }")],
  ])("gets no data: %s", async (_name, refusal, method, ask, path = "/graphql") => {
    const { status, body } = await server.ask(method, path, ask);
    expect(body.data ?? undefined).toBeUndefined();
    expect(body.errors[0].message).toMatch(refusal);
    expect(body.errors.length).toBeLessThan(20);
    expect(status).toBeLessThan(500);
    // Nothing of what is inside: no stack, no trace.
    expect(Object.keys(body)).toEqual(["errors"]);
    for (const { extensions } of body.errors)
      expect(Object.keys(extensions).filter((name) => !/^(?:code|retryAfterSeconds)$/.test(name))).toEqual([]);
    expect(server.logged).toEqual([]);
  });

  it("finds no page for people, and no trace of how an answer came about, whatever header asks for it", async () => {
    const page = await server.ask("GET", "/graphql", { headers: { accept: "text/html" } });
    expect([page.status, page.body]).toEqual([406, null]);
    const headers = { "x-apollo-tracing": "1", "apollo-federation-include-trace": "ftv1" };
    const { body }: Answer = await server.ask("POST", "/graphql", { body: { query: "{ __typename }" }, headers });
    expect(body).toEqual({ data: { __typename: "Query" } });
  });
});
