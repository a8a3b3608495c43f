/** Fields added to every line of the log: the current trace, request and team. Tracing sets it. */
export const logContext: { current: () => object } = { current: () => ({}) };
