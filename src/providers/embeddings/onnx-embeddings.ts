import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EmbeddingsError, type LocalEmbeddings, normalize } from "./embeddings-provider.ts";
import { type ModelSettings, readModelSettings, readTokenizerFiles } from "./model-folder.ts";
import { type PreparedQuestion, preparedQuestion, type TokenStates, tokenLikeness } from "./token-comparison.ts";
import { textDigest } from "./vector-file.ts";

/** The used part of onnxruntime-node, an optional package. */
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

/** The used part of @huggingface/tokenizers. */
interface TokenizersPackage {
  Tokenizer: new (tokenizer: object, config: object) => { encode(text: string): { ids: number[]; tokens: string[] } };
}

export interface OnnxEmbeddingsOptions {
  /** Threads per run; by default the runtime's own choice (all cores). */
  threads?: number;
}

const MODEL_FILES = ["model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx"];
const TOKENIZER_FILES = ["tokenizer.json", "tokenizer_config.json"];
/**
 * Number of a text's tokens that are compared. The median company's text has 90 tokens, and its main business stands
 * first.
 */
const COMPARED_TOKENS = 80;
/** Optional, because it is large and does not support every machine. */
const RUNTIME = "onnxruntime-node";
/** Loaded with the model, not in every process that could use one. */
const TOKENIZERS = "@huggingface/tokenizers";

/**
 * Names the model of a folder and everything that affects its vectors of documents.
 * @throws EmbeddingsError where the folder asks for something unsupported
 */
export const onnxModelName = (folder: string): string => nameOf(folder, readModelSettings(folder));

function nameOf(folder: string, { pooling, maxTokens, prompts }: ModelSettings): string {
  const parts = [basename(resolve(folder)), maxTokens];
  if (pooling !== "mean") parts.push(pooling);
  if (prompts.document !== "") parts.push(textDigest(prompts.document).slice(0, 8));
  return ["onnx", ...parts].join(":");
}

/** Returns what a sentence model of this folder lacks here, without loading it; null where nothing is missing. */
export function missingForOnnx(folder: string): string | null {
  const directory = resolve(folder);
  if (!MODEL_FILES.some((file) => existsSync(join(directory, file))))
    return `no ${MODEL_FILES.join(" or ")} in the model folder ${folder}`;
  const file = TOKENIZER_FILES.find((one) => !existsSync(join(directory, one)));
  if (file !== undefined) return `no ${file} in the model folder ${folder}`;
  const lacking = [RUNTIME, TOKENIZERS].find((name) => resolved(name, directory) === null);
  return lacking === undefined ? null : `the package ${lacking} is not installed`;
}

/**
 * Loads a sentence model from a local folder in the layout of the Hugging Face hub, such as all-MiniLM-L6-v2. Its files
 * are `tokenizer.json`, `tokenizer_config.json` and `model.onnx` (or `onnx/model_quantized.onnx`, …). Token vectors are
 * pooled as the folder says (`readModelSettings`) and scaled to length 1, as in the sentence-transformers family
 * (Reimers and Gurevych 2019). Texts go through the network one by one. In a batch, the padding and the scales of 8-bit
 * arithmetic would make a vector depend on its neighbours. On one core a batch is no faster either.
 *
 * The optional package onnxruntime-node may be missing; it is looked for in this project and in the folder.
 * @throws EmbeddingsError when a file or package is missing, or does not load
 */
