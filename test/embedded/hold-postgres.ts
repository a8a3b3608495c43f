import { startPostgres } from "#foundation/embedded/postgres";

/** Starts the PostgreSQL of a data folder and holds it until it is ended. */
const [dataDir = ""] = process.argv.slice(2);
const server = await startPostgres({ dataDir, durable: false, log: { info: () => {}, warn: () => {} } });
process.stdout.write(`${JSON.stringify(server)}\n`);
process.once("SIGTERM", () => server.stop().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
