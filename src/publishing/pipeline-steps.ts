import { explorePhrases } from "../analyses/explore-phrases.ts";
import { findTopics } from "../analyses/find-topics.ts";
import { mapFeatures } from "../analyses/map-features.ts";
import { placeOnRadar } from "../analyses/place-on-radar.ts";
import { scoreMomentum } from "../analyses/score-momentum.ts";
import type { CompanyPages } from "../companies/company-pages.ts";
import type { Database } from "../db/database.ts";
import { deriveMarketEsg } from "../esg/derive-market-esg.ts";
import { mapMarketIdentifiers } from "../identifiers/map-market-identifiers.ts";
import type { PipelineFlag } from "../jobs/pipeline-flags.ts";
import { linkMarketNews } from "../news/link-market-news.ts";
import { findMarketPeople } from "../people/find-market-people.ts";
import type { Geocoder } from "../providers/geocoding/geocoder.ts";
import type { Mailer } from "../providers/mail/mailer.ts";
import { reverseGeocode } from "./reverse-geocode.ts";
import { sendPublishEmail } from "./send-publish-email.ts";

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
