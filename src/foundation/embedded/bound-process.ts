import { execFile, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { programEnvironment } from "../config/child-environment.ts";
import { isRunning, waitUntilGone } from "./process-facts.ts";
import type { ServerAccount } from "./server-account.ts";

/** Time that a server gets to end before it is killed. */
const STOP_MS = 30_000;

/** Runs a program with a umask that hides its files from other users; the program replaces the shell. */
const PRIVATELY = process.platform === "win32" ? [] : ["/bin/sh", "-c", 'umask 077; exec "$0" "$@"'];

export interface BoundProcess {
  pid: number;
  /** Whether the system ends the server when this process dies, even by SIGKILL. */
  bound: boolean;
  /** Resolves to the exit code or the signal. */
  exited: Promise<string>;
}

export interface SpawnOptions {
  /** The signal that asks the server to end. */
  signal: "SIGINT" | "SIGTERM";
  /** The file that its output is appended to. */
  logFile: string;
  /** The account to run as; undefined means our own. */
  account?: ServerAccount | undefined;
}

let pdeathsig: Promise<boolean> | undefined;

/** Whether `setpriv` can bind a child's life to its parent's: util-linux on Linux can, BusyBox cannot. */
function canBind(): Promise<boolean> {
  pdeathsig ??= promisify(execFile)("setpriv", ["--pdeathsig", "TERM", "true"]).then(
    () => true,
    () => false,
  );
  return pdeathsig;
}

/**
 * Starts a server in its own session, so that Ctrl-C at the terminal reaches only us and we decide what ends in which
 * order.
 * It does not keep our event loop alive. Where the system supports it, the server gets `signal` when we die.
 */
export async function spawnServer(program: string, args: string[], options: SpawnOptions): Promise<BoundProcess> {
  const { account, signal } = options;
  const bound = await canBind();
  const privileges = [...(bound ? ["--pdeathsig", signal.slice("SIG".length)] : []), ...(account?.privileges ?? [])];
  const command = [...(privileges.length > 0 ? ["setpriv", ...privileges] : []), ...PRIVATELY, program, ...args];
  const log = await open(options.logFile, "a", 0o600);
  try {
    const child = spawn(command[0] ?? program, command.slice(1), {
      detached: true,
      cwd: "/",
      env: programEnvironment(),
      stdio: ["ignore", log.fd, log.fd],
      ...account?.identity,
    });
    const exited = new Promise<string>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, killedBy) => resolve(String(code ?? killedBy)));
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} did not start`);
    return { pid: child.pid, bound, exited };
  } finally {
    await log.close();
  }
}

/** Asks a server to end, waits for it, and kills it when it does not end. `command` is a word of its command line. */
export async function endServer(pid: number, command: string, signal: NodeJS.Signals): Promise<void> {
  if (!(await isRunning(pid, command))) return;
  process.kill(pid, signal);
  if (await waitUntilGone(pid, command, STOP_MS)) return;
  process.kill(pid, "SIGKILL");
  await waitUntilGone(pid, command, STOP_MS);
}
