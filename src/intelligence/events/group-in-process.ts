import { type ChildProcess, fork } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { siblingModule, sourceLoader } from "#foundation/config/source-or-build";
import type { GroupDocuments, Groups } from "./group-week.ts";
import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

/** Fewer documents are grouped in about a second, as long as a process takes to start. */
const FEW = 1_500;
/** How long an idle process is kept for the next set: a warm one takes half the time. */
const IDLE_MS = 30_000;

/** The idle process, and when it ends. */
let idle: { child: ChildProcess; end: NodeJS.Timeout } | null = null;

/**
 * Groups documents as `groupDocuments` does. Many documents are grouped in a separate process, because computing for
 * many seconds would hold up this one's heartbeats and jobs.
 * @throws the signal's reason where it is aborted; Error with the process's own message
 */
export const groupInProcess: GroupDocuments = (documents, signal) =>
  documents.length <= FEW ? groupDocuments(documents) : groupInChild(documents, signal);

async function groupInChild(documents: readonly GroupingDocument[], signal: AbortSignal | undefined): Promise<Groups> {
  const child = takeProcess();
  let said = "";
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  const stop = () => child.kill("SIGKILL");
  child.stderr?.on("data", listen);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const groups = await new Promise<Groups>((resolve, reject) => {
      child.once("error", reject);
      child.once("message", (groups: number[][]) => resolve(groups));
      child.once("exit", (code, killedBy) =>
        reject(signal?.aborted ? signal.reason : new Error(`grouping ended with ${code ?? killedBy}: ${said.trim()}`)),
      );
      child.send([...documents], (error) => error && reject(error));
    });
    child.stderr?.off("data", listen);
    child.removeAllListeners("error").removeAllListeners("exit");
    keepProcess(child);
    return groups;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The process that is idle, or a new one. */
function takeProcess(): ChildProcess {
  if (idle === null)
    return fork(fileURLToPath(siblingModule(import.meta.url, "grouping-process")), [], {
      execArgv: sourceLoader(import.meta.url),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // Dates stay dates.
      serialization: "advanced",
    });
  const { child, end } = idle;
  idle = null;
  clearTimeout(end);
  child.removeAllListeners("exit").removeAllListeners("error").ref();
  child.channel?.ref();
  if (child.stderr instanceof Socket) child.stderr.ref();
  return child;
}

/** Keeps a process for the next set without keeping this one alive. */
function keepProcess(child: ChildProcess): void {
  if (idle !== null || !child.connected) {
    child.kill();
    return;
  }
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  const forget = () => {
    idle = null;
  };
  const end = setTimeout(() => {
    forget();
    child.disconnect();
  }, IDLE_MS).unref();
  child.once("exit", forget).once("error", forget);
  idle = { child, end };
}
