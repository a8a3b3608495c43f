import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { directoryDigest, directoryVersion } from "#companies/directory";
import { isApplied, lastChange } from "#companies/engine/apply-changes";
import { askEngine, EngineAwayError } from "#companies/engine/engine-client";
import { registeredIndexes } from "#companies/engine/registered-indexes";
import type { SearchEngine } from "#companies/engine/search-engine";
import type { Database } from "#foundation/db/database";
import { type EngineSentences, openEngineRetriever, openSearchCompanies } from "../retrieval/index.ts";
import type { CurrentIndex, DirectoryIndexes } from "./directory-indexes.ts";
import type { EngineGenerations, Generation, SentenceModel } from "./engine-generations.ts";
import { engineSentences } from "./engine-sentences.ts";
import { makeVectorsWhenIdle } from "./idle-vectors.ts";
import type { IndexProgress } from "./write-index.ts";

export interface EngineIndexesDeps {
  db: Database;
  engine: Pick<SearchEngine, "client">;
  generations: EngineGenerations;
  /** Whether vectors may be made when idle; true by default. */
  mayAsk?: boolean;
  log: Logger;
}

/** Maximum wait of a question for committed changes that the engine lacks, in ms: an import of 30,000 companies takes less. */
const MOST_WAIT_MS = 120_000;
const POLL_MS = 200;

/**
 * Serves the directory from the search engine. An answer reflects everything that was committed before its question:
 * the question waits until those changes are applied. Once another index is live, the next question uses that one.
 */
export function createEngineIndexes(deps: EngineIndexesDeps): DirectoryIndexes {
  const { db, engine, generations, mayAsk = true, log } = deps;
  const closing = new AbortController();
  let loaded: { current: CurrentIndex; index: string } | undefined;
  let loading: Promise<CurrentIndex> | undefined;
  let filling: Promise<void> = Promise.resolve();
  let lastAsked = 0;

  return {
    loadedVersion: () => loaded?.current.version ?? null,
    async current(onProgress) {
      lastAsked = Date.now();
      const version = await directoryVersion(db);
      if (loaded?.current.version === version && loaded.index === (await liveIndex())) return loaded.current;
      loading ??= load(onProgress).finally(() => {
        loading = undefined;
      });
      const current = await loading;
      // The index that others waited for may be of an older directory.
      return current.version >= version ? current : this.current(onProgress);
    },
    async close() {
      closing.abort();
      await filling;
      await generations.close();
    },
  };

  async function load(onProgress?: IndexProgress): Promise<CurrentIndex> {
    const started = Date.now();
    const version = await directoryVersion(db);
    const change = await lastChange(db);
    if (change !== null) await waitFor(change, onProgress);
    const index = await liveIndex();
    if (index === null) {
      onProgress?.("the search engine has no index yet, which `market search rebuild` makes", 0);
      throw new EngineAwayError(new Error("it has no index of the directory yet"));
    }
    await askEngine(() => engine.client.indices.refresh({ index }));
    const [generation, model, digest] = await Promise.all([
      generations.open(index),
      generations.sentenceModel(),
      directoryDigest(db),
    ]);
    const current = await opened(generation, model, { version, digest });
    loaded = { current, index };
    fill(current);
    log.info({ version, index, tookMs: Date.now() - started }, "the directory in the search engine is ready");
    return current;
  }

  async function opened(
    { index, meta, lexicon }: Generation,
    { name, model, source, note }: SentenceModel,
    { version, digest }: Pick<CurrentIndex, "version" | "digest">,
  ): Promise<CurrentIndex> {
    const notes = note === null ? [] : [`Without a sentence model, by words and token vectors. ${note}`];
    let sentences: EngineSentences | null = null;
    if (source !== null && meta.vectors.sentences?.model === source.model)
      sentences = engineSentences({ db, engine, index, lexicon, source });
    else if (source !== null)
      notes.push(
        "By words alone: the index in the search engine was made for another sentence model. `market search rebuild` makes one for this.",
      );
    const retriever = await openEngineRetriever({
      engine: openSearchCompanies(engine.client, index, meta.vectors),
      lexicon,
      sentences,
    });
    return {
      version,
      digest,
      trainedOn: `${index}, lexicon ${lexicon.version}`,
      embeddings: sentences === null ? "word2vec" : name,
      sentenceModel: sentences === null ? null : model,
      retriever: { ...retriever, notes: [...retriever.notes, ...notes] },
    };
  }

  /** Waits until a change and all earlier ones are in the engine. @throws EngineAwayError where that takes too long */
  async function waitFor(change: string, onProgress: IndexProgress | undefined): Promise<void> {
    const started = Date.now();
    while (!(await isApplied(db, change))) {
      const waited = Date.now() - started;
      if (waited > MOST_WAIT_MS) throw new EngineAwayError(null);
      onProgress?.("changes of companies reach the search engine", waited / MOST_WAIT_MS);
      await sleep(POLL_MS, undefined, { signal: closing.signal });
    }
  }

  /** Null: none has been made yet. */
  async function liveIndex(): Promise<string | null> {
    return (await registeredIndexes(db)).find(({ state }) => state === "live")?.name ?? null;
  }

  function fill(current: CurrentIndex): void {
    if (!mayAsk || current.sentenceModel === null) return;
    filling = filling.then(() =>
      makeVectorsWhenIdle(current.retriever, {
        isCurrent: () => loaded?.current === current,
        lastAsked: () => lastAsked,
        log,
        signal: closing.signal,
      }),
    );
  }
}
