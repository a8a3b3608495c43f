import type { Pay } from "#providers/provider-call";

/** Measuring has no ledger: whoever runs it sees to the costs. */
export const unpaid: Pay = async (call) => (await call.run(AbortSignal.timeout(call.timeoutMs))).answer;
