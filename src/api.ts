import type { Logger } from "pino";
import { createAuth } from "#accounts/auth/auth";
import { ACCESS_CHANGES_CHANNEL, watchAccess } from "#accounts/auth/follow-access";
import { encryptSigningKeys } from "#accounts/auth/stored-signing-keys";
import { createLimits } from "#accounts/limits/limits";
import { measureQuota } from "#accounts/teams/quota-metrics";
import { columnFills } from "#columns/fills/fill-runs";
import { createCompanyFinder } from "#companies/company-finder";
import { openSearchEngine } from "#companies/engine/search-engine";
import { relatedPhrases } from "#companies/related-phrases";
import { markCutOff } from "#costs/ledger";
import { dossierRuns } from "#dossiers/tasks/dossier-runs";
import { createExportHandler } from "#exports/export-door";
import type { Config } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import { withApplicationName } from "#foundation/db/application-name";
import { type Database, openDatabase } from "#foundation/db/database";
import { heldUntil, watchDatabase } from "#foundation/db/database-watch";
import { REQUEST_LIMITS } from "#foundation/db/limits";
import { logSlowStatements } from "#foundation/db/statements-seen";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { serveMetrics } from "#foundation/metrics/serve-metrics";
import { tlsProblem } from "#foundation/temporal/temporal-tls";
import { startTracing } from "#foundation/tracing/tracing";
import { measureJobs } from "#jobs/job-metrics";
import { marketRuns } from "#jobs/market-runs";
import { PROGRESS_CHANNEL } from "#jobs/progress-log";
import { startRelay } from "#jobs/relay";
import { measureRuns } from "#jobs/run-metrics";
import { RUNS_CHANNEL } from "#jobs/run-states";
import { createCriteriaGenerator } from "#markets/criteria/create-criteria-generator";
import { evidenceKeys } from "#markets/evidence/evidence-keys";
import { createMcpHandler } from "#mcp/mcp-door";
import { monitorSchedules } from "#monitors/monitor-schedules";
import { NOTICES_CHANNEL } from "#notices/notice";
import { PIPELINE_FLAGS } from "#pipeline/steps";
import { createLanguageModel } from "#providers/language-model/create-language-model";
import { createWebSearch } from "#providers/web-search/create-web-search";
import { createRestHandler, createTrpcHandler } from "#rest/index";
import type { GraphServices } from "#schema/context";
import { createDigestHandler } from "#server/digest-door";
import { createPages } from "#server/docs-page";
import { createFeedHandler } from "#server/feed-door";
import { createGraphqlDoor } from "#server/graphql-door";
import { readiness } from "#server/health";
import { startHttpServer } from "#server/http-server";
import { openDocuments } from "#server/persisted-documents";
import { securityHeaders } from "#server/security-headers";
import { createTemporalClient, type TemporalClient } from "#workflows/client/client";
import { createPayloadCodec } from "#workflows/client/codec";

export interface ApiOptions {
  databaseUrl: string;
  temporalAddress: string;
  log?: Logger;
  /**
   * Resolves once the database has all migrations; until then requests that need it are refused. By default it has
   * them.
   */
  prepared?: Promise<void>;
  /** Called with the text of each SQL statement, for tests that assert an edge's SQL. */
  onStatement?: (sql: string) => void;
}

export interface RunningApi {
  url: string;
  db: Database;
  services: GraphServices;
  temporal: TemporalClient;
  /**
   * Called before `stop` where a load balancer has to notice first: `/readyz` is 503, and requests are still answered.
   */
  drain(): void;
  stop(): Promise<void>;
}

/** Returns the endpoint of a configured embeddings API. */
const pricedEmbeddings = ({ kind, model = "", price }: Config["embeddings"]) =>
  kind === "endpoint" ? { model, price } : null;

/**
 * Starts the API process: GraphQL, /v2, pages and health on one port, and the relay that carries what it commits to
 * Temporal.
 */