export async function loadOnnxEmbeddings(
  folder: string,
  { threads }: OnnxEmbeddingsOptions = {},
): Promise<LocalEmbeddings> {
  const missing = missingForOnnx(folder);
  if (missing !== null) throw new EmbeddingsError(`The sentence model cannot be used: ${missing}.`, false);
  const directory = resolve(folder);
  const settings = readModelSettings(directory);
  const { pooling, maxTokens, prompts } = settings;
  const modelFile = MODEL_FILES.map((file) => join(directory, file)).find((file) => existsSync(file)) ?? "";
  const runtime = await loadPackage<OnnxRuntime>(RUNTIME, directory);
  const { Tokenizer } = await loadPackage<TokenizersPackage>(TOKENIZERS, directory);
  const tokenizer = new Tokenizer(...readTokenizerFiles(directory));
  const session = await runtime.InferenceSession.create(modelFile, {
    logSeverityLevel: 3,
    // The arena keeps the memory of the longest text for ever: 100 MB and more.
    enableCpuMemArena: false,
    enableMemPattern: false,
    ...(threads === undefined ? {} : { intraOpNumThreads: threads, interOpNumThreads: 1 }),
  });
  // Run at once, so that a model that does not work fails here.
  await run("dimensions");
  return {
    name: nameOf(folder, settings),
    async embed(texts, _pay, role = "document") {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await run(prompts[role] + text));
      return vectors;
    },
    async compareTokens(questions, texts) {
      const prepared: PreparedQuestion[] = [];
      for (const { text, heads } of questions) {
        const headTokens = new Set(heads.flatMap((head) => tokenizer.encode(head).tokens));
        prepared.push(preparedQuestion(await statesOf(prompts.query + text, maxTokens), headTokens));
      }
      const compared: Float32Array[] = [];
      for (const text of texts) {
        const states = await statesOf(prompts.document + text, COMPARED_TOKENS);
        compared.push(Float32Array.from(prepared.flatMap((question) => [...tokenLikeness(question, states)])));
      }
      return compared;
    },
  };

  async function run(text: string): Promise<Float32Array> {
    const { tokens, states, dimensions } = await statesOf(text, maxTokens);
    return pooling === "cls" ? normalize(states.slice(0, dimensions)) : meanPooled(states, tokens.length, dimensions);
  }

  async function statesOf(text: string, most: number): Promise<TokenStates> {
    const encoded = tokenizer.encode(text);
    const tokens = truncate(encoded.tokens, most);
    const ids = BigInt64Array.from(truncate(encoded.ids, most), BigInt);
    const dims = [1, ids.length];
    const feeds: Record<string, OnnxTensor> = {
      input_ids: new runtime.Tensor("int64", ids, dims),
      attention_mask: new runtime.Tensor("int64", new BigInt64Array(ids.length).fill(1n), dims),
    };
    if (session.inputNames.includes("token_type_ids"))
      feeds.token_type_ids = new runtime.Tensor("int64", new BigInt64Array(ids.length), dims);
    const output = await session.run(feeds);
    const states =
      output[session.outputNames.find((name) => name === "last_hidden_state") ?? session.outputNames[0] ?? ""];
    if (!(states?.data instanceof Float32Array) || states.dims.length !== 3)
      throw new EmbeddingsError("The sentence model's first output is not a matrix of floats for each text.", false);
    return { tokens, states: states.data, dimensions: states.dims[2] ?? 0 };
  }
}

/** Cuts tokens but keeps the closing separator, which the model has always seen. */
function truncate<T>(tokens: T[], maxTokens: number): T[] {
  const last = tokens.at(-1);
  return tokens.length <= maxTokens || last === undefined ? tokens : [...tokens.slice(0, maxTokens - 1), last];
}

function meanPooled(states: Float32Array, tokens: number, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let token = 0; token < tokens; token++)
    for (let d = 0; d < dimensions; d++) vector[d] = (vector[d] ?? 0) + (states[token * dimensions + d] ?? 0);
  return normalize(vector);
}

/** Returns where a package is, installed in this project or in the model's folder; null where it is missing. */
function resolved(name: string, directory: string): string | null {
  for (const base of [import.meta.url, pathToFileURL(join(directory, "package.json"))])
    try {
      return createRequire(base).resolve(name);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND"))) throw error;
    }
  return null;
}

/** Loads a package that was found. */
async function loadPackage<T>(name: string, directory: string): Promise<T> {
  try {
    const loaded = await import(pathToFileURL(resolved(name, directory) ?? "").href);
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new EmbeddingsError(`The package ${name} does not load here.`, false, { cause });
  }
}
