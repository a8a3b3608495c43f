import { PIPELINE_FLAGS, type PipelineChoices } from "#pipeline/steps";
import { builder } from "./builder.ts";

type Choice = keyof PipelineChoices;

/** The choices of a client, in the order of the /v2 contract. */
export const PIPELINE_CHOICES: readonly { name: Choice; description: string }[] = [
  {
    name: "skipDiscoveryReview",
    description:
      "Whether to publish the market as soon as the discovery has completed, without a review; by default false.",
  },
  ...PIPELINE_FLAGS.map(({ name, does }) => ({
    name,
    description: `Whether to add ${does}; by default false.`,
  })),
];

export const PipelineChoicesInput = builder.inputType("PipelineChoicesInput", {
  description: "The pipeline flags to run after a discovery or with a publish. An absent flag counts as false.",
  fields: (t) =>
    Object.fromEntries(PIPELINE_CHOICES.map(({ name, ...about }) => [name, t.boolean(about)])) as Record<
      Choice,
      ReturnType<typeof t.boolean>
    >,
});
