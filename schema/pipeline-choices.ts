import { PIPELINE_FLAGS, type PipelineChoices } from "#pipeline/steps";
import { builder } from "./builder.ts";

type Choice = keyof PipelineChoices;

/** The choices of a client, in the order of the /v2 contract. */
export const PIPELINE_CHOICES: readonly { name: Choice; description: string }[] = [
  { name: "skipDiscoveryReview", description: "Publish as soon as the discovery has completed." },
  ...PIPELINE_FLAGS.map(({ name, does }) => ({
    name,
    description: `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
  })),
];

export const PipelineChoicesInput = builder.inputType("PipelineChoicesInput", {
  description: "What else runs: once companies are found, or on a publish. Absent means false.",
  fields: (t) =>
    Object.fromEntries(PIPELINE_CHOICES.map(({ name, ...about }) => [name, t.boolean(about)])) as Record<
      Choice,
      ReturnType<typeof t.boolean>
    >,
});
