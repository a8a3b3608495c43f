import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars } from "./values.ts";

/** Environment variables that name a language model. */
export const languageModelEnvironment = {
  LANGUAGE_MODEL: oneName(["none", "openai-compatible", "anthropic"])
    .default("none")
    .describe("[the language model](providers/language-models.md): `none`, `openai-compatible` or `anthropic`"),
  LANGUAGE_MODEL_URL: serverUrl
    .optional()
    .meta({ description: "base URL of its API", unset: "Anthropic's for `anthropic`" }),
  LANGUAGE_MODEL_NAME: z.string().min(1).optional().describe("name of the model"),
  LANGUAGE_MODEL_API_KEY: z.string().min(1).optional().describe("key of its API"),
  LANGUAGE_MODEL_INPUT_PRICE: usDollars.optional().describe("US dollars per million tokens that it reads"),
  LANGUAGE_MODEL_OUTPUT_PRICE: usDollars.optional().describe("US dollars per million tokens that it writes"),
  LANGUAGE_MODEL_TIMEOUT_SECONDS: z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(3_600, "must be 3600 or less")
    .default(60)
    .describe("longest wait for an answer"),
  LANGUAGE_MODEL_STRUCTURED_OUTPUTS: oneName(["true", "false"])
    .default("true")
    .describe("whether the server accepts a JSON schema for its answers: `true` or `false`"),
};

type Environment = z.output<z.ZodObject<typeof languageModelEnvironment>>;

/** The language model that the operator named; null means none. */
export type LanguageModelConfig = {
  kind: Exclude<Environment["LANGUAGE_MODEL"], "none">;
  /** Base URL; undefined means the provider's own (Anthropic). */
  url: string | undefined;
  name: string;
  apiKey: string | undefined;
  /** US dollars per million tokens. */
  price: { input: number; output: number };
  timeoutMs: number;
  /** Whether the server accepts a JSON schema for its answers. */
  structuredOutputs: boolean;
} | null;

/** Reads the settings of the language model. Also returns what is wrong with them. */
export function readLanguageModel(e: Environment): { languageModel: LanguageModelConfig; mistakes: string[] } {
  if (e.LANGUAGE_MODEL === "none") return { languageModel: null, mistakes: [] };
  const kind = e.LANGUAGE_MODEL;
  const mistakes: string[] = [];
  if (e.LANGUAGE_MODEL_NAME === undefined)
    mistakes.push(`LANGUAGE_MODEL=${kind} requires LANGUAGE_MODEL_NAME, the name of the model`);
  if (kind === "openai-compatible" && e.LANGUAGE_MODEL_URL === undefined)
    mistakes.push("LANGUAGE_MODEL=openai-compatible requires LANGUAGE_MODEL_URL, the base URL of its API");
  if (kind === "anthropic" && e.LANGUAGE_MODEL_API_KEY === undefined)
    mistakes.push("LANGUAGE_MODEL=anthropic requires LANGUAGE_MODEL_API_KEY");
  const { LANGUAGE_MODEL_INPUT_PRICE: input, LANGUAGE_MODEL_OUTPUT_PRICE: output } = e;
  if (input === undefined || output === undefined)
    mistakes.push(
      `LANGUAGE_MODEL=${kind} requires LANGUAGE_MODEL_INPUT_PRICE and LANGUAGE_MODEL_OUTPUT_PRICE, in US dollars per million tokens (0 for your own model): the cost of a call must be known in advance`,
    );
  return {
    mistakes,
    languageModel: {
      kind,
      url: e.LANGUAGE_MODEL_URL?.replace(/\/+$/, ""),
      name: e.LANGUAGE_MODEL_NAME ?? "",
      apiKey: e.LANGUAGE_MODEL_API_KEY,
      price: { input: input ?? 0, output: output ?? 0 },
      timeoutMs: e.LANGUAGE_MODEL_TIMEOUT_SECONDS * 1_000,
      structuredOutputs: e.LANGUAGE_MODEL_STRUCTURED_OUTPUTS === "true",
    },
  };
}
