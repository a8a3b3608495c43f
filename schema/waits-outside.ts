/**
 * Extension of a mutation, or of a field of a market, that may wait seconds for a third party, such as a language model or a worker. Meanwhile it does not hold
 * up its key's other requests (see `operationCost`).
 */
export const WAITS_OUTSIDE = { waitsOutside: true };
