import type { LanguageModelConfig } from "#foundation/config/language-model";
import { formsOf } from "./answer-form.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { LanguageModel } from "./language-model.ts";
import { anthropicSdk, compatibleSdk } from "./sdk.ts";
import { SdkLanguageModel } from "./sdk-language-model.ts";

/** Set here, because the SDK would otherwise read it from the environment. */
const ANTHROPIC = "https://api.anthropic.com/v1";

type Named = NonNullable<LanguageModelConfig>;

/** Settings of the SDK for each kind. */
const SDKS: Record<Named["kind"], (config: Named) => ConstructorParameters<typeof SdkLanguageModel>[0]["sdk"]> = {
  anthropic: ({ url, name, apiKey }) =>
    anthropicSdk().createAnthropic({ baseURL: url ?? ANTHROPIC, apiKey: apiKey ?? "", fetch: boundedFetch })(name),
  "openai-compatible": ({ url, name, apiKey }) =>
    compatibleSdk().createOpenAICompatible({
      name: "openai-compatible",
      baseURL: url ?? "",
      fetch: boundedFetch,
      ...(apiKey === undefined ? {} : { apiKey }),
      // Each call decides whether it sends its schema; without this setting, none would.
      supportsStructuredOutputs: true,
    })(name),
};

/** Makes the configured language model; null means that no model is called. */
export function createLanguageModel(config: LanguageModelConfig): LanguageModel | null {
  if (config === null) return null;
  const { kind, name, apiKey, price, timeoutMs, structuredOutputs } = config;
  const forms = formsOf(kind, structuredOutputs);
  return new SdkLanguageModel({
    provider: kind,
    model: name,
    sdk: SDKS[kind](config),
    forms,
    apiKey,
    price,
    timeoutMs,
  });
}
