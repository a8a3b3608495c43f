import { access, constants, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { type BoundProcess, endServer, spawnServer } from "./bound-process.ts";
import { privateDataFolder } from "./data-folder.ts";
import { PostgresUnavailableError } from "./errors.ts";
import { withFileLock } from "./file-lock.ts";
import { forgetOwner, readLastingOwner, writeOwner } from "./owner-file.ts";
import { freePort, whyPortIsTaken } from "./ports.ts";
import { makeCluster, serverArguments } from "./postgres-cluster.ts";
import {
  type PostgresFiles,
  postgresBinaries,
  postgresFiles,
  readOrMakePasswords,
  readPassword,
  readPostmaster,
  trimLog,
} from "./postgres-files.ts";
import { ADMIN, APP_ROLE, connectionUrl, prepareDatabase } from "./postgres-roles.ts";
import { isRunning } from "./process-facts.ts";
import { serverAccount } from "./server-account.ts";
import { logTail } from "./server-log.ts";

/** Enough for the recovery after a crash in the middle of a large import. */
const READY_MS = 120_000;
const POLL_MS = 50;
const CONNECT_MS = 3_000;
/** SQLSTATE class of a wrong password or role, and the code of a busy server. */
const INVALID_AUTHORIZATION = "28";
const TOO_MANY_CONNECTIONS = "53300";
/** A fast shutdown: cuts off running statements and keeps everything committed. */
const STOP = "SIGINT";

export interface EmbeddedPostgres {
  /** URL of the database `market` for the role that owns it; contains the password. */
  url: string;
  port: number;
  /** `adopted`: it was running, and the process that started it has died. */
  source: "started" | "joined" | "adopted";
  /** Ends a server that this call started or adopted; a joined one keeps running. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute path; made where it is missing. */
  dataDir: string;
  /** Undefined means any free port. */
  port?: number | undefined;
  log: Pick<Logger, "info" | "warn">;
  /** False only in tests: faster, but a crash of the machine may destroy the data. */
  durable?: boolean;
}

/**
 * Starts the PostgreSQL of one data folder, or joins the one that another process started. It listens on 127.0.0.1
 * only.
 * Where the system can bind it to us, it ends when we die; elsewhere the next start adopts the orphan.
 * @throws PostgresUnavailableError that says why there is none.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const files = postgresFiles(await writableFolder(options.dataDir));
  return withFileLock(
    files.lock,
    { timeoutMs: READY_MS },
    async () => (await joinRunning(files, options)) ?? start(files, options),
  );
}

/** Finds the PostgreSQL of a data folder that runs and answers; starts and changes nothing. */
export async function findPostgres(dataDir: string): Promise<{ url: string; port: number } | undefined> {
  const files = postgresFiles(await realpath(dataDir).catch(() => dataDir));
  const running = await readPostmaster(files);
  if (running === undefined || !(await isRunning(running.pid, files.data))) return undefined;
  const password = await readPassword(files.appPassword);
  if (password === undefined) return undefined;
  const url = connectionUrl(running.port, { role: APP_ROLE, password });
  return (await accepts(url, files.appPassword)) ? { url, port: running.port } : undefined;
}

/**
 * Makes the data folder where it is missing. Resolves to its path with links resolved, as the server's command line
 * names it.
 */
async function writableFolder(dataDir: string): Promise<string> {
  try {
    const folder = await privateDataFolder(dataDir);
    await access(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new PostgresUnavailableError(`DATA_DIR ${dataDir} cannot be written to (${reason}): choose another folder`, {
      cause: error,
    });
  }
}

/** Returns the server that runs on the data folder; undefined when there is none. */
async function joinRunning(
  files: PostgresFiles,
  { port: wanted, log }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | undefined> {
  const owner = await readLastingOwner(files.owner, files.data);
  for (const deadline = Date.now() + READY_MS; ; ) {
    const running = await readPostmaster(files);
    if (running === undefined) return undefined;
    if (!(await isRunning(running.pid, files.data))) {
      // A kill left this file behind. PostgreSQL would refuse to start if another program has its process id by now.
      await rm(join(files.data, "postmaster.pid"), { force: true });
      return undefined;
    }
    const passwords = await readOrMakePasswords(files);
    const admin = { role: ADMIN, password: passwords.admin };
    if (await accepts(connectionUrl(running.port, admin, "postgres"), files.password)) {
      await prepareDatabase(running.port, passwords);
      const adopted = owner?.orphan === true && owner.server === running.pid;
      if (adopted) await writeOwner(files.owner, { owner: process.pid, server: running.pid, bound: false });
      if (wanted !== undefined && wanted !== running.port)
        log.warn(`PostgreSQL of this data folder already runs on port ${running.port}; ${wanted} is not used`);
      return {
        url: connectionUrl(running.port, { role: APP_ROLE, password: passwords.app }),
        port: running.port,
        source: adopted ? "adopted" : "joined",
        stop: adopted ? () => stop(files, running.pid) : async () => {},
      };
    }
    if (Date.now() > deadline)
      throw new PostgresUnavailableError(
        `PostgreSQL runs on ${files.data} (process ${running.pid}) and does not answer. Its last words:\n${await logTail(files.log)}`,
      );
    await sleep(POLL_MS);
  }
}

async function start(files: PostgresFiles, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const { postgres, initdb } = await postgresBinaries();
  const account = await serverAccount([postgres, files.data], files.data);
  if (options.port !== undefined) await mustBeFree(options.port);
  const passwords = await readOrMakePasswords(files);
  if (await makeCluster(files, { initdb, password: passwords.admin, account, durable }))
    log.info(`PostgreSQL: new data folder ${files.data}`);
  await trimLog(files);
  const port = options.port ?? (await freePort());
  const args = serverArguments(files, { port, durable });
  const server = await spawnServer(postgres, args, { signal: STOP, logFile: files.log, account });
  await writeOwner(files.owner, { owner: process.pid, server: server.pid, bound: server.bound });
  try {
    const admin = { role: ADMIN, password: passwords.admin };
    await untilReady(files, server, connectionUrl(port, admin, "postgres"));
    await prepareDatabase(port, passwords);
  } catch (error) {
    await stop(files, server.pid);
    throw error;
  }
  const url = connectionUrl(port, { role: APP_ROLE, password: passwords.app });
  return { url, port, source: "started", stop: () => stop(files, server.pid) };
}

async function mustBeFree(port: number): Promise<void> {
  const reason = await whyPortIsTaken(port);
  if (reason !== undefined)
    throw new PostgresUnavailableError(
      `PostgreSQL cannot listen on port ${port} of 127.0.0.1 (${reason}): set DATABASE_PORT to another port, or leave it out for a free one`,
    );
}

async function untilReady(files: PostgresFiles, server: BoundProcess, url: string): Promise<void> {
  let ended: string | undefined;
  server.exited.then((how) => {
    ended = how;
  });
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    if (ended !== undefined)
      throw new PostgresUnavailableError(
        `PostgreSQL ended at its start (${ended}). Its last words:\n${await logTail(files.log)}`,
      );
    if (await accepts(url, files.password)) return;
  }
  throw new PostgresUnavailableError(
    `PostgreSQL is not ready after ${READY_MS / 1000} s. Its last words:\n${await logTail(files.log)}`,
  );
}

/**
 * Whether the server accepts connections; false while it starts or ends. `passwordFile` is the source of the URL's
 * password.
 * @throws PostgresUnavailableError when it does not know us.
 */
async function accepts(url: string, passwordFile: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // A server that is just ending closes the connection once more after it was made.
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith(INVALID_AUTHORIZATION))
      throw new PostgresUnavailableError(
        `The embedded PostgreSQL refuses the password in ${passwordFile}: put the file back that belongs to its data, or move the data folder away`,
        { cause: error },
      );
    return code === TOO_MANY_CONNECTIONS;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stop(files: PostgresFiles, pid: number): Promise<void> {
  await endServer(pid, files.data, STOP);
  await forgetOwner(files.owner);
}
