import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { TemporalServer } from "../config/temporal.ts";
import {
  type AnySearchAttribute,
  accepts,
  hasNamespace,
  missingSearchAttributes,
  probe,
  registerSearchAttributes,
  searchAttributeFlag,
} from "../temporal/temporal-server.ts";
import { type BoundProcess, endServer, spawnServer } from "./bound-process.ts";
import { privateDataFolder } from "./data-folder.ts";
import { TemporalStartPanicError, TemporalUnavailableError } from "./errors.ts";
import { mayBeFair } from "./fair-queues.ts";
import { withFileLock } from "./file-lock.ts";
import { forgetOwner, readLastingOwner, writeOwner } from "./owner-file.ts";
import { whyPortIsTaken } from "./ports.ts";
import { isPanic, logSize, logTail } from "./server-log.ts";
import { obtainTemporalCli } from "./temporal-cli.ts";

const READY_MS = 30_000;
/**
 * Starts of the server. It chooses ports for its services among those for outgoing connections, and panics if one of
 * them is taken before it listens.
 */
const ATTEMPTS = 3;
const POLL_MS = 50;
/** A server that another process has just started accepts connections before it serves. */
const FOREIGN_MS = 5_000;
/** Longer than building the CLI may take. */
const LOCK_MS = 35 * 60_000;
const STOP = "SIGTERM";

export interface RunningTemporal {
  /** `host:port` of its gRPC. */
  address: string;
  /** URL of its UI; null where none is known to run. */
  uiUrl: string | null;
  /** Where the server comes from, in words for people. */
  source: string;
  /** Ends a server that this call started or adopted; any other keeps running. */
  stop(): Promise<void>;
}

export interface TemporalOptions {
  config: Config["temporal"];
  /** Absolute path; the server keeps `temporal.db` there. */
  dataDir: string;
  /** Namespaces that a new server has beside the configured one; only tests share a server. */
  otherNamespaces?: readonly string[];
  /** Search attributes by which operators find workflows; registered in the namespace. */
  searchAttributes: AnySearchAttribute[];
  log: Pick<Logger, "info" | "warn">;
  /** Receives notes about slow steps, for a waiting person; by default they are logged. */
  onStep?: ((step: string) => void) | undefined;
}

/**
 * Provides a Temporal server: the one of `TEMPORAL_ADDRESS`, one that already serves on our port, or a new one on this
 * machine.
 * A new one runs a CLI that is found, fetched or built.
 * Where the system can bind it to us, it ends when we die; elsewhere the next start adopts it.
 * @throws TemporalUnavailableError that says why there is none and what to do.
 */
export async function ensureTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { config } = options;
  if (config.address !== undefined) return external(config.address, options);
  const files = temporalFiles(await privateDataFolder(options.dataDir));
  const onWait = (holder: number) => options.onStep?.(`waiting for process ${holder}, which starts Temporal`);
  return withFileLock(
    files.lock,
    { timeoutMs: LOCK_MS, onWait },
    async () => (await joinRunning(files, options)) ?? start(files, options),
  );
}

interface TemporalFiles {
  db: string;
  owner: string;
  lock: string;
  log: string;
}

function temporalFiles(dataDir: string): TemporalFiles {
  return {
    db: join(dataDir, "temporal.db"),
    owner: join(dataDir, "temporal.owner.json"),
    lock: join(dataDir, "temporal.lock"),
    log: join(dataDir, "temporal.log"),
  };
}

/**
 * Deletes the Temporal state of a data folder, which belongs to another database than the present one.
 * @throws TemporalUnavailableError where Temporal runs
 */
