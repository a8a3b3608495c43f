import type { Pay } from "../../src/providers/provider-call.ts";

/** Measuring has no ledger: whoever runs it sees to the costs. */
export const unpaid: Pay = async (call) => (await call.run(AbortSignal.timeout(call.timeoutMs))).answer;
