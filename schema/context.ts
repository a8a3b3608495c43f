import type { Auth } from "../src/auth/auth.ts";
import type { Caller } from "../src/auth/caller.ts";
import type { Credentials } from "../src/auth/credentials.ts";
import type { AccessWatch } from "../src/auth/follow-access.ts";
import type { CriteriaGenerator } from "../src/criteria/criteria-generator.ts";
import type { Database } from "../src/db/database.ts";
import type { Listener } from "../src/db/listener.ts";
import type { PaidProviders } from "../src/discovery/quote-discovery.ts";
import type { IdempotencyClaim } from "../src/idempotency/idempotency.ts";

/** What every operation works with, made once a process. */
export interface GraphServices {
  db: Database;
  auth: Auth;
  /** Ends what goes on when the access behind it ends. */
  access: AccessWatch;
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
