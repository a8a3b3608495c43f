import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EmbeddingsError, type EmbeddingsProvider, normalize } from "./embeddings-provider.ts";

/** What is used of onnxruntime-node, an optional package. */
interface OnnxTensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}
interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
}
interface OnnxRuntime {
  InferenceSession: { create(path: string, options: Record<string, unknown>): Promise<OnnxSession> };
  Tensor: new (type: "int64", data: BigInt64Array, dims: number[]) => OnnxTensor;
}

/** What is used of @huggingface/tokenizers, an optional package. */
interface Tokenizer {
  encode(text: string): { ids: number[]; attention_mask: number[] };
}
interface TokenizersPackage {
  Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
}

export interface OnnxEmbeddingsOptions {
  /** Longest input in tokens; what is beyond is cut off. MiniLM was trained on 128 (model card of all-MiniLM-L6-v2). */
  maxTokens?: number;
  /** Texts that go through the network at once. */
  batchSize?: number;
  /** Threads of one run; the runtime's own choice (all cores) when not given. */
  threads?: number;
}

const MODEL_FILES = ["model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx"];

/**
 * A sentence model from a local folder in the layout of the Hugging Face hub: `tokenizer.json`, `tokenizer_config.json` and
 * `model.onnx` (or `onnx/model_quantized.onnx`, …), such as all-MiniLM-L6-v2. Token vectors are averaged over the
 * attention mask and scaled to length 1, as the sentence-transformers family does (Reimers and Gurevych 2019).
 *
 * Needs the packages onnxruntime-node and @huggingface/tokenizers. They are not dependencies, because they are heavy
 * (210 MB). They are looked up in this project and in the folder itself (`npm install --prefix FOLDER …`).
 * @throws EmbeddingsError when a file or package is missing.
 */
export async function loadOnnxEmbeddings(
  folder: string,
  options: OnnxEmbeddingsOptions = {},
): Promise<EmbeddingsProvider> {
  const { maxTokens = 128, batchSize = 32, threads } = options;
  const directory = resolve(folder);
  const modelFile = MODEL_FILES.map((file) => join(directory, file)).find((file) => existsSync(file));
  if (!modelFile) throw new EmbeddingsError(`No ${MODEL_FILES.join(" or ")} in the model folder ${folder}.`, false);
  const runtime = await loadOptional<OnnxRuntime>("onnxruntime-node", directory);
  const { Tokenizer } = await loadOptional<TokenizersPackage>("@huggingface/tokenizers", directory);
  const tokenizer = new Tokenizer(readJson(directory, "tokenizer.json"), readJson(directory, "tokenizer_config.json"));
  const session = await runtime.InferenceSession.create(modelFile, {
    logSeverityLevel: 3,
    ...(threads === undefined ? {} : { intraOpNumThreads: threads, interOpNumThreads: 1 }),
  });

  // Asked at once, so that a model that does not work is told here.
  const dimensions = (await run(["dimensions"]))[0]?.length ?? 0;
  return { name: `onnx:${basename(directory)}:${maxTokens}`, embed };

  async function embed(texts: string[]): Promise<Float32Array[]> {
    // Texts of like length share a batch, so that little is padded.
    const order = texts.map((_, i) => i).sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
    const vectors: Float32Array[] = new Array(texts.length);
    for (let at = 0; at < order.length; at += batchSize) {
      const batch = order.slice(at, at + batchSize);
      const rows = await run(batch.map((i) => texts[i] ?? ""));
      batch.forEach((i, row) => {
        vectors[i] = rows[row] ?? new Float32Array(dimensions);
      });
    }
    return vectors;
  }

  async function run(texts: string[]): Promise<Float32Array[]> {
    const encoded = texts.map((text) => truncate(tokenizer.encode(text).ids, maxTokens));
    const length = Math.max(...encoded.map((ids) => ids.length));
    const ids = new BigInt64Array(texts.length * length);
    const mask = new BigInt64Array(texts.length * length);
    encoded.forEach((row, r) => {
      row.forEach((id, c) => {
        ids[r * length + c] = BigInt(id);
        mask[r * length + c] = 1n;
      });
    });
    const dims = [texts.length, length];
    const feeds: Record<string, OnnxTensor> = {
      input_ids: new runtime.Tensor("int64", ids, dims),
      attention_mask: new runtime.Tensor("int64", mask, dims),
    };
    if (session.inputNames.includes("token_type_ids"))
      feeds.token_type_ids = new runtime.Tensor("int64", new BigInt64Array(ids.length), dims);
    const output = await session.run(feeds);
    const states =
      output[session.outputNames.find((name) => name === "last_hidden_state") ?? session.outputNames[0] ?? ""];
    if (!(states?.data instanceof Float32Array) || states.dims.length !== 3)
      throw new EmbeddingsError("The sentence model's first output is not a matrix of floats for each text.", false);
    return meanPooled(states.data, encoded, length, states.dims[2] ?? 0);
  }
}

/** Keeps the closing separator, which the model has always seen. */
function truncate(ids: number[], maxTokens: number): number[] {
  const last = ids.at(-1);
  return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
}

function meanPooled(states: Float32Array, rows: number[][], length: number, dimensions: number): Float32Array[] {
  return rows.map((ids, row) => {
    const vector = new Float32Array(dimensions);
    for (let token = 0; token < ids.length; token++) {
      const from = (row * length + token) * dimensions;
      for (let d = 0; d < dimensions; d++) vector[d] = (vector[d] ?? 0) + (states[from + d] ?? 0);
    }
    return normalize(vector);
  });
}

function readJson(directory: string, file: string): object {
  try {
    return JSON.parse(readFileSync(join(directory, file), "utf8"));
  } catch (cause) {
    throw new EmbeddingsError(`The model folder ${directory} has no readable ${file}.`, false, { cause });
  }
}

async function loadOptional<T>(name: string, directory: string): Promise<T> {
  for (const base of [import.meta.url, pathToFileURL(join(directory, "package.json"))]) {
    try {
      const loaded = await import(pathToFileURL(createRequire(base).resolve(name)).href);
      return loaded.default ?? loaded;
    } catch (error) {
      if (!isNotFound(error))
        throw new EmbeddingsError(`The package ${name} does not load here.`, false, { cause: error });
    }
  }
  throw new EmbeddingsError(
    `The sentence model needs the package ${name}: npm install --prefix ${directory} onnxruntime-node @huggingface/tokenizers`,
    false,
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND");
}
