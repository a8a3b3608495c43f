import type { Caller } from "../src/auth/caller.ts";
import type { CriteriaGenerator } from "../src/criteria/criteria-generator.ts";
import type { Database } from "../src/db/database.ts";
import type { Listener } from "../src/db/listener.ts";

/** What every operation works with, made once a process. */
export interface GraphServices {
  db: Database;
  criteria: CriteriaGenerator;
  /** Wakes subscriptions when a market's progress log has grown. */
  progress: Listener;
  /** Where an operator finds a workflow; null when there is no Temporal UI to link to. */
  temporalUiUrl: string;
  temporalNamespace: string;
}

/** The context of one request: the services, and who asks. */
export interface GraphContext extends GraphServices {
  caller: Caller;
  requestId: string;
}
