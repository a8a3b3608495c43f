import { z } from "zod";
import { saidBy } from "../provider-error.ts";
import { EmbeddingsError, type EmbeddingsProvider, normalize } from "./embeddings-provider.ts";

export interface EndpointEmbeddingsOptions {
  /** Base URL of the API; `/embeddings` is added, e.g. "http://127.0.0.1:11434/v1". */
  url: string;
  /** Name of the model as the endpoint knows it. */
  model: string;
  apiKey?: string | undefined;
  /** Texts in one request. */
  batchSize?: number;
  timeoutMs?: number;
  /** Further tries after an answer of 429 or 5xx, or none at all. */
  retries?: number;
}

/** The answer of `POST /embeddings` in the OpenAI API; other fields are not looked at. */
const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Vectors from any endpoint that speaks OpenAI's `POST /embeddings`. The number of dimensions is asked for once, by a first
 * request. Vectors are scaled to length 1, whatever the endpoint does.
 * @throws EmbeddingsError, at once or on use, that names the address and what went wrong; the key is never in it.
 */
export async function connectEmbeddingsEndpoint(options: EndpointEmbeddingsOptions): Promise<EmbeddingsProvider> {
  const { model, apiKey, batchSize = 64, timeoutMs = 30_000, retries = 3 } = options;
  const address = `${options.url.replace(/\/+$/, "")}/embeddings`;
  const [probe] = await request(["dimensions"]);
  const dimensions = probe?.length ?? 0;
  return { name: `endpoint:${model}`, dimensions, embed };

  async function embed(texts: string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += batchSize) {
      // Some endpoints refuse an empty text.
      const batch = texts.slice(at, at + batchSize).map((text) => (text.trim() === "" ? "-" : text));
      for (const vector of await request(batch)) {
        if (vector.length !== dimensions)
          throw new EmbeddingsError(`${address} gave vectors of ${vector.length} and of ${dimensions} numbers.`, false);
        vectors.push(normalize(vector));
      }
    }
    return vectors;
  }

  async function request(input: string[]): Promise<Float32Array[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await requestOnce(input);
      } catch (error) {
        if (!(error instanceof EmbeddingsError) || !error.retryable || attempt >= retries) throw error;
        const pause =
          error instanceof BusyError && error.retryAfterMs !== null
            ? error.retryAfterMs
            : FIRST_PAUSE_MS * 2 ** attempt;
        await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE_MS, pause)));
      }
    }
  }

  async function requestOnce(input: string[]): Promise<Float32Array[]> {
    let response: Response;
    let body: string;
    try {
      response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
        body: JSON.stringify({ model, input, encoding_format: "float" }),
        // Texts and key go to the one server that is named.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      body = await response.text();
    } catch (cause) {
      const slow = cause instanceof Error && cause.name === "TimeoutError";
      throw new EmbeddingsError(
        `${address} ${slow ? `did not answer within ${timeoutMs} ms` : "cannot be reached"}.`,
        true,
        { cause },
      );
    }
    if (!response.ok) {
      const message = `${address} answered ${response.status}: ${saidBy(body, apiKey)}`;
      if (response.status === 429 || response.status >= 500) throw new BusyError(message, retryAfter(response));
      throw new EmbeddingsError(message, false);
    }
    return readAnswer(body, input.length);
  }

  function readAnswer(body: string, expected: number): Float32Array[] {
    let answer: z.infer<typeof answerSchema>;
    try {
      answer = answerSchema.parse(JSON.parse(body));
    } catch (cause) {
      throw new EmbeddingsError(
        `${address} did not answer in the form of OpenAI's embeddings: ${saidBy(body, apiKey)}`,
        false,
        { cause },
      );
    }
    // The order of the answer is given by `index`, not by position.
    const vectors = new Map(answer.data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]));
    return Array.from({ length: expected }, (_, i) => {
      const vector = vectors.get(i);
      if (!vector)
        throw new EmbeddingsError(`${address} gave ${answer.data.length} vectors for ${expected} texts.`, false);
      return vector;
    });
  }
}

/** The endpoint asks for patience; `retryAfterMs` is its own wish. */
class BusyError extends EmbeddingsError {
  constructor(
    message: string,
    readonly retryAfterMs: number | null,
  ) {
    super(message, true);
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
