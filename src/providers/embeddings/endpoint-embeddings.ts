import { z } from "zod";
import { requestJson } from "../json-request.ts";
import type { ProviderCall } from "../provider-call.ts";
import { ProviderError } from "../provider-error.ts";
import { type EmbeddingsProvider, lengthOf, normalize } from "./embeddings-provider.ts";

export interface EndpointEmbeddingsOptions {
  /** Base URL of the API; `/embeddings` is added, e.g. "http://127.0.0.1:11434/v1". */
  url: string;
  /** Name of the model as the endpoint knows it. */
  model: string;
  apiKey?: string | undefined;
  /** US dollars per million tokens, which equals micro-dollars per token. */
  price: number;
  /** Texts in one request. */
  batchSize?: number;
  timeoutMs?: number;
}

const PROVIDER = "embeddings";
/** Enough for 64 texts with 4,096 numbers each, as JSON. */
const MOST_BYTES = 20_000_000;
/** Extra tokens that models add around each text. No tokenizer makes more tokens than a text has bytes. */
const TOKENS_AROUND = 8;

/** The answer of `POST /embeddings` in the OpenAI API; other fields are ignored. */
const answers = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).min(1) })),
  usage: z
    .object({ prompt_tokens: z.number().nonnegative().optional(), total_tokens: z.number().nonnegative().optional() })
    .nullish()
    .catch(null),
});

interface Answered {
  vectors: number[][];
  tokens: number | undefined;
}

/** Returns the vectors in the order of the texts, by the answer's `index` rather than its positions. */
function inOrder({ data, usage }: z.output<typeof answers>, texts: number): Answered {
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: texts }, (_, i) => byIndex.get(i) ?? []);
  // No text has zero tokens, so a count of 0 is ignored.
  return { vectors, tokens: usage?.prompt_tokens || usage?.total_tokens || undefined };
}

/** Packs floats for storage: 32 bits each, little-endian, in base64. */
const packed = (vector: readonly number[]): string => {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, 4 * i);
  return bytes.toString("base64");
};

function unpacked(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/**
 * Makes vectors through any endpoint with OpenAI's `POST /embeddings`, scaled to length 1 in any case. Sends nothing
 * before the first text. Retries and the ledger belong to whoever pays.
 */
export function endpointEmbeddings(options: EndpointEmbeddingsOptions): EmbeddingsProvider {
  const { model, apiKey, price, batchSize = 64, timeoutMs = 30_000 } = options;
  const url = `${options.url.replace(/\/+$/, "")}/embeddings`;

  /** The answer has one packed vector per text. */
  const callFor = (input: string[]): ProviderCall<string[]> => {
    const most = input.reduce((sum, text) => sum + Buffer.byteLength(text) + TOKENS_AROUND, 0);
    const capMicroUsd = Math.ceil(most * price);
    const malformed = (message: string) =>
      new ProviderError({
        provider: PROVIDER,
        failure: "malformed",
        message,
        retryable: false,
        costMicroUsd: capMicroUsd,
      });
    return {
      provider: PROVIDER,
      operation: "embed",
      model,
      request: { input },
      capMicroUsd,
      timeoutMs,
      async run(signal) {
        const { vectors, tokens } = await requestJson(
          {
            provider: PROVIDER,
            url,
            method: "POST",
            headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
            body: { model, input, encoding_format: "float" },
            apiKey,
            costMicroUsd: capMicroUsd,
            mostBytes: MOST_BYTES,
            read: (answer) => inOrder(answers.parse(answer), input.length),
          },
          signal,
        );
        const [first] = vectors;
        if (vectors.some((vector) => vector.length === 0))
          throw malformed(`${url} did not give a vector for each of ${input.length} texts`);
        if (vectors.some((vector) => vector.length !== first?.length))
          throw malformed(`${url} gave vectors of different lengths`);
        // Such a number is infinite in 32 bits and NaN once scaled, and so is every comparison with it.
        if (vectors.some((vector) => vector.some((value) => !Number.isFinite(Math.fround(value)))))
          throw malformed(`${url} gave numbers that are too large`);
        const usage: Record<string, number> = tokens === undefined ? {} : { inputTokens: tokens };
        return {
          answer: vectors.map(packed),
          costMicroUsd: tokens === undefined ? capMicroUsd : Math.ceil(tokens * price),
          usage,
        };
      },
    };
  };

  const name = `endpoint:${model}`;
  return {
    name,
    async embed(texts, pay) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += batchSize) {
        // Some endpoints refuse an empty text.
        const batch = texts.slice(at, at + batchSize).map((text) => (text.trim() === "" ? "-" : text));
        for (const text of await pay(callFor(batch))) vectors.push(normalize(unpacked(text)));
      }
      lengthOf(name, vectors);
      return vectors;
    },
  };
}
