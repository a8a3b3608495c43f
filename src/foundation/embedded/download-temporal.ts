import { Runtime } from "@temporalio/worker";

/**
 * A short-lived helper process: lets the SDK fetch Temporal's CLI into the folder given as argument.
 * It is a separate process because the SDK takes over its host's signals and cannot interrupt a download.
 */
const [downloadDir = "", version = ""] = process.argv.slice(2);
const TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000;

const runtime = Runtime.instance();
const server = await runtime.createEphemeralServer({
  type: "dev-server",
  exe: {
    type: "cached-download",
    downloadDir,
    version,
    // The SDK deletes an older file before it has a new one.
    ttl: TEN_YEARS_MS,
    sdkName: "sdk-typescript",
    sdkVersion: "1.24.0",
  },
  ip: "127.0.0.1",
  port: null,
  ui: false,
  uiPort: null,
  namespace: "default",
  dbFilename: null,
  log: { format: "json", level: "error" },
  extraArgs: [],
});
await runtime.shutdownEphemeralServer(server);
process.exit(0);