export async function forgetTemporalState(dataDir: string): Promise<void> {
  const files = temporalFiles(dataDir);
  if ((await readLastingOwner(files.owner, files.db)) !== undefined)
    throw new TemporalUnavailableError(`the Temporal of ${dataDir} runs: stop the product first`);
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${files.db}${suffix}`, { force: true });
}

/** Uses the operator's server as it is, even when it does not answer yet: the API serves reads without it. */
async function external(address: string, options: TemporalOptions): Promise<RunningTemporal> {
  const server = { address, ...options.config.access };
  if ((await probe(server)) === "nothing")
    options.log.warn(`the Temporal server of TEMPORAL_ADDRESS (${address}) does not answer yet`);
  else await completeSearchAttributes(server, options);
  return { address, uiUrl: options.config.uiUrl, source: "TEMPORAL_ADDRESS", stop: async () => {} };
}

/** Joins the server that serves on our port; undefined when nothing listens there. */
async function joinRunning(files: TemporalFiles, options: TemporalOptions): Promise<RunningTemporal | undefined> {
  const { port, uiPort, uiUrl } = options.config;
  const address = `127.0.0.1:${port}`;
  const owner = await readLastingOwner(files.owner, files.db);
  for (const deadline = Date.now() + FOREIGN_MS; ; await sleep(POLL_MS)) {
    const found = await probe({ address });
    if (found === "nothing" && owner === undefined) return undefined;
    if (found === "temporal") break;
    if (Date.now() < deadline) continue;
    throw new TemporalUnavailableError(
      owner === undefined
        ? `Port ${port} of 127.0.0.1 is taken by a program that is not a Temporal server: set TEMPORAL_PORT to a free port, or TEMPORAL_ADDRESS to a server`
        : `The Temporal server of this data folder runs (process ${owner.server}) and does not serve on port ${port}: end it, or set TEMPORAL_PORT to its port`,
    );
  }
  await completeSearchAttributes({ address }, options);
  if (owner === undefined)
    options.log.warn(
      `using the Temporal server that already serves on ${address}; it does not belong to this data folder`,
    );
  const adopted = owner?.orphan === true;
  if (adopted) await writeOwner(files.owner, { owner: process.pid, server: owner.server, bound: false });
  return {
    address,
    uiUrl: (await accepts(`127.0.0.1:${uiPort}`)) ? uiUrl : null,
    source: adopted ? "adopted" : `already serving on ${address}`,
    stop: adopted ? () => stop(files, owner.server) : async () => {},
  };
}

async function start(files: TemporalFiles, options: TemporalOptions): Promise<RunningTemporal> {
  const { config, log, onStep } = options;
  const reason = await whyPortIsTaken(config.uiPort);
  if (reason !== undefined)
    throw new TemporalUnavailableError(
      `Temporal's UI cannot listen on port ${config.uiPort} of 127.0.0.1 (${reason}): set TEMPORAL_UI_PORT to a free port`,
    );
  const cli = await obtainTemporalCli(config, onStep ?? ((step) => log.info(step)));
  const address = `127.0.0.1:${config.port}`;
  const args = serverArguments(files, options, await mayBeFair(files.db));
  for (let attempt = 1; ; attempt++) {
    const from = await logSize(files.log);
    const server = await spawnServer(cli.path, args, { signal: STOP, logFile: files.log });
    await writeOwner(files.owner, { owner: process.pid, server: server.pid, bound: server.bound });
    try {
      await untilReady(files, server, address, config.namespace, from);
    } catch (error) {
      await stop(files, server.pid);
      if (attempt < ATTEMPTS && error instanceof TemporalStartPanicError) continue;
      throw error;
    }
    log.info(`Temporal: ${cli.version}, from ${cli.source}`);
    return { address, uiUrl: config.uiUrl, source: cli.source, stop: () => stop(files, server.pid) };
  }
}

function serverArguments(
  files: TemporalFiles,
  { config, otherNamespaces = [], searchAttributes }: TemporalOptions,
  isFair: boolean,
): string[] {
  return [
    ...["server", "start-dev", "--ip", "127.0.0.1", "--port", String(config.port), "--ui-port", String(config.uiPort)],
    ...["--db-filename", files.db, "--log-level", "error"],
    ...[config.namespace, ...otherNamespaces].flatMap((namespace) => ["--namespace", namespace]),
    // A crash of the machine may lose the last moments; a crash of the program loses nothing. Measured together with
    // the next setting: eight activities in a row take 0.4 s instead of 0.8 s.
    ...["--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=1"],
    // The first activity of a workflow task goes straight to the worker that requested it.
    ...["--dynamic-config-value", "system.enableActivityEagerExecution=true"],
    // Teams take turns on a backlog (their fairness keys).
    ...["--dynamic-config-value", `matching.enableFairness=${isFair}`],
    ...searchAttributes.flatMap((attribute) => ["--search-attribute", searchAttributeFlag(attribute)]),
  ];
}

async function untilReady(
  files: TemporalFiles,
  server: BoundProcess,
  address: string,
  namespace: string,
  from: number,
): Promise<void> {
  let ended: string | undefined;
  server.exited.then((how) => {
    ended = how;
  });
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    if (ended !== undefined) {
      const tail = await logTail(files.log, from);
      const message = `Temporal ended at its start (${ended}). Its last words:\n${tail}`;
      throw isPanic(tail) ? new TemporalStartPanicError(message) : new TemporalUnavailableError(message);
    }
    if ((await probe({ address })) === "temporal" && (await hasNamespace({ address }, namespace).catch(() => false)))
      return;
  }
  throw new TemporalUnavailableError(
    `Temporal is not ready after ${READY_MS / 1000} s. Its last words:\n${await logTail(files.log, from)}`,
  );
}

/** What registering needs of `TemporalOptions`. */
type Registering = Pick<TemporalOptions, "searchAttributes" | "log"> & {
  config: Pick<Config["temporal"], "namespace">;
};

/**
 * Registers the search attributes that another's server lacks. Without them everything works, but the UI finds less.
 * @returns whether the server has them; if not, the log says what to do
 */
export async function completeSearchAttributes(
  server: TemporalServer,
  { config: { namespace }, searchAttributes, log }: Registering,
): Promise<boolean> {
  try {
    await registerSearchAttributes(
      server,
      namespace,
      await missingSearchAttributes(server, namespace, searchAttributes),
    );
    return true;
  } catch (error) {
    const commands = searchAttributes.map(searchAttributeFlag).map((flag) => {
      const [name, type] = flag.split("=");
      return `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${type}`;
    });
    log.warn(
      `the search attributes could not be looked at or registered in the namespace ${namespace} of ${server.address} (${error instanceof Error ? error.message : error}). Jobs run without; so that its UI finds them by market and team, have its administrator run: ${commands.join("; ")}`,
    );
    return false;
  }
}

async function stop(files: TemporalFiles, pid: number): Promise<void> {
  await endServer(pid, files.db, STOP);
  await forgetOwner(files.owner);
}
