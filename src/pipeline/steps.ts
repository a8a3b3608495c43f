import type { CompanyPages } from "#companies/company-pages";
import type { Database } from "#foundation/db/database";
import type { PipelineFlag } from "#jobs/pipeline-flags";
import type { Geocoder } from "#providers/geocoding/geocoder";
import type { Mailer } from "#providers/mail/mailer";
import { mapMarketIdentifiers } from "./run-duns-mapper.ts";
import { deriveMarketEsg } from "./run-esg.ts";
import { mapFeatures } from "./run-generate-feature-map.ts";
import { placeOnRadar } from "./run-market-radar.ts";
import { scoreMomentum } from "./run-momentum-score.ts";
import { linkMarketNews } from "./run-news.ts";
import { findMarketPeople } from "./run-people.ts";
import { explorePhrases } from "./run-phrase-explorer.ts";
import { reverseGeocode } from "./run-reverse-geocoding.ts";
import { sendPublishEmail } from "./run-send-publish-email.ts";
import { findTopics } from "./run-topic-analysis.ts";

export interface PipelineDeps {
  db: Database;
  mailer: Mailer;
  geocoder: Geocoder;
  companyPages: CompanyPages;
  publicUrl: string;
}

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

/** What each flag does to a market. Each may run again, on its own or beside another market's, and comes to the same. */
export const PIPELINE_STEPS: Readonly<
  Record<PipelineFlag, (deps: PipelineDeps, job: PipelineJob) => Promise<PipelineOutcome>>
> = {
  runReverseGeocoding: (deps, job) => reverseGeocode(deps, job),
  runDunsMapper: ({ db }, job) => mapMarketIdentifiers(db, job),
  runNews: ({ db }, job) => linkMarketNews(db, job),
  runEsg: (deps, job) => deriveMarketEsg(deps, job),
  runPeople: (deps, job) => findMarketPeople(deps, job),
  runMomentumScore: ({ db }, job) => scoreMomentum(db, job),
  runMarketRadar: ({ db }, job) => placeOnRadar(db, job),
  runTopicAnalysis: ({ db }, job) => findTopics(db, job),
  runPhraseExplorer: ({ db }, job) => explorePhrases(db, job),
  runGenerateFeatureMap: ({ db }, job) => mapFeatures(db, job),
  runSendPublishEmail: (deps, job) => sendPublishEmail(deps, job),
};
