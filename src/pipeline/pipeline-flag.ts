import type { CompanyPages } from "#companies/company-pages";
import type { Database } from "#foundation/db/database";
import type { EsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import type { SentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { addToManifest } from "#jobs/job-record";
import type { Geocoder } from "#providers/geocoding/geocoder";
import type { Mailer } from "#providers/mail/mailer";

/** Providers that a step may use. */
interface Helpers {
  geocoder: Geocoder;
  companyPages: CompanyPages;
  mailer: Mailer;
}
type Helper = keyof Helpers;

/** The entry of each provider in a job's manifest: its kind, and which one is configured. */
const IN_MANIFEST: { [Name in Helper]: (helper: Helpers[Name]) => Record<string, string> } = {
  geocoder: ({ name }) => ({ geocoding: name }),
  companyPages: ({ source }) => ({ pages: source }),
  mailer: ({ name }) => ({ mail: name }),
};

/** Services that every step has without naming them. */
interface Always {
  db: Database;
  esgLexicon: EsgLexicon;
  sentiment: SentimentReader;
  publicUrl: string;
}

export interface PipelineDeps extends Always, Helpers {}

/** The job of one flag. */
export interface PipelineJob {
  jobId: number;
  marketId: number;
  /** Reports progress. */
  report: (done: number, total: number) => void;
  /** Aborted: stop soon, and keep what is done. */
  signal: AbortSignal;
}

export interface PipelineOutcome {
  /** The result in a few words for people. */
  summary: string;
  /** Counts and notes for the job's report. */
  report?: { notes: string[] } & Record<string, number | string[]>;
}

/** A step that a client may choose for a market. */
export interface PipelineFlag<Name extends string = string> {
  /** The same at every door; the command line also accepts `market-radar` for `runMarketRadar`. */
  readonly name: Name;
  /** A noun phrase for the command line's help. The interfaces describe the flag as "Whether to add", then this. */
  readonly does: string;
  /** Flags that run before it if they are chosen too, because it reads their results. */
  readonly after: readonly PipelineFlag[];
  readonly needs: readonly Helper[];
  /** Runs the step. Idempotent; it may run concurrently with another market's. */
  step(deps: PipelineDeps, job: PipelineJob): Promise<PipelineOutcome>;
}

/** Declares a flag. Its step gets only the providers in `needs`, so that the record of providers is complete. */
export function pipelineFlag<const Name extends `run${string}`, const Needs extends readonly Helper[]>(
  flag: Omit<PipelineFlag<Name>, "after" | "needs" | "step"> & {
    after?: readonly PipelineFlag[];
    needs: Needs;
    step: (deps: Always & Pick<Helpers, Needs[number]>, job: PipelineJob) => Promise<PipelineOutcome>;
  },
): PipelineFlag<Name> {
  return { after: [], ...flag };
}

/** Returns the kinds and names of the providers that a flag uses. */
export function providersOf({ needs }: PipelineFlag, deps: PipelineDeps): Record<string, string> {
  const recorded = <Name extends Helper>(name: Name) => IN_MANIFEST[name](deps[name]);
  return Object.assign({}, ...needs.map(recorded));
}

/** Records a job's providers in its manifest before it runs, so that a failed job has them too. */
export async function recordProviders(deps: PipelineDeps, jobId: number, flag: PipelineFlag): Promise<void> {
  await addToManifest(deps.db.prisma, jobId, { providers: providersOf(flag, deps) });
}
