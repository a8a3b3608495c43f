import { type ForkedModule, forkModule } from "#foundation/forked-module";
import { EmbeddingsError, type LocalEmbeddings } from "./embeddings-provider.ts";
import { comparesTokens, localModelName, plainModelName } from "./local-embeddings.ts";
import type { ModelAnswer, ModelRequest, ModelTask } from "./model-process.ts";
import type { TokenQuestion } from "./token-comparison.ts";

/** Idle time after which a model frees its memory (200 MB); the next request then takes half a second longer. */
const IDLE_MS = 30_000;

interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

export interface EmbeddingsInProcess extends LocalEmbeddings {
  /** Ends the process, where one runs; pending requests get an EmbeddingsError. */
  stop(): void;
}

/**
 * Runs a sentence model from a folder in a separate process, which spares this process's event loop and memory. The
 * first texts start it; it ends when idle, and never keeps this process from ending.
 */
export function embeddingsInProcess(task: ModelTask): EmbeddingsInProcess {
  const waiting = new Map<number, Waiting>();
  let running: ForkedModule | null = null;
  let idle: NodeJS.Timeout | undefined;
  let requests = 0;

  /** Rejects all pending requests to the process that ran. */
  const disappoint = (why: string) => {
    for (const one of waiting.values())
      one.reject(new EmbeddingsError(`the process of the sentence model ${why}`, true));
    waiting.clear();
  };

  const started = (): ForkedModule => {
    if (running !== null) return running;
    const model = forkModule(import.meta.url, "model-process");
    const { child } = model;
    child.on("message", (answer: ModelAnswer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("vectors" in answer) one?.resolve(answer.vectors);
      else one?.reject(new EmbeddingsError(answer.failure, answer.retryable));
      if (waiting.size === 0) rest(model);
    });
    const ended = (what: string) => {
      if (running !== model) return;
      running = null;
      disappoint(`ended with ${what}: ${model.said()}`);
    };
    child.once("error", (error) => ended(error.message));
    // Not "exit": its output may not have arrived by then.
    child.once("close", (code, signal) => ended(String(code ?? signal)));
    child.send(task);
    running = model;
    return model;
  };

  const rest = (model: ForkedModule) => {
    model.keepsAlive(false);
    idle = setTimeout(stop, IDLE_MS).unref();
  };

  function stop(): void {
    clearTimeout(idle);
    const model = running;
    running = null;
    if (model?.child.connected) model.child.disconnect();
    // A process disconnected from this side emits no "close".
    disappoint("was stopped");
  }

  const ask = (asked: Omit<ModelRequest, "id">): Promise<Float32Array[]> => {
    if (asked.texts.length === 0) return Promise.resolve([]);
    clearTimeout(idle);
    const model = started();
    model.keepsAlive(true);
    const id = ++requests;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      model.child.send({ id, ...asked } satisfies ModelRequest, (error) => {
        if (error === null || !waiting.delete(id)) return;
        reject(new EmbeddingsError(error.message, true));
      });
    });
  };

  return {
    name: task.isPlain ? plainModelName(task.folder) : localModelName(task.folder),
    stop,
    embed: (texts, _pay, role) => ask({ texts, role }),
    ...(comparesTokens(task.folder)
      ? { compareTokens: (questions: TokenQuestion[], texts: string[]) => ask({ questions, texts }) }
      : {}),
  };
}
