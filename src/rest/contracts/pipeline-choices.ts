import { z } from "zod";
import { expected, flag } from "./values.ts";

const choice = () => flag().optional();

/**
 * Which pipeline jobs run. Strict: a misspelt flag that was dropped would silently change what happens.
 * A flag that is absent is false.
 */
export const PipelineChoices = z
  .strictObject(
    {
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
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `has no field ${(issue.keys as string[]).map((key) => `"${key.slice(0, 100)}"`).join(", ")}`
          : expected("an object").error(issue),
    },
  )
  .meta({ id: "PipelineChoices" });
