/** The contract's pipeline choices that start a job of their own, in the order in which they run: what reads links after what makes them. */
export const PIPELINE_FLAGS = [
  "runReverseGeocoding",
  "runDunsMapper",
  "runNews",
  "runEsg",
  "runPeople",
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

const FLAGS: ReadonlySet<string> = new Set(PIPELINE_FLAGS);

export const isPipelineFlag = (name: string): name is PipelineFlag => FLAGS.has(name);

/** The chosen flags in running order. */
export function chosenFlags(choices: PipelineChoices | null | undefined): PipelineFlag[] {
  return PIPELINE_FLAGS.filter((flag) => choices?.[flag] === true);
}
