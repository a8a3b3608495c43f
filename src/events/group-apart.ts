import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { siblingModule, sourceLoader } from "../config/source-or-build.ts";
import type { GroupDocuments } from "./group-block.ts";
import { type GroupingDocument, groupDocuments } from "./grouping/group-documents.ts";

/** Fewer documents are grouped in about a second, which is no longer than a process takes to start. */
const FEW = 1_500;

/**
 * Groups documents as `groupDocuments` does; many of them in a process of their own, because pure computation of many seconds would
 * hold up heartbeats and every other job of this one.
 * @throws the signal's reason where it is aborted; Error with what the process wrote about its failure
 */
export const groupApart: GroupDocuments = (documents, signal) =>
  documents.length <= FEW ? groupDocuments(documents) : groupInProcess(documents, signal);

function groupInProcess(documents: readonly GroupingDocument[], signal: AbortSignal | undefined): Promise<number[][]> {
  const child = fork(fileURLToPath(siblingModule(import.meta.url, "grouping-process")), [], {
    execArgv: sourceLoader(import.meta.url),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // Dates stay dates.
    serialization: "advanced",
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const stop = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<number[][]>((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (groups: number[][]) => resolve(groups));
    child.once("exit", (code, killedBy) =>
      reject(signal?.aborted ? signal.reason : new Error(`grouping ended with ${code ?? killedBy}: ${said.trim()}`)),
    );
    child.send([...documents], (error) => error && reject(error));
  }).finally(() => signal?.removeEventListener("abort", stop));
}
