import type { Caller } from "../auth/caller.ts";
import type { Payer } from "./ledger.ts";

/** Who pays for what a caller asks outside of any job: its team; the platform's own keys ask for nobody. */
export const payerOf = ({ teamId }: Caller): Payer | null => (teamId === null ? null : { teamId, jobId: null });
