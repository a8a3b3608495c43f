import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { readStatements, type StatementsConfig } from "./database.ts";
import { type DocumentsConfig, readDocuments } from "./documents.ts";
import { type EmbeddingsConfig, readEmbeddings } from "./embeddings.ts";
import { type EncryptionConfig, readEncryption } from "./encryption.ts";
import { environment } from "./environment.ts";
import { type EsgConfig, readEsgConfig } from "./esg.ts";
import { type EventsConfig, readEvents } from "./events.ts";
import { type EvidenceConfig, readEvidence } from "./evidence.ts";
import { type ExplorerConfig, readExplorer } from "./explorer.ts";
import { type FetchingConfig, type PagesConfig, readFetching } from "./fetching.ts";
import { type GeocodingConfig, readGeocoding } from "./geocoding.ts";
import { type LanguageModelConfig, readLanguageModel } from "./language-model.ts";
import { type LimitsConfig, readLimits } from "./limits.ts";
import { type MetricsConfig, readMetrics } from "./metrics.ts";
import { type RetentionConfig, readRetention } from "./retention.ts";
import { readSearchEngine, type SearchEngineConfig } from "./search-engine.ts";
import { withSecretFiles } from "./secret-files.ts";
import {
  readTemporalAccess,
  readTemporalDeployment,
  type TemporalAccess,
  type TemporalDeployment,
} from "./temporal.ts";
import { readTracing, type TracingConfig } from "./tracing.ts";
import { readWebSearch, type WebSearchConfig } from "./web-search.ts";
import { readWorkers, type WorkersConfig } from "./workers.ts";

/** Thrown for an invalid environment; the message lists every mistake, one a line. */
export class ConfigurationError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`}:\n${mistakes.map((m) => `  - ${m}`).join("\n")}`,
    );
    this.name = "ConfigurationError";
    this.mistakes = mistakes;
  }
}

/** The whole configuration, read once. Paths are absolute, ports are TCP ports, `publicUrl` has no trailing slash. */
export interface Config {
  mode: "development" | "test" | "production";
  logLevel: string;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  /** The operator's database; undefined means the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Port of the embedded PostgreSQL; undefined means any free port. */
  databasePort: number | undefined;
  statements: StatementsConfig;
  temporal: {
    /** The operator's Temporal server; undefined means one on this machine at `port`. */
    address: string | undefined;
    port: number;
    uiPort: number;
    uiUrl: string;
    namespace: string;
    /** How the server of `address` is reached. */
    access: TemporalAccess;
    /** The version that workers run as; undefined means unversioned workers. */
    deployment: TemporalDeployment | undefined;
    /** Path of a Temporal CLI to prefer over any other. */
    cli: string | undefined;
    /** Cache of a Temporal CLI that had to be fetched or built, shared by all data folders of this user. */
    cacheDir: string;
  };
  workers: WorkersConfig;
  encryption: EncryptionConfig;
  evidence: EvidenceConfig;
  embeddings: EmbeddingsConfig;
  esg: EsgConfig;
  events: EventsConfig;
  languageModel: LanguageModelConfig;
  webSearch: WebSearchConfig;
  searchEngine: SearchEngineConfig;
  geocoding: GeocodingConfig;
  fetching: FetchingConfig;
  pages: PagesConfig;
  mail: { smtpUrl: string | undefined; from: string; outboxDir: string };
  limits: LimitsConfig;
  explorer: ExplorerConfig;
  metrics: MetricsConfig;
  retention: RetentionConfig;
  tracing: TracingConfig;
  documents: DocumentsConfig;
  schedules: {
    /** Interval at which waiting observations are grouped into events; 0: only by an import or an operator. */
    groupObservationsMinutes: number;
    /** Interval at which due feeds are polled and waiting news are read; 0: only by an import or an operator. */
    pollFeedsMinutes: number;
    /** Interval at which due sources are read and parents looked up; 0: only by an operator. */
    syncSourcesMinutes: number;
    /** Interval at which rows past their retention are cleared; 0: only by `market retention`. */
    retentionMinutes: number;
    /** Interval at which due e-mail digests are sent; 0: never. */
    digestsMinutes: number;
  };
  /**
   * Number of our own proxies in front of this server: that many entries at the end of `x-forwarded-for` are trusted.
   */
  trustedProxies: number;
  /** How long the API keeps answering after SIGTERM, while `/readyz` returns 503. */
  drainSeconds: number;
}

