import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { siblingModule, sourceLoader } from "#foundation/config/source-or-build";
import { EmbeddingsError, type LocalEmbeddings } from "./embeddings-provider.ts";
import type { ModelAnswer, ModelRequest, ModelTask } from "./model-process.ts";
import { onnxModelName } from "./onnx-embeddings.ts";

/** A model that nobody asks for so long gives its memory (200 MB) back; the next one who asks waits half a second more. */
const IDLE_MS = 30_000;

interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

export interface EmbeddingsInProcess extends LocalEmbeddings {
  /** Ends the process, where one runs; whoever waits for vectors gets an EmbeddingsError. */
  stop(): void;
}

/**
 * A sentence model from a folder, in a separate process, which spares this process's event loop and memory. The process
 * is started by the first texts, ends when it has been idle, and never keeps this one from ending.
 */
export function embeddingsInProcess(task: ModelTask): EmbeddingsInProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let requests = 0;

  const started = (): ChildProcess => {
    if (child !== null) return child;
    const process = fork(fileURLToPath(siblingModule(import.meta.url, "model-process")), [], {
      execArgv: sourceLoader(import.meta.url),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    process.on("message", (answer: ModelAnswer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("vectors" in answer) one?.resolve(answer.vectors);
      else one?.reject(new EmbeddingsError(answer.failure, answer.retryable));
      if (waiting.size === 0) rest(process);
    });
    const ended = (what: string) => {
      if (child === process) child = null;
      for (const one of waiting.values())
        one.reject(new EmbeddingsError(`the process of the sentence model ended with ${what}`, true));
      waiting.clear();
    };
    process.once("error", (error) => ended(error.message));
    process.once("exit", (code, signal) => ended(String(code ?? signal)));
    process.send(task);
    child = process;
    return process;
  };

  const rest = (process: ChildProcess) => {
    process.unref();
    process.channel?.unref();
    idle = setTimeout(stop, IDLE_MS).unref();
  };

  function stop(): void {
    clearTimeout(idle);
    const process = child;
    child = null;
    if (process?.connected) process.disconnect();
  }

  return {
    name: onnxModelName(task.folder),
    stop,
    embed(texts) {
      if (texts.length === 0) return Promise.resolve([]);
      clearTimeout(idle);
      const process = started();
      process.ref();
      process.channel?.ref();
      const id = ++requests;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        process.send({ id, texts } satisfies ModelRequest, (error) => {
          if (error === null || !waiting.delete(id)) return;
          reject(new EmbeddingsError(error.message, true));
        });
      });
    },
  };
}
