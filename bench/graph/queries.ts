/** One question in the words of each server; `limit` needs none but the operation's name. */
export interface BenchQuery {
  name: string;
  /** Of the events monitor: its first page, or the one after page 10,000. Otherwise it asks for a market. */
  page?: "first" | "deep";
  operationName: string;
  ours: string;
  postgraphile: string;
  /** Where it differs from ours. */
  mercurius?: string;
}

export const QUERIES: readonly BenchQuery[] = [
  {
    name: "nested query",
    operationName: "nested",
    ours: `query nested($id: Int!) { market(marketId: $id) { name
      criteriaHistory { jobId createdAt criteria { userPrompt marketRole locations { country } } }
      companies(first: 10) { edges { rank score node { name domain country
        news(first: 3) { edges { node { title url publishedAt sentiment } } }
        events(first: 3) { edges { node { title summary lastUpdated } } } } } } } }`,
    postgraphile: `query nested($id: Int!) { market: marketByRowId(rowId: $id) { name
      criteriaHistory: history { nodes { jobId createdAt userPrompt marketRole locations } }
      companies: marketCompaniesByMarketId(first: 10, orderBy: [RANK_ASC]) { nodes { rank score node: companyByCompanyId { name domain country
        news: newestNews(first: 3) { nodes { title url publishedAt sentiment } }
        events: newestEvents(first: 3) { nodes { title summary lastUpdated } } } } } } }`,
  },
  {
    name: "list of 25",
    operationName: "list",
    ours: "query list($id: Int!) { market(marketId: $id) { companies(first: 25) { edges { rank node { name domain } } } } }",
    postgraphile: `query list($id: Int!) { market: marketByRowId(rowId: $id) {
      companies: marketCompaniesByMarketId(first: 25, orderBy: [RANK_ASC]) { nodes { rank node: companyByCompanyId { name domain } } } } }`,
  },
  {
    name: "one by id",
    operationName: "one",
    ours: "query one($id: Int!) { market(marketId: $id) { marketId name createdAt } }",
    postgraphile: "query one($id: Int!) { market: marketByRowId(rowId: $id) { marketId: rowId name createdAt } }",
  },
  ...(["first", "deep"] as const).map((page) => ({
    name: page === "first" ? "events, page 1" : "events, page 10,001",
    page,
    operationName: "events",
    ours: "query events($after: String) { events(first: 5, after: $after) { edges { node { title summary lastUpdated } } } }",
    postgraphile: `query events($updated: Datetime, $row: Int) { events: monitoredEvents(size: 5, afterUpdated: $updated, afterId: $row) {
      nodes { title summary lastUpdated } } }`,
    mercurius: `query events($updated: DateTime, $row: Int) { events(first: 5, updated: $updated, row: $row) {
      edges { node { title summary lastUpdated } } } }`,
  })),
  {
    name: "{ __typename }",
    operationName: "typename",
    ours: "query typename { __typename }",
    postgraphile: "query typename { __typename }",
  },
];

const DATES = new Set(["createdAt", "publishedAt", "lastUpdated"]);

/** An answer in one form, whoever gave it: connections as their rows, dates as milliseconds, criteria beside what they are in. */
export function normalised(value: unknown, name = ""): unknown {
  if (DATES.has(name)) return new Date(String(value)).getTime();
  if (Array.isArray(value)) return value.map((item) => normalised(item));
  if (typeof value !== "object" || value === null) return value;
  const { edges, nodes, criteria, ...rest } = value as Record<string, unknown>;
  if (Array.isArray(nodes)) return normalised(nodes);
  if (Array.isArray(edges))
    return normalised(edges.map((edge: { node: object }) => (Object.keys(edge).length === 1 ? edge.node : edge)));
  const entries = Object.entries({ ...rest, ...(criteria as object | undefined) });
  // The peers show the stored place whole; what ours selects of it is the country.
  return Object.fromEntries(
    entries
      .map(
        ([key, item]) =>
          [
            key,
            key === "locations" ? (item as { country: string }[]).map((l) => l.country) : normalised(item, key),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
