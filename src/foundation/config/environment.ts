import { z } from "zod";
import { databaseEnvironment } from "./database.ts";
import { documentsEnvironment } from "./documents.ts";
import { embeddingsEnvironment } from "./embeddings.ts";
import { encryptionEnvironment } from "./encryption.ts";
import { esgEnvironment } from "./esg.ts";
import { eventsEnvironment } from "./events.ts";
import { evidenceEnvironment } from "./evidence.ts";
import { explorerEnvironment } from "./explorer.ts";
import { fetchingEnvironment } from "./fetching.ts";
import { geocodingEnvironment } from "./geocoding.ts";
import { languageModelEnvironment } from "./language-model.ts";
import { limitsEnvironment } from "./limits.ts";
import { metricsEnvironment } from "./metrics.ts";
import { retentionEnvironment } from "./retention.ts";
import { searchEngineEnvironment } from "./search-engine.ts";
import { SECRETS } from "./secret-files.ts";
import { temporalAccessEnvironment, temporalDeploymentEnvironment } from "./temporal.ts";
import { tracingEnvironment } from "./tracing.ts";
import { HOST_AND_PORT, port, wholeNumber } from "./values.ts";
import { webSearchEnvironment } from "./web-search.ts";
import { workersEnvironment } from "./workers.ts";

const serverEnvironment = {
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "must be development, test or production" })
    .default("development")
    .describe("the mode: `development`, `test` or `production`, which has stricter defaults"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info")
    .describe("log level. The log goes to standard error: readable lines on a terminal, JSON lines otherwise"),
  HOST: z.string().min(1).default("127.0.0.1").describe("the address on which the API listens"),
  PORT: port.default(4000).describe("the port on which the API listens"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .meta({ description: "the public address of the server", unset: "from `HOST` and `PORT`" }),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("folder of the embedded PostgreSQL, Temporal's state, indexes and the mail outbox"),
  TRUSTED_PROXIES: wholeNumber(0, 10)
    .default(0)
    .describe("number of your own proxies in front of the server, to determine the client's address"),
  DRAIN_SECONDS: wholeNumber(0, 600)
    .default(5)
    .describe(
      "how long a stopping process still answers while `/readyz` reports it as not ready ([stopping](outages.md#stopping))",
    ),
};

const temporalServerEnvironment = {
  TEMPORAL_ADDRESS: z
    .string()
    .regex(HOST_AND_PORT, "must be host:port, such as 127.0.0.1:7233")
    .optional()
    .meta({ description: "your own Temporal server, `host:port`", unset: "a server on this machine" }),
  TEMPORAL_PORT: port.default(7233).describe("port of the server on this machine"),
  TEMPORAL_UI_PORT: port.default(8233).describe("port of the UI of the server on this machine"),
  TEMPORAL_UI_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .meta({ description: "the address of the Temporal UI for operators", unset: "from `TEMPORAL_UI_PORT`" }),
  TEMPORAL_NAMESPACE: z.string().min(1).default("default").describe("the Temporal namespace"),
  TEMPORAL_CLI: z.string().min(1).optional().meta({ description: "path of a `temporal` binary", unset: "found" }),
  CACHE_DIR: z.string().min(1).optional().meta({
    description: "where a built or downloaded Temporal server is stored",
    unset: "`market-intelligence` in the user's cache folder",
  }),
  XDG_CACHE_HOME: z.string().min(1).optional().meta({ description: "the user's cache folder", unset: "`~/.cache`" }),
};

const mailEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" })
    .optional()
    .meta({ description: "the mail server ([mail](providers/mail.md))", unset: "files in `DATA_DIR/outbox`" }),
  MAIL_FROM: z.string().min(3).default("Market Intelligence <no-reply@localhost>").describe("the sender of e-mails"),
};

const schedulesEnvironment = {
  GROUP_OBSERVATIONS_EVERY_MINUTES: wholeNumber(0, 1_440)
    .default(5)
    .describe(
      "how often waiting observations are grouped into [events](events.md); 0: only by imports, feeds and `market events group`",
    ),
  POLL_FEEDS_EVERY_MINUTES: wholeNumber(0, 1_440)
    .default(5)
    .describe("how often due feeds are polled ([details](article-files.md#polling)); 0: only with `market feeds poll`"),
  SYNC_SOURCES_EVERY_MINUTES: wholeNumber(0, 1_440)
    .default(15)
    .describe(
      "how often due [open data sources](sources.md) are read and parents looked up; 0: only with `market sources sync`",
    ),
  SEND_DIGESTS_EVERY_MINUTES: wholeNumber(0, 1_440)
    .default(5)
    .describe("how often due [e-mail digests](monitors.md#by-e-mail) are sent; 0: never"),
};

/**
 * All environment variables by subject. docs/configuration.md has them in this order, with the description of each.
 * `unset` of a variable's metadata says what applies where the schema has no default.
 */
export const SUBJECTS = {
  Server: serverEnvironment,
  PostgreSQL: databaseEnvironment,
  Temporal: { ...temporalServerEnvironment, ...temporalAccessEnvironment },
  Workers: { ...temporalDeploymentEnvironment, ...workersEnvironment },
  Keys: { ...encryptionEnvironment, ...evidenceEnvironment },
  Clients: { ...explorerEnvironment, ...documentsEnvironment },
  Limits: limitsEnvironment,
  "Search engine": searchEngineEnvironment,
  "Sentence model": embeddingsEnvironment,
  "Language model": languageModelEnvironment,
  "Web search": webSearchEnvironment,
  Geocoding: geocodingEnvironment,
  Mail: mailEnvironment,
  "Web pages": fetchingEnvironment,
  "Events and ESG": { ...eventsEnvironment, ...esgEnvironment },
  Schedules: schedulesEnvironment,
  Retention: retentionEnvironment,
  Monitoring: { ...metricsEnvironment, ...tracingEnvironment },
};

/** The schema of the environment. */
export const environment = z.object({
  ...SUBJECTS.Server,
  ...SUBJECTS.PostgreSQL,
  ...SUBJECTS.Temporal,
  ...SUBJECTS.Workers,
  ...SUBJECTS.Keys,
  ...SUBJECTS.Clients,
  ...SUBJECTS.Limits,
  ...SUBJECTS["Search engine"],
  ...SUBJECTS["Sentence model"],
  ...SUBJECTS["Language model"],
  ...SUBJECTS["Web search"],
  ...SUBJECTS.Geocoding,
  ...SUBJECTS.Mail,
  ...SUBJECTS["Web pages"],
  ...SUBJECTS["Events and ESG"],
  ...SUBJECTS.Schedules,
  ...SUBJECTS.Retention,
  ...SUBJECTS.Monitoring,
});

/** Names of all variables that the product reads from the environment. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];
