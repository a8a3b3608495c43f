import { randomUUID } from "node:crypto";
import type { Client } from "@opensearch-project/opensearch";
import type { OpenSearchConfig } from "#foundation/config/search-engine";
import type { Queries } from "#foundation/db/database";

/** The node of the run, with names for indexes that no other test has. */
export function testSearchEngine(): OpenSearchConfig {
  const url = process.env.TEST_SEARCH_URL;
  if (url === undefined) throw new Error("tests of the search engine run by npm run test:engine");
  const prefix = `test-${randomUUID()}`;
  return { kind: "opensearch", nodes: [url], access: null, ca: undefined, prefix, shards: 1, replicas: 0 };
}

/** The same as the environment that the product reads. */
export const searchEnvironment = ({ nodes, prefix, replicas }: OpenSearchConfig): Record<string, string> => ({
  SEARCH_ENGINE: "opensearch",
  SEARCH_URL: nodes.join(","),
  SEARCH_INDEX_PREFIX: prefix,
  SEARCH_REPLICAS: String(replicas),
});

/** The contents of an index: the digest of the record of each company, by id. */
export async function indexContents(client: Client, index: string): Promise<Map<number, string>> {
  await client.indices.refresh({ index });
  const contents = new Map<number, string>();
  for (let after = 0; ; ) {
    const { body } = await client.search({
      index,
      body: {
        size: 1000,
        sort: [{ id: "asc" }],
        query: { range: { id: { gt: after } } },
        _source: ["id", "recordDigest"],
      },
    });
    for (const { _source: found } of body.hits.hits) contents.set(found?.id, found?.recordDigest);
    const last = body.hits.hits.at(-1)?._source?.id;
    if (last === undefined) return contents;
    after = last;
  }
}

/** What the index should have: the same of the directory. */
export async function directoryContents(db: Queries): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; digest: string }>(
    "SELECT id, md5(id || content_hash) AS digest FROM companies",
  );
  return new Map(rows.map(({ id, digest }) => [id, digest] as const).sort(([a], [b]) => a - b));
}
