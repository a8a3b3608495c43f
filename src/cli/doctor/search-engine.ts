import { registeredIndexes } from "#companies/engine/registered-indexes";
import { openSearchEngine } from "#companies/engine/search-engine";
import { waitingChanges } from "#companies/engine/search-status";
import type { Config } from "#foundation/config/config";
import type { Queries } from "#foundation/db/database";
import type { Finding } from "./check.ts";

/** The plugin that an index of companies needs on every node. */
const PLUGIN = "opensearch-knn";

/** Checks the engine that finds companies: whether it answers, and has what an index needs. */
export async function checkSearchEngine(config: Config): Promise<Finding[]> {
  const name = "Search engine";
  const engine = openSearchEngine(config.searchEngine);
  if (engine === null) return [{ name, status: "ok", found: "embedded; SEARCH_ENGINE names another" }];
  const where = engine.config.nodes.join(", ");
  try {
    const { body: info } = await engine.client.info();
    const { body: plugins } = await engine.client.cat.plugins({ format: "json" });
    const found = `OpenSearch ${info.version.number} at ${where}`;
    const has = (plugins as { component?: string }[]).some(({ component }) => component === PLUGIN);
    if (has) return [{ name, status: "ok", found }];
    return [
      { name, status: "missing", found: `${found}, without ${PLUGIN}`, cure: "install the k-NN plugin on each node" },
    ];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      {
        name,
        status: "missing",
        found: `nothing responds at ${where}: ${why}`,
        cure: "start it, or correct SEARCH_URL",
      },
    ];
  } finally {
    await engine.close();
  }
}

/** Reports the indexes for which changes of companies are recorded. */
export async function checkIndexes(db: Queries, { searchEngine }: Config): Promise<Finding[]> {
  const name = "Search index";
  const indexes = await registeredIndexes(db);
  if (searchEngine === null) {
    if (indexes.length === 0) return [];
    const found = "changes of companies are recorded for OpenSearch, which this configuration does not use";
    return [{ name, status: "note", found, cure: "set SEARCH_ENGINE=opensearch, or run market search drop" }];
  }
  const live = indexes.find(({ state }) => state === "live");
  if (live === undefined)
    return [
      {
        name,
        status: "missing",
        found: "there is no index, so no company is found",
        cure: "run market search rebuild",
      },
    ];
  const { changes, seconds } = await waitingChanges(db);
  const found = `${live.name}, ${changes} changes wait${changes === 0 ? "" : ` for ${Math.round(seconds)} s`}`;
  return [{ name, status: "ok", found }];
}
