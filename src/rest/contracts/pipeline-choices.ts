import { PIPELINE_CHOICES } from "#schema/pipeline-choices";
import { strictFields } from "./strict.ts";
import { flag } from "./values.ts";

type Choice = (typeof PIPELINE_CHOICES)[number]["name"];

const choice = (about: { description?: string }) => {
  const optional = flag().optional();
  return about.description === undefined ? optional : optional.meta(about);
};

const choices = Object.fromEntries(PIPELINE_CHOICES.map(({ name, ...about }) => [name, choice(about)]));

/**
 * Which pipeline jobs run: the graph's choices. Strict: a misspelt flag that was dropped would silently change what happens.
 * A flag that is absent is false.
 */
export const PipelineChoices = strictFields(choices as Record<Choice, ReturnType<typeof choice>>).meta({
  id: "PipelineChoices",
});
