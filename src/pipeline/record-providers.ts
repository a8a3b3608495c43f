import type { Database } from "#foundation/db/database";
import type { PipelineFlag } from "#jobs/pipeline-flags";
import type { PipelineDeps } from "./steps.ts";

type Helpers = Pick<PipelineDeps, "geocoder" | "companyPages" | "mailer">;

/** The help that a flag can use, by kind and name; flags that are not named work on what is stored. */
const PROVIDERS_OF: Partial<Record<PipelineFlag, (helpers: Helpers) => Record<string, string>>> = {
  runReverseGeocoding: ({ geocoder }) => ({ geocoding: geocoder.name }),
  runEsg: ({ companyPages }) => ({ pages: companyPages.source }),
  runPeople: ({ companyPages }) => ({ pages: companyPages.source }),
  runSendPublishEmail: ({ mailer }) => ({ mail: mailer.name }),
};

/** Writes into a job's manifest by what help it runs, before it does, so that a failed job tells it too. */
export async function recordProviders(
  db: Pick<Database, "query">,
  helpers: Helpers,
  { jobId, flag }: { jobId: number; flag: PipelineFlag },
): Promise<void> {
  const providers = PROVIDERS_OF[flag]?.(helpers) ?? {};
  await db.query(
    `UPDATE jobs SET manifest = coalesce(manifest, '{}'::jsonb) || jsonb_build_object('providers', $2::jsonb) WHERE id = $1`,
    [jobId, JSON.stringify(providers)],
  );
}
