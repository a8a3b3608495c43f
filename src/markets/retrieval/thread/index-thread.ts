import { open } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { createBirpc } from "birpc";
import type { DirectoryCompany } from "#companies/directory-company";
import type { SentenceSource } from "../growing-vectors.ts";
import { type LoadedIndex, loadIndex } from "../loaded-index.ts";
import type { CallerFunctions, IndexFacts, NumberedSource, ThreadFunctions } from "./functions.ts";
import { passedErrors } from "./passed-errors.ts";

/** Node reads at most 2 GiB at once. */
const MOST_READ = 1 << 30;

/** Reads a file of any size; null where it does not exist. */
async function contentOf(path: string): Promise<Buffer | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const content = Buffer.allocUnsafeSlow(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(content, at, Math.min(MOST_READ, size - at), at);
      if (bytesRead === 0) throw new RangeError("The directory index is cut off.");
      at += bytesRead;
    }
    return content;
  } finally {
    await file.close();
  }
}

/** Holds the indexes of one worker, each once, and answers all questions, one after the other. */
function serve(port: NonNullable<typeof parentPort>): void {
  const indexes = new Map<number, LoadedIndex>();
  const caller = createBirpc<CallerFunctions, ThreadFunctions>(
    {
      async open(number, path, sentences) {
        const content = await contentOf(path);
        return content && kept(number, await loadIndex(content, sentences && sourceOf(sentences)));
      },
      change: async (number, next, changes, embed) =>
        kept(next, await of(number).changed(changes, embed === null ? null : embedding(embed))),
      recordDigests: (number, from, to) => of(number).recordDigests(from, to),
      ask(number, method, parameters) {
        const answer = of(number).retriever[method] as (...given: readonly unknown[]) => Promise<unknown>;
        return answer(...parameters);
      },
      questionVector: (number, plan, embed) => of(number).retriever.questionVector(plan, embedding(embed)),
      forget: (number) => void indexes.delete(number),
    },
    {
      post: (message) => port.postMessage(message),
      on: (receive) => void port.on("message", receive),
      timeout: -1,
      ...passedErrors(),
    },
  );

  function kept(number: number, index: LoadedIndex): IndexFacts {
    indexes.set(number, index);
    const { companies, greatestId, isTrained, retriever } = index;
    return { companies, greatestId, isTrained, notes: retriever.notes };
  }

  function of(number: number): LoadedIndex {
    const index = indexes.get(number);
    if (index === undefined) throw new Error(`there is no index ${number} in this thread`);
    return index;
  }

  function embedding(number: number): (texts: string[]) => Promise<Float32Array[]> {
    return async (texts) => (await caller.call(number, [texts])) as Float32Array[];
  }

  function sourceOf({ model, folder, embed, companies, compare }: NumberedSource): SentenceSource {
    return {
      model,
      folder,
      embed: async (texts, urgency) => (await caller.call(embed, [texts, urgency])) as Float32Array[],
      companies: async (ids) => (await caller.call(companies, [ids])) as DirectoryCompany[],
      compare:
        compare === null
          ? null
          : async (questions, texts) => (await caller.call(compare, [questions, texts])) as Float32Array[],
    };
  }
}

if (parentPort !== null) serve(parentPort);
