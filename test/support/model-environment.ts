/** The environment that names a model at a local server; prices in US dollars for a million tokens. */
export const modelEnvironment = (
  server: { url: string },
  kind: "openai-compatible" | "anthropic" = "openai-compatible",
) => ({
  LANGUAGE_MODEL: kind,
  LANGUAGE_MODEL_URL: `${server.url}/v1`,
  LANGUAGE_MODEL_NAME: "test-model",
  LANGUAGE_MODEL_API_KEY: "sk-very-secret",
  LANGUAGE_MODEL_INPUT_PRICE: "1",
  LANGUAGE_MODEL_OUTPUT_PRICE: "4",
});
