import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { PostgresUnavailableError } from "./errors.ts";

const run = promisify(execFile);

/** Account to run PostgreSQL as when we are root, because PostgreSQL refuses to run as root. */
const ACCOUNT = "postgres";
const LAST_RESORT = "nobody";

/**
 * Linux capabilities that let a process traverse folders that its user may not enter, with their bits in `CapEff`
 * (include/uapi/linux/capability.h). The first one grants less: it only reads.
 */
const PASSING = [
  { name: "dac_read_search", bit: 2n },
  { name: "dac_override", bit: 1n },
];

/** Another account to run a server as. */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
  /** Options for `spawn`; empty where `setpriv` changes the user. */
  identity: { uid?: number; gid?: number };
  /** Arguments for `setpriv`. */
  privileges: string[];
}

/**
 * Returns the account that PostgreSQL runs as; undefined means our own, unless we are root.
 * As root it is the owner of an existing data folder, else the user "postgres", which is made where it is missing.
 * A folder above `paths` may be closed to that user (a project in /root, a data folder in a fresh `mktemp -d`).
 * The user then gets the capability to traverse it, and no other right of root's.
 * @throws PostgresUnavailableError where there is no such user or it cannot traverse the folders.
 */
export async function serverAccount(paths: string[], dataFolder: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  const user =
    owner !== undefined && owner.uid !== 0
      ? { name: `#${owner.uid}`, uid: owner.uid, gid: owner.gid }
      : await findUser();

  const blocked = (await Promise.all(paths.map((path) => firstClosedFolder(path, user)))).find(
    (found) => found !== undefined,
  );
  if (blocked === undefined) return { ...user, identity: { uid: user.uid, gid: user.gid }, privileges: [] };
  const capability = await passingCapability();
  if (capability === undefined)
    throw new PostgresUnavailableError(
      `PostgreSQL refuses to run as root and runs as the user ${user.name}, who may not pass ${blocked}. ` +
        `Run as another user than root, or let others pass: chmod o+x ${blocked}`,
    );
  const capabilities = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  const change = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return { ...user, identity: {}, privileges: [...change, ...capabilities] };
}

/**
 * Predicts what `serverAccount` would choose on this machine, without making a user. The choice is one of:
 * - our own account (we are not root),
 * - an existing one,
 * - "postgres" once `useradd` has made it,
 * - "nobody" as the last resort,
 * - none.
 */
export async function accountInProspect(dataFolder: string): Promise<"own" | "there" | "made" | "nobody" | "none"> {
  if (process.getuid?.() !== 0) return "own";
  const owner = await stat(dataFolder).catch(() => undefined);
  if ((owner !== undefined && owner.uid !== 0) || (await lookUp(ACCOUNT)) !== undefined) return "there";
  const makes = await run("useradd", ["--help"]).then(
    () => true,
    () => false,
  );
  if (makes) return "made";
  return (await lookUp(LAST_RESORT)) === undefined ? "none" : "nobody";
}

async function findUser(): Promise<{ name: string; uid: number; gid: number }> {
  const known = await lookUp(ACCOUNT);
  if (known !== undefined) return known;
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", ACCOUNT]);
  } catch {
    // No shadow utilities, or a read-only /etc: any user but root will do.
  }
  const found = (await lookUp(ACCOUNT)) ?? (await lookUp(LAST_RESORT));
  if (found === undefined)
    throw new PostgresUnavailableError(
      "PostgreSQL refuses to run as root, and there is no user to run it as: add a user named postgres",
    );
  return found;
}

async function lookUp(name: string): Promise<{ name: string; uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Returns the outermost folder above `path` that the user may not enter, by its mode; undefined when all are open. */
async function firstClosedFolder(path: string, user: { uid: number; gid: number }): Promise<string | undefined> {
  const above: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    above.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of above) {
    const { uid, gid, mode } = await stat(folder);
    const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & enter) === 0) return folder;
  }
  return undefined;
}

/** Returns a capability that we hold and `setpriv` can pass on; undefined where there is none. */
async function passingCapability(): Promise<string | undefined> {
  try {
    const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(await readFile("/proc/self/status", "utf8"))?.[1] ?? "0"}`);
    for (const { name, bit } of PASSING) {
      if ((held & (1n << bit)) === 0n) continue;
      const works = await run("setpriv", [`--inh-caps=+${name}`, `--ambient-caps=+${name}`, "true"]).then(
        () => true,
        () => false,
      );
      if (works) return name;
    }
  } catch {
    // Not Linux.
  }
  return undefined;
}