/**
 * Reads and checks the environment. Empty values count as unset.
 * @throws ConfigurationError that lists all mistakes together.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const files = withSecretFiles(given);
  const parsed = environment.safeParse(files.env);
  const mistakes = [
    ...files.mistakes,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`)),
  ];
  const e = parsed.data;
  const dataDir = resolve(e?.DATA_DIR ?? ".data");
  const secrets = e === undefined ? undefined : readEncryption(e, dataDir);
  const proofs = e === undefined ? undefined : readEvidence(e, dataDir);
  const vectors = e === undefined ? undefined : readEmbeddings(e);
  const model = e === undefined ? undefined : readLanguageModel(e);
  const events = e === undefined ? undefined : readEvents(e);
  const search = e === undefined ? undefined : readWebSearch(e);
  const engine = e === undefined ? undefined : readSearchEngine(e);
  const geocoder = e === undefined ? undefined : readGeocoding(e);
  const fetched = e === undefined ? undefined : readFetching(e);
  const explorer = e === undefined ? undefined : readExplorer(e);
  const metrics = e === undefined ? undefined : readMetrics(e);
  const persisted = e === undefined ? undefined : readDocuments(e);
  const temporal = e === undefined ? undefined : readTemporalAccess(e);
  const deployment = e === undefined ? undefined : readTemporalDeployment(e);
  mistakes.push(
    ...(secrets?.mistakes ?? []),
    ...(proofs?.mistakes ?? []),
    ...(vectors?.mistakes ?? []),
    ...(model?.mistakes ?? []),
    ...(events?.mistakes ?? []),
    ...(search?.mistakes ?? []),
    ...(engine?.mistakes ?? []),
    ...(geocoder?.mistakes ?? []),
    ...(fetched?.mistakes ?? []),
    ...(explorer?.mistakes ?? []),
    ...(metrics?.mistakes ?? []),
    ...(persisted?.mistakes ?? []),
    ...(temporal?.mistakes ?? []),
    ...(deployment?.mistakes ?? []),
  );
  if (e?.DATABASE_POOL_URL !== undefined && e.DATABASE_URL === undefined)
    mistakes.push(
      "DATABASE_POOL_URL requires DATABASE_URL, because sessions and migrations connect to the server directly",
    );
  if (e !== undefined && new Set([e.PORT, e.TEMPORAL_PORT, e.TEMPORAL_UI_PORT]).size < 3)
    mistakes.push("PORT, TEMPORAL_PORT and TEMPORAL_UI_PORT must be three different ports");
  if (
    e === undefined ||
    secrets === undefined ||
    proofs === undefined ||
    fetched === undefined ||
    explorer === undefined ||
    metrics === undefined ||
    persisted === undefined ||
    temporal === undefined ||
    vectors === undefined ||
    events === undefined ||
    mistakes.length > 0
  )
    throw new ConfigurationError(mistakes);

  return {
    mode: e.NODE_ENV,
    logLevel: e.LOG_LEVEL,
    host: e.HOST,
    port: e.PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST === "0.0.0.0" ? "127.0.0.1" : e.HOST}:${e.PORT}`).replace(/\/+$/, ""),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databasePort: e.DATABASE_PORT,
    statements: readStatements(e),
    temporal: {
      address: e.TEMPORAL_ADDRESS,
      port: e.TEMPORAL_PORT,
      uiPort: e.TEMPORAL_UI_PORT,
      uiUrl: (e.TEMPORAL_UI_URL ?? `http://127.0.0.1:${e.TEMPORAL_UI_PORT}`).replace(/\/+$/, ""),
      namespace: e.TEMPORAL_NAMESPACE,
      access: temporal.access,
      deployment: deployment?.deployment,
      cli: e.TEMPORAL_CLI,
      cacheDir: resolve(e.CACHE_DIR ?? join(e.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "market-intelligence")),
    },
    workers: readWorkers(e),
    encryption: secrets.encryption,
    evidence: proofs.evidence,
    embeddings: vectors.embeddings,
    esg: readEsgConfig(e),
    events: events.events,
    languageModel: model?.languageModel ?? null,
    webSearch: search?.webSearch ?? null,
    searchEngine: engine?.searchEngine ?? null,
    geocoding: geocoder?.geocoding ?? null,
    fetching: fetched.fetching,
    pages: fetched.pages,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM, outboxDir: resolve(dataDir, "outbox") },
    limits: readLimits(e),
    explorer: explorer.explorer,
    metrics: metrics.metrics,
    retention: readRetention(e),
    tracing: readTracing(e),
    documents: persisted.documents,
    schedules: {
      groupObservationsMinutes: e.GROUP_OBSERVATIONS_EVERY_MINUTES,
      pollFeedsMinutes: e.POLL_FEEDS_EVERY_MINUTES,
      syncSourcesMinutes: e.SYNC_SOURCES_EVERY_MINUTES,
      retentionMinutes: e.RETENTION_EVERY_MINUTES,
      digestsMinutes: e.SEND_DIGESTS_EVERY_MINUTES,
    },
    trustedProxies: e.TRUSTED_PROXIES,
    drainSeconds: e.DRAIN_SECONDS,
  };
}
