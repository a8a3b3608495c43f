import type { Auth } from "#accounts/auth/auth";
import type { Caller } from "#accounts/auth/caller";
import type { Credentials } from "#accounts/auth/credentials";
import type { AccessWatch } from "#accounts/auth/follow-access";
import type { Admission, Limits } from "#accounts/limits/limits";
import type { CompanyFinder } from "#companies/search/company-finder";
import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import type { KeyRing } from "#foundation/encryption/key-ring";
import type { IdempotencyClaim } from "#foundation/idempotency/idempotency";
import type { RunOperator } from "#jobs/run-operator";
import type { CriteriaGenerator } from "#markets/criteria/criteria-generator";
import type { PaidProviders } from "#markets/discovery/quote-discovery";
import type { EvidenceKeys } from "#markets/evidence/evidence-keys";
import type { DiscoveryPreviewer } from "#markets/preview/preview";
import type { VerdictExplainer } from "#markets/why-not/why-not";
import type { MonitorScheduler } from "#monitors/monitor-schedules";
import type { PlannedQueries } from "./planned-queries.ts";

/** The services of every operation, made once per process. */
export interface GraphServices {
  db: Database;
  auth: Auth;
  /** Ends streams when their access ends. */
  access: AccessWatch;
  /** The rate limits, of each key and of the process. */
  limits: Limits;
  criteria: CriteriaGenerator;
  /** Finds companies of the directory. */
  finder: CompanyFinder;
  /** The paid providers of a discovery; null where none is configured. */
  providers: PaidProviders;
  /** Encrypts stored secrets. */
  ring: KeyRing;
  /** Signs evidence. */
  evidenceKeys: EvidenceKeys;
  /** Gives orders to runs. */
  operator: RunOperator;
  /** Judges single companies in a worker. */
  verdicts: VerdictExplainer;
  previews: DiscoveryPreviewer;
  /** Reads the schedules of monitors from Temporal. */
  schedules: Pick<MonitorScheduler, "read">;
  /** Wakes subscriptions when a market's progress log has grown. */
  progress: Listener;
  /** Wakes subscriptions when a log of notices has grown. */
  notices: Listener;
  /** URL of the Temporal UI, without a trailing slash. */
  temporalUiUrl: string;
  /** The public address of this server, without a trailing slash. */
  publicUrl: string;
  temporalNamespace: string;
  /** Pairs of host and port that may be fetched although they are not public. */
  mayFetch: ReadonlySet<string>;
  /** Number of our own proxies in front of the server (see `clientAddress`). */
  trustedProxies: number;
}

/** The context of one request: the services and the caller. */
export interface GraphContext extends GraphServices {
  caller: Caller;
  /** The request's credentials, for streams, which check them again. */
  credentials: Credentials;
  /** The admission to which the request's work is charged. */
  admission: Admission;
  requestId: string;
  /** The client's address, by which failed sign-ins are counted. */
  address: string;
  /** Adds a `Set-Cookie` to the answer. */
  setCookie(value: string): void;
  /** Calls back when the answer is over or the client has gone. */
  onClose(listener: () => void): void;
  /**
   * The context in which the operation was begun before: it is charged there, and holds the root's objects. `refusal`
   * says why it was refused, where it was.
   */
  begun?: { context: GraphContext; refusal: unknown };
  /** Queries of the root's fields, used while the answer is written. */
  planned?: PlannedQueries | undefined;
  /** What `perRequest` has made for the context `of`, by the function that makes it. A copy of the context shares nothing. */
  made?: { of: GraphContext; values: Map<object, unknown> };
  /** The claim of a request with an Idempotency-Key, whose effect is recorded with it. */
  idempotency?: IdempotencyClaim;
}
