import type { Client } from "@opensearch-project/opensearch";
import type { OpenSearchConfig, SearchEngineConfig } from "#foundation/config/search-engine";
import type { VectorSource } from "./company-document.ts";
import { openEngineClient } from "./engine-client.ts";
import type { IndexVectors } from "./index-mapping.ts";

/** Makes the vectors of companies for one index: the spaces that it has, and what fills them. */
export interface VectorMaker {
  spaces: IndexVectors;
  vectorsOf: VectorSource;
}

/** An OpenSearch cluster that this process talks to. */
export interface SearchEngine {
  config: OpenSearchConfig;
  client: Client;
  /** Null: documents have no vectors. */
  vectors: VectorMaker | null;
  close(): Promise<void>;
}

/** The configured engine; null: companies are found by the embedded one. It connects when it is first asked. */
export function openSearchEngine(config: SearchEngineConfig, vectors: VectorMaker | null = null): SearchEngine | null {
  if (config === null) return null;
  const client = openEngineClient(config);
  return { config, client, vectors, close: () => client.close() };
}
