import type { Auth } from "#accounts/auth/auth";
import type { Caller } from "#accounts/auth/caller";
import type { Credentials } from "#accounts/auth/credentials";
import type { AccessWatch } from "#accounts/auth/follow-access";
import type { Admission, Limits } from "#accounts/limits/limits";
import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import type { IdempotencyClaim } from "#foundation/idempotency/idempotency";
import type { CriteriaGenerator } from "#markets/criteria/criteria-generator";
import type { PaidProviders } from "#markets/discovery/quote-discovery";

/** What every operation works with, made once a process. */
export interface GraphServices {
  db: Database;
  auth: Auth;
  /** Ends what goes on when the access behind it ends. */
  access: AccessWatch;
  /** How much each key, and all together, may ask. */
  limits: Limits;
  criteria: CriteriaGenerator;
  /** What a discovery may pay for; null where none is configured. */
  providers: PaidProviders;
  /** Wakes subscriptions when a market's progress log has grown. */
  progress: Listener;
  /** Where an operator finds a workflow, without a trailing slash. */
  temporalUiUrl: string;
  temporalNamespace: string;
  /** Proxies of ours in front of the server (see `clientAddress`). */
  trustedProxies: number;
}

/** The context of one request: the services, and who asks. */
export interface GraphContext extends GraphServices {
  caller: Caller;
  /** What the request brought to say who asks: for answers that go on after it. */
  credentials: Credentials;
  /** What the request's work is charged to. */
  admission: Admission;
  requestId: string;
  /** Where the request comes from: what failed sign-ins are counted by. */
  address: string;
  /** Adds a `Set-Cookie` to the answer. */
  setCookie(value: string): void;
  /** Calls back when the answer is over or the client has gone. */
  onClose(listener: () => void): void;
  /** The claim of a request that carries an Idempotency-Key: its effect is recorded with it. */
  idempotency?: IdempotencyClaim;
}
