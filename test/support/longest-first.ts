import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of fifteen seconds and more on two cores, the longest first. One that came last would run alone.
 */
const LONG = [
  "cli/readme",
  "explorer/explorer",
  "explorer/what-is-known",
  "events/store",
  "monitors/changes",
  "monitors/killed-monitors",
  "cli/ask",
  "ingest/import-command",
  "workflows/operate",
  "dossiers/summary",
  "workflows/reliability",
  "workflows/replay-command",
  "dossiers/run-dossier",
  "workflows/operate-other-runs",
  "workflows/continue",
  "workflows/mutual-tls",
  "companies/import-companies",
  "explorer/notices",
  "events/grouping",
  "embedded/migrate",
  "events/reading",
  "workflows/outage",
  "workflows/discovery",
  "clients/openapi-fetch",
  "retrieval/changed-directory",
  "embedded/postgres",
  "embeddings/endpoint",
  "workflows/failure",
  "embeddings/local-model",
  "sources/sources",
  "embedded/temporal",
  "monitors/digests",
  "dossiers/answers",
  "retrieval/question-sets",
  "cli/market",
  "workflows/releases",
  "monitors/monitors",
  "clients/lint",
  "pipeline/run-reverse-geocoding",
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
