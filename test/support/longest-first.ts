import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of twenty seconds and more on two quiet cores, the longest first. One that came last would run alone.
 */
const LONG = [
  "cli/readme",
  "workflows/reliability",
  "dossiers/summary",
  "cli/ask",
  "cli/market",
  "dossiers/run-dossier",
  "workflows/continue",
  "embedded/migrate",
  "workflows/outage",
  "workflows/operate",
  "workflows/failure",
  "clients/trpc",
  "pipeline/contributing",
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
