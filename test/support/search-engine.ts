import { randomUUID } from "node:crypto";
import type { OpenSearchConfig } from "#foundation/config/search-engine";

/** The node of the run, with names for indexes that no other test has. */
export function testSearchEngine(): OpenSearchConfig {
  const url = process.env.TEST_SEARCH_URL;
  if (url === undefined) throw new Error("tests of the search engine run by npm run test:engine");
  const prefix = `test-${randomUUID()}`;
  return { kind: "opensearch", nodes: [url], access: null, ca: undefined, prefix, shards: 1, replicas: 0 };
}
