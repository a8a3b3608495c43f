import { execFile } from "node:child_process";
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { promisify } from "node:util";
import { programEnvironment } from "../config/child-environment.ts";
import { PostgresUnavailableError } from "./errors.ts";
import type { PostgresFiles } from "./postgres-files.ts";
import { ADMIN } from "./postgres-roles.ts";
import type { ServerAccount } from "./server-account.ts";

const MEGABYTE = 1024 ** 2;

export interface ClusterOptions {
  /** Path of the program. */
  initdb: string;
  /** The superuser's password. */
  password: string;
  /** The account that the server will run as; undefined means our own. */
  account: ServerAccount | undefined;
  durable: boolean;
}

/**
 * Makes the data folder, unless it exists. The encoding is UTF-8 and case follows Unicode. Text is ordered by code
 * point, so that an index does not depend on the machine's locale.
 * @returns whether it was made now.
 * @throws PostgresUnavailableError when initdb fails.
 */
export async function makeCluster(files: PostgresFiles, options: ClusterOptions): Promise<boolean> {
  const { initdb, password, account, durable } = options;
  const exists = await stat(files.data).then(
    () => true,
    () => false,
  );
  if (exists) return false;
  await rm(files.draft, { recursive: true, force: true });
  await mkdir(files.draft, { mode: 0o700 });
  const passwordFile = `${files.draft}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== undefined)
    await Promise.all([files.draft, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const args = [
    `--pgdata=${files.draft}`,
    `--username=${ADMIN}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const privileges = account?.privileges ?? [];
  const command = privileges.length > 0 ? ["setpriv", ...privileges, initdb, ...args] : [initdb, ...args];
  try {
    await promisify(execFile)(command[0] ?? initdb, command.slice(1), {
      cwd: "/",
      env: programEnvironment(),
      ...account?.identity,
    });
  } catch (error) {
    await rm(files.draft, { recursive: true, force: true });
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new PostgresUnavailableError(`PostgreSQL could not make its data folder ${files.data}: ${reason}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(files.draft, files.data);
  await chmod(files.data, 0o700);
  return true;
}

export interface ServerSettings {
  port: number;
  /** False only in tests: faster, but a crash of the machine may destroy the data. */
  durable: boolean;
}

/**
 * Returns settings for one machine that also runs the API, a worker and Temporal. They are passed at each start, so
 * that a newer version brings its own.
 * PostgreSQL's usual shared_buffers is a quarter of the memory. With neighbours it gets an eighth, at most 256 MB,
 * which holds the whole directory of companies.
 */
export function serverArguments(files: PostgresFiles, { port, durable }: ServerSettings): string[] {
  const sharedBuffers = Math.max(32, Math.min(256, Math.floor(totalmem() / 8 / MEGABYTE)));
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    // A socket file would lie in a folder that all users share.
    unix_socket_directories: "",
    shared_buffers: `${sharedBuffers}MB`,
    work_mem: "16MB",
    // Builds the GIN index of the directory twice as fast.
    maintenance_work_mem: "128MB",
    max_connections: 100,
    // Without replicas and archives, imports by COPY write less.
    wal_level: "minimal",
    max_wal_senders: 0,
    max_wal_size: "1GB",
    checkpoint_timeout: "15min",
    // The package lacks the libraries for it.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return ["-D", files.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
