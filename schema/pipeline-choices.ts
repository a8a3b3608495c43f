import { PIPELINE_FLAGS, type PipelineChoices } from "#pipeline/steps";
import { builder } from "./builder.ts";

type Choice = keyof PipelineChoices;

/** The choices of a client, in the order of the /v2 contract. */
export const PIPELINE_CHOICES: readonly { name: Choice; description: string }[] = [
  { name: "skipDiscoveryReview", description: "Publishes the market as soon as the discovery has completed." },
  ...PIPELINE_FLAGS.map(({ name, does }) => ({
    name,
    description: `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
  })),
];

export const PipelineChoicesInput = builder.inputType("PipelineChoicesInput", {
  description:
    "The pipeline steps that run after a discovery or with a publish. A flag that is absent counts as false.",
  fields: (t) =>
    Object.fromEntries(PIPELINE_CHOICES.map(({ name, ...about }) => [name, t.boolean(about)])) as Record<
      Choice,
      ReturnType<typeof t.boolean>
    >,
});
