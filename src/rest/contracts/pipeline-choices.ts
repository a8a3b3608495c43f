import { strictFields } from "./strict.ts";
import { flag } from "./values.ts";

const choice = () => flag().optional();

/**
 * Which pipeline jobs run. Strict: a misspelt flag that was dropped would silently change what happens.
 * A flag that is absent is false.
 */
export const PipelineChoices = strictFields({
  skipDiscoveryReview: choice().meta({ description: "Publish as soon as the discovery has completed." }),
  runReverseGeocoding: choice(),
  runDunsMapper: choice(),
  runPeople: choice(),
  runNews: choice(),
  runEsg: choice(),
  runMomentumScore: choice(),
  runMarketRadar: choice(),
  runTopicAnalysis: choice(),
  runPhraseExplorer: choice(),
  runGenerateFeatureMap: choice(),
  runSendPublishEmail: choice(),
}).meta({ id: "PipelineChoices" });
