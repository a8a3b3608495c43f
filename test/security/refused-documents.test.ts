import { afterAll, beforeAll, expect, it } from "vitest";
import { type SessionServer, startSessionServer } from "./session-server.ts";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server?.stop());

const newKey = async () => (await server.keyOf(server.teamId)).key;

/** Asks for what every key may ask. Resolves when it is answered. */
async function askPlain(key: string): Promise<void> {
  const { status, body } = await server.graph({ key }, "{ viewer { keyPrefix } }");
  expect([status, body.errors]).toEqual([200, undefined]);
}

it("a key's new documents are validated between the requests of others, however many it makes up", async () => {
  const [mine, yours] = [await newKey(), await newKey()];
  await askPlain(yours);
  const fields = Array.from({ length: 100 }, (_, i) => `nothing${i}`).join(" ");
  const times = 20;
  let refused = 0;
  const documents = Array.from({ length: times }, async (_, i) => {
    const { body } = await server.graph({ key: mine }, `#${i}\n{ markets(first: 1) { edges { node { ${fields} } } } }`);
    refused += 1;
    return body.errors[0].extensions.code;
  });
  await askPlain(yours);
  const before = refused;
  expect(new Set(await Promise.all(documents))).toEqual(new Set(["GRAPHQL_VALIDATION_FAILED"]));
  expect(before).toBeLessThan(times / 2);
});

const nested = (levels: number): string =>
  levels === 0 ? "totalCount" : `edges { node { companies { ${nested(levels - 1)} } } }`;

it.each([
  ["is too deep", (i: number) => `#${i}\n{ markets { ${nested(7)} } }`, "INVALID_INPUT"],
  [
    "is too deep by its fragments",
    (i: number) => `#${i}\n{ markets { ...A } } fragment A on MarketConnection { ${nested(7)} }`,
    "INVALID_INPUT",
  ],
  [
    "is too costly",
    (i: number) =>
      `#${i}\n{ markets(first: 100) { edges { node { companies(first: 100) { edges { node { news(first: 100) { totalCount } } } } } } } }`,
    "INVALID_INPUT",
  ],
  ["is invalid", (i: number) => `#${i}\n{ nothing }`, "GRAPHQL_VALIDATION_FAILED"],
  ["is the same invalid one each time", () => "{ nothing }", "GRAPHQL_VALIDATION_FAILED"],
  ["is no document", (i: number) => `#${i}\n{`, "GRAPHQL_PARSE_FAILED"],
])(
  "a document that %s is refused at most 50 times a second, and the key's other requests do not wait",
  async (_, query, code) => {
    const key = await newKey();
    await askPlain(key);
    const times = 25;
    const began = performance.now();
    const answered: string[] = [];
    const refused = Array.from({ length: times }, async (_, i) => {
      const { body } = await server.graph({ key }, query(i));
      answered.push(body.errors[0].extensions.code);
    });
    await askPlain(key);
    expect(answered.length).toBeLessThan(times);
    await Promise.all(refused);
    // There is no pause before the first one.
    expect(performance.now() - began).toBeGreaterThan((times - 1) * 20 * 0.95);
    expect(new Set(answered)).toEqual(new Set([code]));
  },
);
