import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  type WorkflowBundle,
  type WorkflowBundleOption,
} from "@temporalio/worker";
import type { Logger } from "pino";
import { columnFills } from "#columns/fills/fill-runs";
import { createCompanyFinder } from "#companies/company-finder";
import { createCompanyPages } from "#companies/company-pages";
import { CHANGES_CHANNEL } from "#companies/engine/apply-changes";
import { measureSearch } from "#companies/engine/engine-metrics";
import { keepIndexCurrent } from "#companies/engine/keep-index-current";
import type { SearchEngine } from "#companies/engine/search-engine";
import { markCutOff } from "#costs/ledger";
import { dossierRuns } from "#dossiers/tasks/dossier-runs";
import type { Config } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import { runsFromSource } from "#foundation/config/source-or-build";
import { withApplicationName } from "#foundation/db/application-name";
import { type Database, openDatabase } from "#foundation/db/database";
import { watchDatabase } from "#foundation/db/database-watch";
import { WORK_LIMITS } from "#foundation/db/limits";
import type { Listener } from "#foundation/db/listener";
import { logSlowStatements } from "#foundation/db/statements-seen";
import { completeSearchAttributes } from "#foundation/embedded/temporal";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { serveMetrics } from "#foundation/metrics/serve-metrics";
import { startTracing } from "#foundation/tracing/tracing";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { esgMeaning } from "#intelligence/esg/meaning/meaning";
import { createGroupingDeps } from "#intelligence/events/create-grouping-deps";
import { newsModel } from "#intelligence/meaning/news-model";
import { sentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { marketRuns } from "#jobs/market-runs";
import { startRelay } from "#jobs/relay";
import { RUNS_CHANNEL } from "#jobs/run-states";
import { measureIndexes } from "#markets/discovery/index-metrics";
import { openIndexes } from "#markets/discovery/open-indexes";
import { monitorSchedules, wantAllSchedules } from "#monitors/monitor-schedules";
import { NOTICES_CHANNEL } from "#notices/notice";
import { startWebhooks } from "#notices/webhooks/send-webhooks";
import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { createPoliteFetcher } from "#providers/fetching/polite-fetcher";
import { createPoster } from "#providers/fetching/poster";
import { createGeocoder } from "#providers/geocoding/create-geocoder";
import { createLanguageModel } from "#providers/language-model/create-language-model";
import { createMailer } from "#providers/mail/mailer";
import { keepStoreSmall } from "#providers/pages/keep-store-small";
import { createPages } from "#providers/pages/pages";
import { createWebSearch } from "#providers/web-search/create-web-search";
import { createTemporalClient, type TemporalClient } from "#workflows/client/client";
import { createPayloadCodec } from "#workflows/client/codec";
import { scheduledWorkflows } from "#workflows/client/schedules";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { type RunningWorker, startWorker } from "#workflows/worker/worker";

let bundledHere: Promise<WorkflowBundle> | undefined;

/**
 * Returns the bundle that the build made beside the compiled code. From source, makes one for all workers of the
 * process, which takes seconds.
 */
async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (!runsFromSource(import.meta.url))
    return { codePath: fileURLToPath(new URL("../workflow-bundle.js", import.meta.url)) };
  bundledHere ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL("../workflows/index.ts", import.meta.url)),
    workflowInterceptorModules: [fileURLToPath(new URL("../workflows/sandbox/trace-headers.ts", import.meta.url))],
    logger: new DefaultLogger("WARN"),
  });
  return bundledHere;
}

/** Makes Temporal's core log through our logger, one level lower: the activities log what matters. */
function installRuntime(log: Logger): void {
  try {
    Runtime.install({
      logger: new DefaultLogger("WARN", ({ level, message, meta }) =>
        log[level === "ERROR" ? "error" : "debug"]({ meta }, message),
      ),
      // The process that composes the worker decides what a signal means.
      shutdownSignals: [],
    });
  } catch {
    // An earlier worker of this process installed it.
  }
}

const SCHEDULES_RETRY_MS = 10_000;

/**
 * Creates Temporal's schedules in the background and retries until it succeeds: an outage must not delay the worker.
 */
function keepSchedules(temporal: TemporalClient, config: Config, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const making = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await temporal.ensureSchedules(scheduledWorkflows(config.schedules));
        return;
      } catch (error) {
        log.warn({ err: error }, "the schedules could not be made; the worker tries again");
        await sleep(SCHEDULES_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await making;
    },
  };
}

/** Brings changes of companies into the search engine, and measures how far behind it is. */
function startIndexing(db: Database, changes: Listener, engine: SearchEngine, log: Logger): { stop(): Promise<void> } {
  const indexing = keepIndexCurrent(db, engine, { listener: changes, log });
  const endMeasuring = measureSearch(db);
  return {
    async stop() {
      endMeasuring();
      await indexing.stop();
      await engine.close();
    },
  };
}

