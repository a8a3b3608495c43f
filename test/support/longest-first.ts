import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of fifteen seconds and more on two cores, the longest first. One that came last would run alone.
 */
const LONG = [
  "monitors/changes",
  "explorer/explorer",
  "explorer/what-is-known",
  "explorer/every-page",
  "explorer/frames",
  "cli/readme",
  "monitors/killed-system",
  "workflows/operate",
  "cli/ask",
  "events/store",
  "dossiers/summary",
  "monitors/killed-monitors",
  "dossiers/run-dossier",
  "workflows/operate-other-runs",
  "ingest/import-command",
  "pipeline/contributing",
  "explorer/notices",
  "workflows/continue",
  "workflows/reliability",
  "workflows/mutual-tls",
  "graph/hot-statements",
  "clients/openapi-fetch",
  "workflows/outage",
  "companies/import-companies",
  "events/grouping",
  "dossiers/answers",
  "clients/federation",
  "architecture/sql",
  "retrieval/changed-directory",
  "embedded/temporal",
  "workflows/replay-command",
  "workflows/releases",
  "clients/python-client",
  "explorer/column-filters",
  "embedded/postgres",
  "workflows/discovery",
  "security/known-access",
  "backup/backup",
  "language-model/discovery",
  "embeddings/endpoint",
  "exports/market-exports",
  "events/reading",
  "workflows/failure",
  "embeddings/local-model",
  "monitors/monitors",
  "workflows/publish",
  "embedded/migrate",
  "monitors/digests",
  "news/analyse-news",
  "ingest/poll-feeds",
];

/** Long files first, then those that vitest would take first: what failed before, and what is large. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
