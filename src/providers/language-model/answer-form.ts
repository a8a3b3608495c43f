import { z } from "zod";
import type { LanguageModelConfig } from "#foundation/config/language-model";
import type { ModelTask } from "./language-model.ts";
import { sdk } from "./sdk.ts";

/**
 * How to tell a server the form of the answer, from strictest to weakest: a JSON schema in the request; any JSON;
 * nothing. When the request has no schema, the instructions contain it.
 */
export type AnswerForm = "schema" | "json" | "text";

/** Returns the forms that servers of a kind may accept, in the order of trying them. */
export function formsOf(
  kind: NonNullable<LanguageModelConfig>["kind"],
  structuredOutputs: boolean,
): readonly AnswerForm[] {
  // Anthropic's Messages API has no "any JSON".
  if (kind === "anthropic") return ["schema", "text"];
  return structuredOutputs ? ["schema", "json", "text"] : ["json", "text"];
}

const written = new WeakMap<z.ZodType, string>();

/** Returns the JSON schema of a task's answer, as text. */
export function schemaText(schema: z.ZodType): string {
  let text = written.get(schema);
  if (text === undefined) {
    text = JSON.stringify(z.toJSONSchema(schema, { target: "draft-7", io: "input" }));
    written.set(schema, text);
  }
  return text;
}

/** Returns the instructions of a task, with the schema where it belongs there. */
export function instructionsFor({ prompt, schema }: ModelTask<unknown>, tellsSchema: boolean): string {
  if (!tellsSchema) return prompt.instructions;
  return `${prompt.instructions}\n\nAnswer with one JSON object and nothing else. It has to satisfy this JSON schema:\n\n${schemaText(schema)}`;
}

/** Returns the output that the SDK should request. */
export function outputFor({ schema }: ModelTask<unknown>, form: AnswerForm) {
  const { Output } = sdk();
  if (form === "schema") return Output.object({ schema });
  return form === "json" ? Output.json() : Output.text();
}
