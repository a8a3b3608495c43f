import type { Client } from "@opensearch-project/opensearch";
import type { OpenSearchConfig, SearchEngineConfig } from "#foundation/config/search-engine";
import type { IndexedCompany } from "../directory-company.ts";
import type { CompanyVectors } from "./company-document.ts";
import { openEngineClient } from "./engine-client.ts";
import type { IndexMeta } from "./index-mapping.ts";

/** Makes the vectors of companies, by what each index was made with. */
export interface VectorMaker {
  /** Makes what a new index is made with. */
  prepare(): Promise<Omit<IndexMeta, "mapping">>;
  vectorsOf(index: string, companies: readonly IndexedCompany[]): Promise<CompanyVectors>;
  /** Forgets what other indexes than these were made with. */
  keepOnly(indexes: readonly string[]): Promise<void>;
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
export function openSearchEngine(config: SearchEngineConfig): SearchEngine | null {
  if (config === null) return null;
  const client = openEngineClient(config);
  return { config, client, vectors: null, close: () => client.close() };
}