export async function startApi(config: Config, options: ApiOptions): Promise<RunningApi> {
  const { temporalAddress, prepared = Promise.resolve() } = options;
  const databaseUrl = withApplicationName(options.databaseUrl, "market api");
  const log = options.log ?? createLogger(config, "api");
  const tracing = startTracing(config.tracing, "api", log);
  logSlowStatements(config.tracing.slowStatementMs, log);
  const documents = await openDocuments(config.documents);
  const ring = await openKeyRing(config.encryption);
  const limits = REQUEST_LIMITS;
  const watch = heldUntil(prepared, watchDatabase(databaseUrl, { limits, log }));
  const { connections, pooler } = config.statements;
  const db = openDatabase(databaseUrl, {
    maxConnections: connections,
    pooler,
    limits,
    watch,
    ...(options.onStatement ? { onStatement: options.onStatement } : {}),
  });
  const progress = watch.listen(PROGRESS_CHANNEL);
  const notices = watch.listen(NOTICES_CHANNEL);
  const runs = watch.listen(RUNS_CHANNEL);
  const accessChanges = watch.listen(ACCESS_CHANGES_CHANNEL);
  const server = { address: temporalAddress, ...config.temporal.access };
  const temporal = createTemporalClient(server, config.temporal.namespace, createPayloadCodec(ring), log);
  void tlsProblem(server).then((problem) => {
    if (problem !== undefined)
      log.warn({ address: temporalAddress, ...problem }, "Temporal cannot be reached; jobs wait");
  });
  // A separate connection, so that busy requests do not delay jobs.
  const relayDb = openDatabase(databaseUrl, { maxConnections: 1, pooler, limits, watch });
  const queues = [
    marketRuns(relayDb, temporal.markets, log),
    dossierRuns(relayDb, temporal.dossiers, log),
    columnFills(relayDb, temporal.columns, log),
  ];
  const relayed = [...queues, monitorSchedules(relayDb, temporal.monitors, log)];
  const relay = startRelay({ queues: relayed, closeLeftovers: () => markCutOff(relayDb), listener: runs, log });
  const measuring = [measureRuns(queues), measureJobs(relayDb, PIPELINE_FLAGS), measureQuota(relayDb)];
  const metrics = config.metrics.api === undefined ? null : await serveMetrics(config.host, config.metrics.api, log);
  const languageModel = createLanguageModel(config.languageModel);
  // If the database is away, the next start tries again.
  const encrypting = prepared
    .then(() => encryptSigningKeys(db, ring, { all: false }))
    .then(
      ({ encrypted }) =>
        encrypted > 0 && log.info({ encrypted }, "signing keys that were stored in clear are encrypted"),
      (err: unknown) => log.warn({ err }, "the stored signing keys could not be looked at"),
    );
  const auth = createAuth(db, {
    ring,
    onUndecipherable: (err) => log.warn({ err }, "a signing key cannot be used; another one signs"),
    changes: accessChanges,
    secureCookie: config.publicUrl.startsWith("https:"),
    perAccount: config.limits.signInFailuresPerAccount,
    perAddress: config.limits.signInFailuresPerAddress,
    perKey: config.limits.signInFailuresPerKey,
  });
  const searchEngine = openSearchEngine(config.searchEngine);
  const services: GraphServices = {
    db,
    finder: createCompanyFinder(db, searchEngine),
    limits: createLimits(db, config.limits),
    auth,
    access: watchAccess(auth, accessChanges),
    progress,
    notices,
    criteria: createCriteriaGenerator({
      model: languageModel,
      related: [(terms, role) => relatedPhrases(db, terms, role)],
      log,
    }),
    providers: {
      languageModel,
      webSearch: createWebSearch(config.webSearch),
      embeddings: pricedEmbeddings(config.embeddings),
    },
    ring,
    evidenceKeys: evidenceKeys(config.evidence),
    operator: temporal.operator,
    verdicts: temporal.verdicts,
    previews: temporal.previews,
    schedules: temporal.monitors,
    temporalUiUrl: config.temporal.uiUrl,
    publicUrl: config.publicUrl,
    mayFetch: new Set(config.fetching.allow),
    temporalNamespace: config.temporal.namespace,
    trustedProxies: config.trustedProxies,
  };
  let isStopping = false;
  const close = async () => {
    services.limits.close();
    for (const end of measuring) end();
    await Promise.all([relay.stop(), encrypting, metrics?.close()]);
    await Promise.all([
      temporal.close(),
      relayDb.close(),
      tracing.stop(),
      searchEngine?.close(),
      db.close(),
      watch.close(),
    ]);
  };
  try {
    const server = await startHttpServer(
      {
        graphql: createGraphqlDoor(services, { log, explorer: config.explorer, documents }),
        rest: createRestHandler(services, { log, publicUrl: config.publicUrl }),
        trpc: createTrpcHandler(services, { log }),
        exports: createExportHandler(services, { log }),
        feeds: createFeedHandler(services),
        digests: createDigestHandler(db),
        mcp: createMcpHandler(services, { log, publicUrl: config.publicUrl }),
        keySets: {
          "/.well-known/jwks.json": () => services.auth.jwks(),
          "/.well-known/evidence-keys.json": () => services.evidenceKeys.jwks(),
        },
        pages: createPages(config),
        headers: securityHeaders(config.publicUrl),
        origins: config.explorer.corsOrigins,
        trustedProxies: config.trustedProxies,
        measures: metrics !== null,
        readiness: async () => (isStopping ? { ready: false, stopping: true } : readiness(db, () => temporal.isUp())),
        log,
      },
      config.host,
      config.port,
    );
    return {
      url: server.url,
      db,
      services,
      temporal,
      drain() {
        isStopping = true;
        server.drain();
      },
      async stop() {
        isStopping = true;
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
