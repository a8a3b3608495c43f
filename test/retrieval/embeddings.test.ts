import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { type Adapter, adaptedName, readAdapter, withAdapter } from "#providers/embeddings/adapter";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import { EmbeddingsError, type EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { endpointEmbeddings } from "#providers/embeddings/endpoint-embeddings";
import { loadOnnxEmbeddings } from "#providers/embeddings/onnx-embeddings";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import type { Pay } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";

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

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** Calls at once, without a ledger and without repeats; keeps what each was said to cost at most, and to have cost. */
function paying(): { pay: Pay; costs: { cap: number; cost: number; usage: Record<string, number> }[] } {
  const costs: { cap: number; cost: number; usage: Record<string, number> }[] = [];
  return {
    costs,
    async pay(call) {
      const { answer, costMicroUsd, usage } = await call.run(AbortSignal.timeout(call.timeoutMs));
      costs.push({ cap: call.capMicroUsd, cost: costMicroUsd, usage });
      return answer;
    },
  };
}
const { pay } = paying();

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
    const provider = endpointEmbeddings({ url, model: "m", apiKey: "secret", price: 0, batchSize: 2 });
    const vectors = await provider.embed(["left", "right", "left"], pay);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(sizes).toEqual([2, 1]);
    expect(authorization).toBe("Bearer secret");
  });

  it("costs what it counts, at most a token a byte; that where it counts nothing", async () => {
    const url = await endpoint(({ input }, count, _request, response) => {
      const data = input.map((_, index) => ({ index, embedding: [1, 2] }));
      const counted = [3, undefined, 0][count - 1];
      const usage = { prompt_tokens: counted, total_tokens: counted };
      response.end(JSON.stringify({ data, ...(counted === undefined ? {} : { usage }) }));
    });
    const { pay: counting, costs } = paying();
    const provider = endpointEmbeddings({ url, model: "m", price: 2 });
    for (let i = 0; i < 3; i++) await provider.embed(["twelve bytes"], counting);
    expect(costs).toEqual([
      { cap: 40, cost: 6, usage: { inputTokens: 3 } },
      { cap: 40, cost: 40, usage: {} },
      { cap: 40, cost: 40, usage: {} },
    ]);
  });

  it("that moves is not followed, and is told without the key that it repeats", async () => {
    let asked = 0;
    const url = await endpoint((_body, _count, request, response) => {
      asked++;
      response.writeHead(307, { location: "/elsewhere" }).end(`go with ${request.headers.authorization}`);
    });
    const provider = endpointEmbeddings({ url, model: "m", apiKey: "very-secret", price: 0 });
    const error = await provider.embed(["a"], pay).catch((e: Error) => e);
    expect(error).toBeInstanceOf(ProviderError);
    expect((error as Error).message).toContain("answered 307: go with Bearer …");
    expect(asked).toBe(1);
  });

  it.each([
    ["is busy", 429, "", { failure: "rate", retryable: true, retryAfterMs: 7_000, costMicroUsd: 0 }],
    ["refuses the key", 401, "bad key", { failure: "auth", retryable: false, message: /answered 401: bad key/ }],
    ["does not speak the API", 200, "<html>", { failure: "malformed", retryable: false }],
    ["gives too few vectors", 200, '{"data":[{"index":1,"embedding":[1]}]}', { failure: "malformed" }],
    [
      "gives vectors of two lengths",
      200,
      '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}',
      { failure: "malformed" },
    ],
    [
      "gives numbers beyond those of 32 bits",
      200,
      '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e39]}]}',
      { failure: "malformed", message: /too large/ },
    ],
  ])("that %s is an error that says so, without the key", async (_what, status, body, facts) => {
    const url = await endpoint((_body, _count, _request, response) =>
      response.writeHead(status, { "retry-after": "7" }).end(body),
    );
    const provider = endpointEmbeddings({ url, model: "m", apiKey: "secret", price: 0 });
    const error = await provider.embed(["a", "b"], pay).catch((e: Error) => e);
    expect(error).toBeInstanceOf(ProviderError);
    const { message, ...others } = facts as { message?: RegExp };
    expect(error).toMatchObject(others);
    if (message !== undefined) expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain("secret");
  });

  it("that gives vectors of another length in the next request is an error", async () => {
    const url = await endpoint(({ input }, count, _request, response) => {
      const data = input.map((_, index) => ({ index, embedding: Array(count).fill(1) }));
      response.end(JSON.stringify({ data }));
    });
    const provider = endpointEmbeddings({ url, model: "m", price: 0, batchSize: 1 });
    await expect(provider.embed(["a", "b"], pay)).rejects.toThrow("endpoint:m gave vectors of 1 and of 2 numbers");
  });

  it("that does not answer is an error in time", async () => {
    const url = await endpoint(() => {});
    const provider = endpointEmbeddings({ url, model: "m", price: 0, timeoutMs: 50 });
    await expect(provider.embed(["a"], pay)).rejects.toMatchObject({ failure: "timeout" });
  });
});