export interface WorkerProcessOptions {
  databaseUrl: string;
  temporalAddress: string;
  log?: Logger;
  /** How to fetch the pages of companies; by default politely, from the web. Closed with the worker. */
  pageFetcher?: Fetcher;
  /** Pause between attempts of an activity during an outage, in ms (see `guardActivities`). */
  outageRetryMs?: number;
  /** The workflows' code; by default that of the build, or one bundled from the sources. */
  workflowBundle?: WorkflowBundleOption;
}

/**
 * Starts the worker process: workflows, activities, the index of the directory, and the relay, so that jobs start
 * without an API.
 */
export async function startWorkerProcess(config: Config, options: WorkerProcessOptions): Promise<RunningWorker> {
  const { temporalAddress } = options;
  const databaseUrl = withApplicationName(options.databaseUrl, "market worker");
  const log = options.log ?? createLogger(config, "worker");
  const tracing = startTracing(config.tracing, "worker", log);
  logSlowStatements(config.tracing.slowStatementMs, log);
  installRuntime(log);
  const ring = await openKeyRing(config.encryption);
  const codec = createPayloadCodec(ring);
  const watch = watchDatabase(databaseUrl, { limits: WORK_LIMITS, log });
  const { connections, pooler } = config.statements;
  const db = openDatabase(databaseUrl, { maxConnections: connections, pooler, watch });
  const grouping = createGroupingDeps(config, db);
  const esgLexicon = loadEsgLexicon(config.esg.lexicon, esgMeaning(config.embeddings));
  const sentiment = sentimentReader(newsModel(config.embeddings.kind));
  const runs = watch.listen(RUNS_CHANNEL);
  const server = { address: temporalAddress, ...config.temporal.access };
  const temporal = createTemporalClient(server, config.temporal.namespace, codec, log);
  const notices = watch.listen(NOTICES_CHANNEL);
  const poster = createPoster(config.fetching);
  const webhooks = startWebhooks({ db, ring, poster, listener: notices, log });
  const queues = [
    marketRuns(db, temporal.markets, log),
    dossierRuns(db, temporal.dossiers, log),
    columnFills(db, temporal.columns, log),
  ];
  const relayed = [...queues, monitorSchedules(db, temporal.monitors, log)];
  const relay = startRelay({ queues: relayed, closeLeftovers: () => markCutOff(db), listener: runs, log });
  const { indexes, searchEngine } = openIndexes(config, { db, databaseUrl, log });
  // Built now so that the first job need not wait for the index; if it cannot be built yet, the job reports that.
  if (config.workers.queues.includes("discovery"))
    indexes.current().catch((error: unknown) => log.warn({ err: error }, "the directory index is not ready yet"));
  const endMeasuring = measureIndexes(db, indexes);
  const searching = searchEngine === null ? null : startIndexing(db, watch.listen(CHANGES_CHANNEL), searchEngine, log);
  const metrics =
    config.metrics.worker === undefined ? null : await serveMetrics(config.host, config.metrics.worker, log);
  const fetcher = createFetcher(config.fetching);
  const pageFetcher = options.pageFetcher ?? createPoliteFetcher(config.fetching);
  const pages = createPages({ db, fetcher: pageFetcher, keepHours: config.pages.keepHours });
  const upkeep = keepStoreSmall(db, log);
  const close = async () => {
    endMeasuring();
    await Promise.all([
      relay.stop(),
      webhooks.stop(),
      upkeep.stop(),
      indexes.close(),
      searching?.stop(),
      metrics?.close(),
    ]);
    await Promise.all([
      poster.close(),
      temporal.close(),
      fetcher.close(),
      pageFetcher.close(),
      db.close(),
      tracing.stop(),
      watch.close(),
    ]);
  };
  try {
    const bundle = options.workflowBundle ?? (await workflowBundle());
    const worker = await startWorker(
      {
        db,
        indexes,
        searchEngine,
        finder: createCompanyFinder(db, searchEngine),
        languageModel: createLanguageModel(config.languageModel),
        webSearch: createWebSearch(config.webSearch),
        pages,
        companyPages: createCompanyPages({ db, pages, source: config.pages.ofCompanies }),
        fetcher,
        dataDir: config.dataDir,
        retention: config.retention,
        grouping,
        esgLexicon,
        sentiment,
        mailer: createMailer(config.mail),
        geocoder: createGeocoder(config.geocoding, config.fetching.contact),
        publicUrl: config.publicUrl,
        log,
        ...(options.outageRetryMs === undefined ? {} : { outageRetryMs: options.outageRetryMs }),
      },
      {
        server,
        namespace: config.temporal.namespace,
        codec,
        workflowBundle: bundle,
        deployment: config.temporal.deployment,
        workers: config.workers,
      },
    );
    await wantAllSchedules(db).catch((error: unknown) =>
      log.warn({ err: error }, "the schedules of monitors are as they were before"),
    );
    const searchAttributes = Object.values(SEARCH_ATTRIBUTES);
    // Not awaited: jobs run without them.
    const registering = completeSearchAttributes(server, { config: config.temporal, searchAttributes, log });
    const schedules = keepSchedules(temporal, config, log);
    return {
      finished: worker.finished,
      async stop() {
        await Promise.all([schedules.stop(), registering]);
        await worker.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
