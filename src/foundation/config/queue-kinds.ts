/**
 * The task queues that a worker may serve.
 * - control: workflows, and what takes a moment: the records of runs, monitors, digests
 * - discovery: planning, retrieval, judging, previews and single verdicts; needs the index of the directory in memory
 * - paid: what asks providers: pipeline flags, dossiers, columns; may have a rate
 * - ingest: feeds, news, sources of open data, retention
 * - events: grouping observations and writing events
 * - index: the index of a search engine, made anew; needs that engine to be configured
 */
export const QUEUE_KINDS = ["control", "discovery", "paid", "ingest", "events", "index"] as const;

export type QueueKind = (typeof QUEUE_KINDS)[number];
