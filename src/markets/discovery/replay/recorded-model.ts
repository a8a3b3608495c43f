import type { LanguageModel } from "#providers/language-model/language-model";
import { SdkLanguageModel } from "#providers/language-model/sdk-language-model";

/** Makes the model of a manifest (`provider:model`). It makes identical requests, which only recordings can answer. */
export function recordedModel(name: string): LanguageModel {
  const at = name.indexOf(":");
  return new SdkLanguageModel({
    provider: name.slice(0, at),
    model: name.slice(at + 1),
    sdk: "not asked in a replay",
    price: { input: 0, output: 0 },
    timeoutMs: 1,
  });
}
