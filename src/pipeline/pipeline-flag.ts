import type { CompanyPages } from "#companies/company-pages";
import type { Database } from "#foundation/db/database";
import type { EsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { addToManifest } from "#jobs/job-record";
import type { Geocoder } from "#providers/geocoding/geocoder";
import type { Mailer } from "#providers/mail/mailer";

/** Help from outside that a step may use. */
interface Helpers {
  geocoder: Geocoder;
  companyPages: CompanyPages;
  mailer: Mailer;
}
type Helper = keyof Helpers;

/** What a job's manifest tells of each help: its kind, and which one is configured. */
const IN_MANIFEST: { [Name in Helper]: (helper: Helpers[Name]) => Record<string, string> } = {
  geocoder: ({ name }) => ({ geocoding: name }),
  companyPages: ({ source }) => ({ pages: source }),
  mailer: ({ name }) => ({ mail: name }),
};

/** What every step may use without naming it. */
interface Always {
  db: Database;
  esgLexicon: EsgLexicon;
  publicUrl: string;
}

export interface PipelineDeps extends Always, Helpers {}

/** The job of one flag. */
export interface PipelineJob {
  jobId: number;
  marketId: number;
  /** Tells how far it is. */
  report: (done: number, total: number) => void;
  /** Aborted: stop soon, and keep what is done. */
  signal: AbortSignal;
}

export interface PipelineOutcome {
  /** What was done, in a few words for people. */
  summary: string;
  /** Counts and notes: the job's report. */
  report?: { notes: string[] } & Record<string, number | string[]>;
}

/** What a client may choose to have done to a market. */
export interface PipelineFlag<Name extends string = string> {
  /** At every door; the command line takes `runMarketRadar` as `market-radar` too. */
  readonly name: Name;
  /** A few words for the command line's help. */
  readonly does: string;
  /** Flags that run before it where they are chosen too, because it reads what they store. */
  readonly after: readonly PipelineFlag[];
  readonly needs: readonly Helper[];
  /** May run again, on its own or beside another market's, and comes to the same. */
  step(deps: PipelineDeps, job: PipelineJob): Promise<PipelineOutcome>;
}

/** Declares a flag. Its step is given only the help that `needs` names, so that the record of providers is complete. */
export function pipelineFlag<const Name extends `run${string}`, const Needs extends readonly Helper[]>(
  flag: Omit<PipelineFlag<Name>, "after" | "needs" | "step"> & {
    after?: readonly PipelineFlag[];
    needs: Needs;
    step: (deps: Always & Pick<Helpers, Needs[number]>, job: PipelineJob) => Promise<PipelineOutcome>;
  },
): PipelineFlag<Name> {
  return { after: [], ...flag };
}

/** The kinds and names of the help that a flag runs with. */
export function providersOf({ needs }: PipelineFlag, deps: PipelineDeps): Record<string, string> {
  const recorded = <Name extends Helper>(name: Name) => IN_MANIFEST[name](deps[name]);
  return Object.assign({}, ...needs.map(recorded));
}

/** Writes into a job's manifest by what help it runs, before it does, so that a failed job tells it too. */
export async function recordProviders(deps: PipelineDeps, jobId: number, flag: PipelineFlag): Promise<void> {
  await addToManifest(deps.db.prisma, jobId, { providers: providersOf(flag, deps) });
}