describe("a vector cache", () => {
  const folder = mkdtempSync(join(tmpdir(), "vector-cache-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("asks for each text once, also after a restart and a torn write", async () => {
    const asked: string[] = [];
    const provider: EmbeddingsProvider = {
      name: "lengths",
      embed: async (texts) => {
        asked.push(...texts);
        return texts.map((text) => Float32Array.of(text.length, 1));
      },
    };
    await withVectorCache(provider, folder).embed(["a", "bb", "a"], pay);
    const [file = ""] = readdirSync(folder);
    appendFileSync(join(folder, file), Buffer.alloc(7));
    const vectors = await withVectorCache(provider, folder).embed(["ccc", "bb"], pay);
    const again = await withVectorCache(provider, folder).embed(["ccc", "bb"], pay);
    expect(asked).toEqual(["a", "bb", "ccc"]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [3, 1],
      [2, 1],
    ]);
    expect(again).toEqual(vectors);
  });

  it("begins anew for a model that gives vectors of another length", async () => {
    let length = 2;
    let asked = 0;
    const provider: EmbeddingsProvider = {
      name: "changing",
      embed: async (texts) => {
        asked += texts.length;
        return texts.map(() => new Float32Array(length).fill(1));
      },
    };
    await withVectorCache(provider, folder).embed(["a", "bb"], pay);
    length = 3;
    const vectors = await withVectorCache(provider, folder).embed(["a", "ccc"], pay);
    expect(vectors.map((vector) => vector.length)).toEqual([3, 3]);
    expect(await withVectorCache(provider, folder).embed(["a", "ccc"], pay)).toEqual(vectors);
    // Two before, "ccc" alone, then both.
    expect(asked).toBe(5);
  });

  it("gives up on a model that changes the length while it is asked", async () => {
    let asked = 0;
    const wavering = (name: string, lengthOf: (position: number) => number): EmbeddingsProvider => ({
      name,
      embed: async (texts) => {
        if (++asked > 20) throw new Error("it is asked for ever");
        return texts.map((_, i) => new Float32Array(lengthOf(i)).fill(1));
      },
    });
    // 256 texts are asked for together.
    const texts = Array.from({ length: 300 }, (_, i) => `text ${i}`);
    const between = withVectorCache(
      wavering("between calls", () => 1 + (asked % 2)),
      folder,
    );
    await expect(between.embed(texts, pay)).rejects.toThrow("between calls gave vectors of 2 and of 1 numbers");
    const within = withVectorCache(
      wavering("within a call", (i) => 1 + (i % 2)),
      folder,
    );
    await expect(within.embed(["a", "bb"], pay)).rejects.toThrow("within a call gave vectors of 1 and of 2 numbers");
    expect(asked).toBe(3);
  });
});

describe("an adapter", () => {
  const folder = mkdtempSync(join(tmpdir(), "market-adapter-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A dense layer as safetensors, the header padded by `padding` spaces. */
  function write(rows: number[][], padding = 0): void {
    const data = Buffer.from(Float32Array.from(rows.flat()).buffer);
    const tensor = { dtype: "F32", shape: [rows.length, rows[0]?.length], data_offsets: [0, data.length] };
    const header = Buffer.from(`${JSON.stringify({ "linear.weight": tensor })}${" ".repeat(padding)}`);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    writeFileSync(join(folder, "adapter.safetensors"), Buffer.concat([length, header, data]));
  }
  const read = (): Adapter => readAdapter(folder) ?? expect.fail("no adapter");
  const plain = { name: "m", embed: async () => [Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)] };

  it("multiplies the vectors, scales them to length 1, and is in the name under which they are kept", async () => {
    expect(readAdapter(folder)).toBeNull();
    expect(withAdapter(plain, null)).toBe(plain);
    // One number of the result a row: (0.8 + 0.6, 0.8) and (1, 1) before they are scaled. The floats begin at any byte.
    write(
      [
        [1, 1],
        [0, 1],
      ],
      3,
    );
    const model = withAdapter(plain, read());
    const [first, second] = await model.embed([]);
    expect([...(first ?? [])].map((x) => x.toFixed(4))).toEqual(["0.8682", "0.4961"]);
    expect([...(second ?? [])].map((x) => x.toFixed(4))).toEqual(["0.7071", "0.7071"]);
    expect(model.name).toMatch(/^m:adapter-[0-9a-f]{8}$/);
    expect(adaptedName("m", read())).toBe(model.name);
    write(
      [
        [1, 1],
        [0, 2],
      ],
      3,
    );
    expect(adaptedName("m", read())).not.toBe(model.name);
  });

  it("for vectors of another length, or a broken file, is an error", async () => {
    write([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    await expect(withAdapter(plain, read()).embed([])).rejects.toThrow("of 3 numbers, not of 2");
    write([[1, 0, 0]]);
    expect(() => readAdapter(folder)).toThrow(EmbeddingsError);
    writeFileSync(join(folder, "adapter.safetensors"), "torn");
    expect(() => readAdapter(folder)).toThrow(EmbeddingsError);
  });
});

describe("the configured embeddings", () => {
  const nothing = {
    isDefault: false,
    modelDir: join(tmpdir(), "no-such-model"),
    tokensDir: join(tmpdir(), "no-such-model"),
    url: undefined,
    model: undefined,
    apiKey: undefined,
    price: 0,
  };

  it("are none for word2vec, which the index trains itself", async () => {
    expect(await createEmbeddings({ kind: "word2vec", ...nothing })).toBeNull();
  });

  it.each([
    [{ EMBEDDINGS: "endpoint" }, ["EMBEDDINGS_URL", "EMBEDDINGS_MODEL,", "EMBEDDINGS_PRICE"]],
    [{ EMBEDDINGS: "endpoint", EMBEDDINGS_URL: "http://me:secret@127.0.0.1/v1" }, ["EMBEDDINGS_URL must"]],
  ])("of %o are mistakes of the configuration, told together", (given, missing) => {
    const mistakes = () => readConfig(given);
    for (const variable of missing) expect(mistakes).toThrow(variable);
  });

  it("say what is missing", async () => {
    await expect(createEmbeddings({ kind: "onnx", ...nothing })).rejects.toThrow(/no model\.onnx/);
    await expect(createEmbeddings({ kind: "endpoint", ...nothing })).rejects.toThrow(EmbeddingsError);
    await expect(loadOnnxEmbeddings(join(tmpdir(), "no-such-model"))).rejects.toThrow(/no model\.onnx/);
  });
});
