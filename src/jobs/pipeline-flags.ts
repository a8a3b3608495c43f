import { InvalidInputError } from "../errors/index.ts";

/** The contract's pipeline choices that start a job of their own, in the order in which they run. */
export const PIPELINE_FLAGS = [
  "runReverseGeocoding",
  "runDunsMapper",
  "runPeople",
  "runNews",
  "runEsg",
  "runMomentumScore",
  "runMarketRadar",
  "runTopicAnalysis",
  "runPhraseExplorer",
  "runGenerateFeatureMap",
  "runSendPublishEmail",
] as const;
export type PipelineFlag = (typeof PIPELINE_FLAGS)[number];

/** What a client chooses; absent means false. */
export type PipelineChoices = Partial<Record<PipelineFlag | "skipDiscoveryReview", boolean | null>>;

const AVAILABLE: ReadonlySet<PipelineFlag> = new Set(["runReverseGeocoding", "runSendPublishEmail"]);

/** The chosen flags in running order. @throws InvalidInputError naming those that this version does not have yet. */
export function chosenFlags(choices: PipelineChoices | null | undefined): PipelineFlag[] {
  const chosen = PIPELINE_FLAGS.filter((flag) => choices?.[flag] === true);
  const missing = chosen.filter((flag) => !AVAILABLE.has(flag));
  if (missing.length > 0)
    throw new InvalidInputError(missing.map((flag) => `pipelineChoices.${flag} is not available yet`).join("; "));
  return chosen;
}
