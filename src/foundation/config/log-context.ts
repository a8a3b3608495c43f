/** What each line of the log has beside its own: the trace, the request and the team of what runs. Tracing sets it. */
export const logContext: { current: () => object } = { current: () => ({}) };
