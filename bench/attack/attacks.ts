/** Who is attacked, and with what the attackers come. */
export interface Arms {
  url: string;
  /** A valid key of another team than the well-behaved clients'. */
  key: string;
  /** Keys in the right form that were revoked: each costs a look-up. */
  revoked: readonly string[];
  markets: readonly number[];
}

export interface AttackRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Sent without a length, so that only reading shows how large it is. */
  isChunked?: boolean;
  /** Milliseconds between two bytes of the body. */
  byteMs?: number;
}

export interface Attack {
  /** What it is, in a few words. */
  what: string;
  /** The request number `i` of all connections. */
  request(i: number, arms: Arms): AttackRequest;
}

const JSON_TYPE = { "content-type": "application/json", accept: "application/json" };
const repeated = (times: number, text: (i: number) => string) => Array.from({ length: times }, (_, i) => text(i));

const post = (body: string | Buffer, key?: string, path = "/graphql"): AttackRequest => ({
  method: "POST",
  path,
  headers: { ...JSON_TYPE, ...(key === undefined ? {} : { "x-api-key": key }) },
  body,
});

/** The number in the comment makes each document new to the caches. */
const graph = (query: string, i: number, key?: string) => post(JSON.stringify({ query: `#${i}\n${query}` }), key);

/** Picks by the number of the request. */
const nth = <T>(items: readonly T[], i: number): T => items[i % items.length] as T;

const inEach = (levels: number): string =>
  levels === 0
    ? "name"
    : `events(first: 2) { edges { node { companies(first: 2) { edges { node { ${inEach(levels - 1)} } } } } } }`;
const MARKET_COMPANIES = "companies(first: 100) { edges { node { companies: name } } }";

/** Deeper than the limit of 18, and just within it. */
const DEEP = [3, 20].map(
  (levels) =>
    `{ markets(first: 5) { edges { node { companies(first: 5) { edges { node { ${inEach(levels)} } } } } } } }`,
);
/** Near 2,000 tokens, and beyond. */
const WIDE = [
  `{ ${repeated(28, (i) => `a${i}: markets(first: ${i + 1}) { edges { node { ${repeated(14, (j) => `b${j}: name`).join(" ")} } } }`).join(" ")} }`,
  `{ ${repeated(25, (i) => `a${i}: event(eventId: ${i + 1}) { title summary lastUpdated publishedAt articleCount }`).join(" ")} }`,
  `{ ${repeated(400, (i) => `f${i}: __typename`).join(" ")} }`,
  `{ ${repeated(3_000, () => "__typename").join(" ")} }`,
];
const ALIASES = [
  `{ ${repeated(1_000, (i) => `a${i}: __typename`).join(" ")} }`,
  `{ ${repeated(30, (i) => `a${i}: events(first: 100, offset: ${i * 1_000}) { totalCount edges { node { title } } }`).join(" ")} }`,
  `{ ${repeated(30, (i) => `a${i}: markets(first: 20) { edges { node { ${MARKET_COMPANIES} } } }`).join(" ")} }`,
];
/** Allowed, and as costly as a request may be. */
const COSTLY = [
  "{ markets(first: 100) { edges { node { companies(first: 100) { edges { rank node { name domain country } } } } } } }",
  "{ events(first: 100, offset: 15000) { totalCount edges { node { title summary impactedEntities { name } companies(first: 5) { edges { node { name } } } } } } }",
  '{ companies(search: { keyword: "turbimes gearbixes" }, first: 100) { totalCount edges { node { name description } } } }',
  '{ companies(search: { keyword: "wind energy components" }, first: 100) { totalCount edges { node { name description events(first: 20) { edges { node { title } } } } } } }',
  `{ nodes(ids: [${repeated(100, (i) => JSON.stringify(btoa(`Company:${i + 1}`))).join(", ")}]) { ... on Company { name description news(first: 10) { edges { node { title summary } } } } } }`,
];

const SMALL_VALUES = Buffer.from(`{"query":"{ viewer { keyPrefix } }","variables":{"a":[${"1,".repeat(520_000)}1]}}`);
const NESTED = Buffer.from(
  `{"query":"{ viewer { keyPrefix } }","variables":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}}`,
);
const ONE_TEXT = Buffer.from(`{"query":"{ viewer { keyPrefix } }","variables":{"a":"${"x".repeat(1_000_000)}"}}`);
const TOO_LARGE = Buffer.alloc(3 * 1024 * 1024, " ");

const INTROSPECTION =
  "{ __schema { types { name description fields { name description args { name } type { name kind ofType { name kind ofType { name } } } } } } }";

export const ATTACKS = {
  deep: { what: "deep queries", request: (i, { key }) => graph(nth(DEEP, i), i, key) },
  wide: { what: "wide queries", request: (i, { key }) => graph(nth(WIDE, i), i, key) },
  aliases: { what: "floods of aliases", request: (i, { key }) => graph(nth(ALIASES, i), i, key) },
  batches: {
    what: "batches",
    request: (i, { key }) =>
      i % 2 === 0
        ? post(JSON.stringify(repeated(1_000, (j) => `{ a${j}: __typename }`).map((query) => ({ query }))), key)
        : {
            method: "GET",
            path: `/trpc/${repeated(100, () => "sessionToken").join(",")}?batch=1&input=%7B%7D`,
            headers: { "x-api-key": key },
          },
  },
  bodies: {
    what: "huge bodies",
    request: (i, { key }) =>
      i % 4 === 3
        ? { ...post(TOO_LARGE, key), isChunked: i % 8 === 7 }
        : post(nth([SMALL_VALUES, NESTED, ONE_TEXT], i), key, i % 5 === 0 ? "/v2/impact/search" : "/graphql"),
  },
  keyless: {
    what: "huge bodies and queries without a key",
    request: (i) =>
      nth(
        [
          post(SMALL_VALUES),
          { ...post(TOO_LARGE), isChunked: true },
          graph(nth(WIDE, i), i),
          graph(INTROSPECTION, i),
          post(ONE_TEXT, undefined, "/v2/impact/search"),
        ],
        i,
      ),
  },
  slow: {
    what: "slow bodies, with a key and without",
    request: (i, { key }) => ({ ...post('{"query":"{ viewer { keyPrefix } }"}', i % 2 ? key : undefined), byteMs: 20 }),
  },
  keys: {
    what: "wrong keys",
    request: (i, { revoked, markets }) => ({
      method: "GET",
      path: `/v2/discovery/${nth(markets, i)}/status`,
      headers: { "x-api-key": i % 4 === 0 ? `mk_test_${i}` : nth(revoked, i) },
    }),
  },
  signIns: {
    what: "sign-ins with wrong passwords",
    request: (i, { key }) =>
      post(JSON.stringify({ email: `nobody${i}@example.com`, password: `guess ${i}` }), key, "/v2/auth/sign-in"),
  },
  costly: { what: "costly queries up to the rate limit", request: (i, { key }) => graph(nth(COSTLY, i), i, key) },
  plain: {
    what: "plain queries as fast as they are answered",
    request: (i, { key, markets }) =>
      post(
        JSON.stringify({
          query: "query ($id: Int!) { market(marketId: $id) { name } }",
          variables: { id: nth(markets, i) },
        }),
        key,
      ),
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;
