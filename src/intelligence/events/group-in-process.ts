import { type ForkedModule, forkModule } from "#foundation/forked-module";
import type { GroupDocuments, Groups } from "./group-week.ts";
import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

/** Maximum number of documents that are grouped in this process. That takes about a second, as long as a new process takes to start. */
const MAX_IN_PROCESS = 1_500;
/** How long an idle process is kept for the next set. A warm process takes half the time. */
const IDLE_MS = 30_000;

/** The idle process, and the timer that ends it. */
let idle: { grouper: ForkedModule; end: NodeJS.Timeout } | null = null;

/**
 * Groups documents as `groupDocuments` does. Groups many documents in a separate process, because many seconds of
 * computing would delay this process's heartbeats and jobs.
 * @throws the signal's reason where it is aborted; Error with the process's own message
 */
export const groupInProcess: GroupDocuments = (documents, signal) =>
  documents.length <= MAX_IN_PROCESS ? groupDocuments(documents) : groupInChild(documents, signal);

async function groupInChild(documents: readonly GroupingDocument[], signal: AbortSignal | undefined): Promise<Groups> {
  const grouper = takeProcess();
  const { child, said } = grouper;
  const stop = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const groups = await new Promise<Groups>((resolve, reject) => {
      child.once("error", reject);
      child.once("message", (groups: number[][]) => resolve(groups));
      child.once("exit", (code, killedBy) =>
        reject(signal?.aborted ? signal.reason : new Error(`grouping ended with ${code ?? killedBy}: ${said()}`)),
      );
      child.send([...documents], (error) => error && reject(error));
    });
    child.removeAllListeners("error").removeAllListeners("exit");
    keepProcess(grouper);
    return groups;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Returns the idle process, or a new one. */
function takeProcess(): ForkedModule {
  if (idle === null) return forkModule(import.meta.url, "grouping-process");
  const { grouper, end } = idle;
  const { child } = grouper;
  idle = null;
  clearTimeout(end);
  child.removeAllListeners("exit").removeAllListeners("error");
  grouper.keepsAlive(true);
  return grouper;
}

/** Keeps a process for the next set. It does not keep this process alive. */
function keepProcess(grouper: ForkedModule): void {
  const { child } = grouper;
  if (idle !== null || !child.connected) {
    child.kill();
    return;
  }
  grouper.keepsAlive(false);
  const forget = () => {
    idle = null;
  };
  const end = setTimeout(() => {
    forget();
    child.disconnect();
  }, IDLE_MS).unref();
  child.once("exit", forget).once("error", forget);
  idle = { grouper, end };
}
