import type { ChosenPipeline } from "#jobs/workflow-runs";
import type { PipelineFlag } from "./pipeline-flag.ts";
import { runDunsMapper } from "./run-duns-mapper.ts";
import { runEsg } from "./run-esg.ts";
import { runGenerateFeatureMap } from "./run-generate-feature-map.ts";
import { runMarketRadar } from "./run-market-radar.ts";
import { runMomentumScore } from "./run-momentum-score.ts";
import { runNews } from "./run-news.ts";
import { runPeople } from "./run-people.ts";
import { runPhraseExplorer } from "./run-phrase-explorer.ts";
import { runReverseGeocoding } from "./run-reverse-geocoding.ts";
import { runSendPublishEmail } from "./run-send-publish-email.ts";
import { runTopicAnalysis } from "./run-topic-analysis.ts";

/**
 * Every pipeline flag, in the order of the /v2 contract. GraphQL's input, the contract of /v2, the command line and the
 * record of providers are made from this list.
 */
export const PIPELINE_FLAGS = [
  runReverseGeocoding,
  runDunsMapper,
  runPeople,
  runNews,
  runEsg,
  runMomentumScore,
  runMarketRadar,
  runTopicAnalysis,
  runPhraseExplorer,
  runGenerateFeatureMap,
  runSendPublishEmail,
] as const;

export type PipelineFlagName = (typeof PIPELINE_FLAGS)[number]["name"];

/** A client's choices; absent means false. */
export type PipelineChoices = Partial<Record<PipelineFlagName | "skipDiscoveryReview", boolean | null>>;

/** The flags of the list, each after those whose results it reads. */
const RUNNING_ORDER = new Set<PipelineFlag>();
const place = (flag: PipelineFlag): void => {
  flag.after.forEach(place);
  RUNNING_ORDER.add(flag);
};
PIPELINE_FLAGS.forEach(place);

/** Converts a request's choices to the resulting jobs, in running order. */
export function chosenPipeline(choices: PipelineChoices | null | undefined): ChosenPipeline {
  const given: Readonly<Record<string, boolean | null>> = choices ?? {};
  return {
    flags: [...RUNNING_ORDER].map(({ name }) => name).filter((name) => given[name] === true),
    skipReview: choices?.skipDiscoveryReview === true,
  };
}

/** Returns the flag of a job, by the job's name. */
export function flagOfJob(name: string): PipelineFlag | undefined {
  return PIPELINE_FLAGS.find((flag) => flag.name === name);
}
