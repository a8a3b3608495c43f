import { join } from "node:path";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import type { Config } from "#foundation/config/config";
import { createDirectoryIndexes, type DirectoryIndexes, type DirectoryIndexesDeps } from "./directory-indexes.ts";
import { createEngineGenerations } from "./engine-generations.ts";
import { createEngineIndexes } from "./engine-indexes.ts";

export interface OpenedIndexes {
  indexes: DirectoryIndexes;
  /** The configured engine, which makes the vectors of what is written to it; null for the embedded one. Close it after the indexes. */
  searchEngine: SearchEngine | null;
}

/** Opens the directory for discovery, by the configured engine. No other code knows which engine answers. */
export function openIndexes(
  config: Pick<Config, "searchEngine" | "embeddings" | "dataDir">,
  deps: Omit<DirectoryIndexesDeps, "embeddings" | "cacheDir">,
): OpenedIndexes {
  const all = { ...deps, embeddings: config.embeddings, cacheDir: join(config.dataDir, "index") };
  const engine = openSearchEngine(config.searchEngine);
  if (engine === null) return { indexes: createDirectoryIndexes(all), searchEngine: null };
  const vectors = createEngineGenerations({ ...all, engine });
  return {
    indexes: createEngineIndexes({ ...deps, engine, generations: vectors }),
    searchEngine: { ...engine, vectors },
  };
}
