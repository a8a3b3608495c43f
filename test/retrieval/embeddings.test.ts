import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createEmbeddings } from "../../src/providers/embeddings/create-embeddings.ts";
import { EmbeddingsError, type EmbeddingsProvider } from "../../src/providers/embeddings/embeddings-provider.ts";
import { connectEmbeddingsEndpoint } from "../../src/providers/embeddings/endpoint-embeddings.ts";
import { loadOnnxEmbeddings } from "../../src/providers/embeddings/onnx-embeddings.ts";
import { withVectorCache } from "../../src/providers/embeddings/vector-cache.ts";

let server: Server | null = null;

interface Request {
  input: string[];
  model: string;
}

/** Starts an endpoint; the handler gets the body and the number of the request, from 1. */
async function endpoint(
  handle: (body: Request, count: number, request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  let count = 0;
  const started = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handle(JSON.parse(Buffer.concat(chunks).toString()), ++count, request, response));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/v1/`;
}

/** Answers in the API's form, last text first; each vector is its text's length. */
function answer(response: ServerResponse, input: string[]): void {
  const data = input.map((text, index) => ({ index, object: "embedding", embedding: [text.length, 0] })).reverse();
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data }));
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

describe("an OpenAI-compatible endpoint", () => {
  it("gets batches and the key, and its answers are put in order and scaled", async () => {
    const sizes: number[] = [];
    let authorization: string | undefined;
    const url = await endpoint(({ input }, _count, request, response) => {
      sizes.push(input.length);
      authorization = request.headers.authorization;
      const data = input.map((text, index) => ({ index, embedding: text === "left" ? [3, 0] : [0, 5] })).reverse();
      response.end(JSON.stringify({ data }));
    });
    const provider = await connectEmbeddingsEndpoint({ url, model: "m", apiKey: "secret", batchSize: 2 });
    const vectors = await provider.embed(["left", "right", "left"]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(sizes).toEqual([1, 2, 1]);
    expect(authorization).toBe("Bearer secret");
    expect(provider.dimensions).toBe(2);
  });

  it("that moves is not followed, and is told without the key that it repeats", async () => {
    let asked = 0;
    const url = await endpoint((_body, _count, request, response) => {
      asked++;
      response.writeHead(307, { location: "/elsewhere" }).end(`go with ${request.headers.authorization}`);
    });
    const error = await connectEmbeddingsEndpoint({ url, model: "m", apiKey: "very-secret" }).catch((e: Error) => e);
    expect(error).toBeInstanceOf(EmbeddingsError);
    expect((error as Error).message).toContain("answered 307: go with Bearer …");
    expect(asked).toBe(1);
  });

  it("is tried again when it is busy", async () => {
    const url = await endpoint(({ input }, count, _request, response) => {
      if (count === 1) response.writeHead(429, { "retry-after": "0" }).end();
      else answer(response, input);
    });
    expect((await connectEmbeddingsEndpoint({ url, model: "m" })).dimensions).toBe(2);
  });

  it.each([
    ["refuses the key", 401, "bad key", /answered 401: bad key/],
    ["does not speak the API", 200, "<html>", /form of OpenAI's embeddings/],
    ["gives too few vectors", 200, '{"data":[{"index":1,"embedding":[1]}]}', /1 vectors for 1 texts/],
  ])("that %s is an error that says so, without the key", async (_what, status, body, message) => {
    const url = await endpoint((_body, _count, _request, response) => response.writeHead(status).end(body));
    const failure = connectEmbeddingsEndpoint({ url, model: "m", apiKey: "secret" });
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toMatchObject({ retryable: false });
    await expect(failure).rejects.not.toThrow(/secret/);
  });

  it("that does not answer is an error in time", async () => {
    const url = await endpoint(() => {});
    await expect(connectEmbeddingsEndpoint({ url, model: "m", timeoutMs: 50, retries: 0 })).rejects.toThrow(
      /did not answer within 50 ms/,
    );
  });
});

describe("a vector cache", () => {
  const folder = mkdtempSync(join(tmpdir(), "vector-cache-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("asks for each text once, also after a restart and a torn write", async () => {
    const asked: string[] = [];
    const provider: EmbeddingsProvider = {
      name: "lengths",
      dimensions: 2,
      embed: async (texts) => {
        asked.push(...texts);
        return texts.map((text) => Float32Array.of(text.length, 1));
      },
    };
    await withVectorCache(provider, folder).embed(["a", "bb", "a"]);
    const [file = ""] = readdirSync(folder);
    appendFileSync(join(folder, file), Buffer.alloc(7));
    const vectors = await withVectorCache(provider, folder).embed(["ccc", "bb"]);
    const again = await withVectorCache(provider, folder).embed(["ccc", "bb"]);
    expect(asked).toEqual(["a", "bb", "ccc"]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [3, 1],
      [2, 1],
    ]);
    expect(again).toEqual(vectors);
  });
});

describe("the configured embeddings", () => {
  const nothing = { modelDir: undefined, url: undefined, model: undefined, apiKey: undefined };

  it("are none for word2vec, which the index trains itself", async () => {
    expect(await createEmbeddings({ kind: "word2vec", ...nothing })).toBeNull();
  });

  it("say what is missing", async () => {
    await expect(createEmbeddings({ kind: "onnx", ...nothing })).rejects.toThrow(/EMBEDDINGS_MODEL_DIR/);
    await expect(createEmbeddings({ kind: "endpoint", ...nothing })).rejects.toThrow(EmbeddingsError);
    await expect(loadOnnxEmbeddings(join(tmpdir(), "no-such-model"))).rejects.toThrow(/No model\.onnx/);
  });
});
