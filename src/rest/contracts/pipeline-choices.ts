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
 * The pipeline jobs to run, which are the graph's choices. Strict: dropping a misspelt flag would silently change what
 * happens. An absent flag is false.
 */
export const PipelineChoices = strictFields(choices as Record<Choice, ReturnType<typeof choice>>).meta({
  id: "PipelineChoices",
});
