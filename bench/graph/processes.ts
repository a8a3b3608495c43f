import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface Usage {
  parent: number;
  ms: number;
  /** Of children that have ended. */
  endedMs: number;
}

/** Processor time of one process, its system calls included. Null: it is gone. */
function usageOf(pid: number | string): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ms = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
    return { parent: Number(fields[1]), ms: ms(11), endedMs: ms(13) };
  } catch {
    return null;
  }
}

/** Memory of a process in MB (resident set), as Linux counts it; 0 where it is gone. */
export function residentMb(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

export const processorMs = (pid: number): number => usageOf(pid)?.ms ?? 0;

/** Processor time of PostgreSQL's connections: of the children of the server's first process. */
export function postgresMs(postmaster: number): number {
  let sum = usageOf(postmaster)?.endedMs ?? 0;
  for (const entry of readdirSync("/proc")) {
    const usage = /^\d+$/.test(entry) ? usageOf(entry) : null;
    if (usage?.parent === postmaster) sum += usage.ms;
  }
  return sum;
}

/** Returns a port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

export interface Server {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server that listens at `PORT`, and waits until it answers. @throws Error with what it wrote, where it does not */
export async function startServer(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (written = `${written}${chunk}`.slice(-2_000)));
  const url = `http://127.0.0.1:${port}`;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([exited, sleep(10_000)]);
    child.kill("SIGKILL");
  };
  for (let i = 0; i < 300; i++) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return { name, url, pid: child.pid ?? 0, stop };
    if (child.exitCode !== null) break;
    await sleep(200);
  }
  await stop();
  throw new Error(`${name} does not answer: ${written}`);
}

export interface Load {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Sends requests from a process of its own. */
export async function load(script: string, asked: object): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(asked)], { maxBuffer: 1e7 });
  return JSON.parse(stdout) as Load;
}
