import { withTemporaryKey } from "#accounts/auth/temporary-key";
import { type Config, readConfig } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import type { Database } from "#foundation/db/database";
import { createGraphClient, type GraphClient } from "./graph-client.ts";
import { operatorName } from "./operator.ts";
import { wholeNumber } from "./option-values.ts";
import { clientOfServer, isServing } from "./running-server.ts";
import { withKeysDatabase } from "./with-database.ts";

/** Options of every command that is a client of the graph. */
export interface GraphOptions {
  json: boolean;
  /** See and act as this team; the platform sees all. */
  team?: string;
}

/**
 * Runs a command's work as a client of the graph, with a key of the platform or of the named team. Uses the running
 * server, or starts an API for as long as the work takes.
 * @param isTraced whether the work writes records that name its key
 * @returns what the work returns, and whether a server is running
 */
export async function withGraph<Result>(
  { team }: GraphOptions,
  isTraced: boolean,
  work: (client: GraphClient) => Promise<Result>,
): Promise<{ result: Result; isServed: boolean }> {
  const config = readConfig();
  const key = {
    teamId: team === undefined ? null : wholeNumber(team, "--team"),
    // Entries of the audit trail name the key, and that of the key its name.
    name: `market command of ${operatorName()}`,
    environment: config.mode === "test" ? "test" : "live",
    isTraced,
  };
  return withKeysDatabase(config, (db) =>
    withTemporaryKey(db.prisma, key, async (secret) => {
      const { publicUrl, dataDir } = config;
      if (await isServing(publicUrl))
        return { result: await work(await clientOfServer(publicUrl, secret, dataDir)), isServed: true };
      return { result: await onOwnApi(config, db, secret, work), isServed: false };
    }),
  );
}

async function onOwnApi<Result>(
  config: Config,
  db: Database,
  key: string,
  work: (client: GraphClient) => Promise<Result>,
): Promise<Result> {
  const { startApi } = await import("../api.ts");
  const { address, port } = config.temporal;
  const api = await startApi(
    { ...config, host: "127.0.0.1", port: 0 },
    {
      databaseUrl: db.pool.options.connectionString ?? "",
      temporalAddress: address ?? `127.0.0.1:${port}`,
      // A missing Temporal server does not matter to a command that only reads.
      log: createLogger({ logLevel: "fatal" }, "market"),
    },
  );
  try {
    return await work(createGraphClient(api.url, key));
  } finally {
    await api.stop();
  }
}
