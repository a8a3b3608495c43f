import type { Client } from "@opensearch-project/opensearch";
import type { OpenSearchConfig, SearchEngineConfig } from "#foundation/config/search-engine";
import type { IndexedCompany } from "../directory-company.ts";
import type { CompanyVectors } from "./company-document.ts";
import { openEngineClient } from "./engine-client.ts";
import type { IndexMeta } from "./index-mapping.ts";

/** Makes the vectors of companies, with the models of each index. */
export interface VectorMaker {
  /** Makes the lexicon and the vector spaces of a new index. */
  prepare(): Promise<Omit<IndexMeta, "mapping">>;
  vectorsOf(index: string, companies: readonly IndexedCompany[]): Promise<CompanyVectors>;
  /** Removes the lexicons of all other indexes. */
  keepOnly(indexes: readonly string[]): Promise<void>;
}

/** An OpenSearch cluster that this process uses. */
export interface SearchEngine {
  config: OpenSearchConfig;
  client: Client;
  /** Null where documents have no vectors. */
  vectors: VectorMaker | null;
  close(): Promise<void>;
}

/** Opens the configured engine; null for the embedded one. It connects at the first request. */
export function openSearchEngine(config: SearchEngineConfig): SearchEngine | null {
  if (config === null) return null;
  const client = openEngineClient(config);
  return { config, client, vectors: null, close: () => client.close() };
}
