/**
 * Extension of a mutation that may wait for somebody outside, such as a language model, for seconds: meanwhile it holds up none of its
 * key's other requests (see `operationCost`).
 */
export const WAITS_OUTSIDE = { waitsOutside: true };
