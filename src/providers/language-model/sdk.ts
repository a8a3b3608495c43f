import { createRequire } from "node:module";
import { lazily } from "#foundation/loading/lazily";

const require = createRequire(import.meta.url);

/** The Vercel AI SDK, loaded when a model is first called. */
export const sdk = lazily(() => require("ai") as typeof import("ai"));

export const anthropicSdk = lazily(() => require("@ai-sdk/anthropic") as typeof import("@ai-sdk/anthropic"));

export const compatibleSdk = lazily(
  () => require("@ai-sdk/openai-compatible") as typeof import("@ai-sdk/openai-compatible"),
);
