/**
 * Extension of a field that may wait seconds for a third party, such as a language model or a worker. Meanwhile it does
 * not delay its key's other requests (see `operationCost`).
 */
export const WAITS_OUTSIDE = { waitsOutside: true };
