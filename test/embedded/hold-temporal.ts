import { readConfig } from "#foundation/config/config";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";

/** Starts the Temporal of a data folder, by the configuration in its environment, and holds it until it is ended. */
const { temporal, dataDir } = readConfig();
const log = { info: () => {}, warn: () => {} };
const server = await ensureTemporal({
  config: temporal,
  dataDir,
  searchAttributes: Object.values(SEARCH_ATTRIBUTES),
  log,
});
process.stdout.write(`${JSON.stringify(server)}\n`);
process.once("SIGTERM", () => server.stop().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
