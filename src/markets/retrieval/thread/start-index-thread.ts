import { Worker } from "node:worker_threads";
import { createBirpc } from "birpc";
import { siblingModule, sourceLoader } from "#foundation/config/source-or-build";
import type { DirectoryChanges } from "../change-index.ts";
import type { SentenceSource } from "../growing-vectors.ts";
import type { EmbedTexts, LoadedIndex } from "../loaded-index.ts";
import type { Retriever } from "../retriever.ts";
import type { CallerFunctions, IndexFacts, NumberedSource, PlainMethod, ThreadFunctions } from "./functions.ts";
import { ownErrors } from "./passed-errors.ts";

/** Time for which a replaced index is kept after its last question, for callers that began with it. */
const KEPT_MS = 60_000;

/**
 * The thread has ended, or the index was replaced long ago. The caller must repeat the question with the current index.
 */
export class IndexGoneError extends Error {
  override readonly name = "IndexGoneError";
}

/** An index in the memory of a thread. */
export interface ThreadedIndex extends Omit<LoadedIndex, "changed"> {
  changed(changes: DirectoryChanges, embed: EmbedTexts | null): Promise<ThreadedIndex>;
  /** Declares that no new caller will use the index. Its memory is freed a minute after the last question. */
  release(): void;
}

export interface IndexThread {
  /** Loads a file of `buildIndex`; null where it does not exist. @throws as `loadIndex` */
  open(path: string, sentences: SentenceSource | null): Promise<ThreadedIndex | null>;
  /** Ends the thread at once, even during a question. Waiting callers get an IndexGoneError. */
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: functions of several kinds; each is called with what its kind takes
type Callable = (...parameters: any[]) => Promise<unknown>;

/**
 * Starts a thread that holds the indexes of this process, once each, and answers questions to them. A question takes
 * some tenths of a second of computing (seconds for a million companies). During this time the calling thread continues
 * its other work and its heartbeats. The thread keeps the process alive only while a caller waits for an answer.
 * @param onFailure called when the thread ends by itself, for example out of memory; its indexes are then lost
 */
export function startIndexThread(onFailure: (error: Error) => void): IndexThread {
  const worker = new Worker(siblingModule(import.meta.url, "index-thread"), {
    name: "directory index",
    execArgv: sourceLoader(import.meta.url),
  });
  worker.unref();
  const callables = new Map<number, Callable>();
  const thread = createBirpc<ThreadFunctions, CallerFunctions>(
    {
      async call(number, parameters) {
        const callable = callables.get(number);
        if (callable === undefined) throw new Error("whoever asked does not wait any more");
        return callable(...parameters);
      },
    },
    {
      post: (message) => worker.postMessage(message),
      on: (receive) => void worker.on("message", receive),
      timeout: -1,
      ...ownErrors(),
    },
  );
  let numbers = 0;
  let waiting = 0;
  let gone: IndexGoneError | null = null;

  const end = (reason: string) => {
    gone ??= new IndexGoneError(`the thread of the directory index ${reason}`);
    thread.$close(gone);
  };
  const fail = (error: Error) => {
    if (gone !== null) return;
    end(`failed: ${error.message}`);
    onFailure(error);
  };
  worker.once("error", fail);
  worker.once("exit", (code) => fail(new Error(`the thread of the directory index ended with ${code}`)));

  /** Calls the thread, and keeps the process alive until it answers. */
  const asked = async <T>(question: () => Promise<T>): Promise<T> => {
    if (gone !== null) throw gone;
    if (++waiting === 1) worker.ref();
    try {
      return await question();
    } finally {
      if (--waiting === 0) worker.unref();
    }
  };

  const numbered = (callable: Callable): number => {
    callables.set(++numbers, callable);
    return numbers;
  };

  /** Lets the thread call a function until the question is answered. */
  const lending = async <T>(callable: Callable | null, question: (number: number | null) => Promise<T>): Promise<T> => {
    const number = callable && numbered(callable);
    try {
      return await question(number);
    } finally {
      if (number !== null) callables.delete(number);
    }
  };

  const sources = new Map<SentenceSource, NumberedSource>();
  const sourceNumbers = (source: SentenceSource): NumberedSource => {
    const { model, folder, embed, companies, compare } = source;
    const known = sources.get(source) ?? {
      model,
      folder,
      embed: numbered(embed),
      companies: numbered(companies),
      compare: compare && numbered(compare),
    };
    sources.set(source, known);
    return known;
  };

  const threaded = (index: number, { notes, ...facts }: IndexFacts): ThreadedIndex => {
    let inUse = 0;
    let isReleased = false;
    let isForgotten = false;
    let forgetting: NodeJS.Timeout | undefined;
    const freeLater = () => {
      clearTimeout(forgetting);
      if (!isReleased || inUse > 0) return;
      forgetting = setTimeout(() => {
        isForgotten = true;
        if (gone === null) void thread.forget.asEvent(index);
      }, KEPT_MS).unref();
    };
    const using = async <T>(question: () => Promise<T>): Promise<T> => {
      if (isForgotten)
        throw new IndexGoneError("another index of the directory took the place of this one a while ago");
      inUse++;
      try {
        return await asked(question);
      } finally {
        inUse--;
        freeLater();
      }
    };
    const plain = <Method extends PlainMethod>(method: Method): Retriever[Method] =>
      // The thread returns the result of the method with the same name.
      ((...parameters: unknown[]) => using(() => thread.ask(index, method, parameters))) as Retriever[Method];
    return {
      ...facts,
      retriever: {
        notes,
        plan: plain("plan"),
        generators: plain("generators"),
        coverage: plain("coverage"),
        prepare: plain("prepare"),
        makeVectors: plain("makeVectors"),
        generate: plain("generate"),
        fuse: plain("fuse"),
        questionVector: (plan, embed) =>
          using(() => lending(embed, (number) => thread.questionVector(index, plan, number ?? 0))),
      },
      recordDigests: (from, to) => using(() => thread.recordDigests(index, from, to)),
      changed: (changes, embed) =>
        using(async () => {
          const next = ++numbers;
          return threaded(next, await lending(embed, (number) => thread.change(index, next, changes, number)));
        }),
      release() {
        isReleased = true;
        freeLater();
      },
    };
  };

  return {
    async open(path, sentences) {
      const index = ++numbers;
      const facts = await asked(() => thread.open(index, path, sentences && sourceNumbers(sentences)));
      return facts && threaded(index, facts);
    },
    async stop() {
      end("was stopped");
      await worker.terminate();
    },
  };
}
