import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of twenty seconds and more on two cores, the longest first. One that came last would run alone.
 */
const LONG = [
  "explorer/explorer",
  "events/store",
  "cli/readme",
  "dossiers/summary",
  "ingest/import-command",
  "workflows/operate",
  "cli/ask",
  "embedded/postgres",
  "workflows/operate-other-runs",
  "workflows/mutual-tls",
  "workflows/replay-command",
  "embeddings/local-model",
  "workflows/reliability",
  "dossiers/run-dossier",
  "clients/federation",
  "embeddings/endpoint",
  "workflows/discovery",
  "graph/hot-statements",
  "workflows/outage",
  "backup/backup",
  "clients/python-client",
  "companies/import-companies",
  "workflows/releases",
  "embedded/temporal",
  "language-model/discovery",
  "workflows/continue",
  "architecture/sql",
  "pipeline/contributing",
  "events/grouping",
  "events/reading",
  "retrieval/changed-directory",
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
