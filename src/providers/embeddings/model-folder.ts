import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { EmbeddingsError, type TextRole } from "./embeddings-provider.ts";

/** How to use a sentence model, as its folder states. */
export interface ModelSettings {
  /** What represents a text: the mean of its tokens' states, or the state of its first token. */
  pooling: "mean" | "cls";
  /** Longest input in tokens, including separators; the rest is cut off. */
  maxTokens: number;
  /** Text put before each input, by role. */
  prompts: Record<TextRole, string>;
}

/** Settings where the folder states none. MiniLM was trained on 128 tokens (model card of all-MiniLM-L6-v2). */
const DEFAULT: ModelSettings = { pooling: "mean", maxTokens: 128, prompts: { query: "", document: "" } };

/** The supported modules, which turn token states into a vector; any other module would compute something else. */
const KNOWN_MODULES = ["Transformer", "Pooling", "Normalize"];

const modules = z.array(z.object({ type: z.string() }));
const limits = z.object({ max_seq_length: z.number().int().min(3).nullish() });
const prompts = z.object({ prompts: z.record(z.string(), z.string().nullable()).nullish() });
/** One flag per mode, or, in newer folders, the name of the mode. */
const poolings = z.looseObject({ pooling_mode: z.string().nullish(), include_prompt: z.boolean().nullish() });

/**
 * Reads the files in which the sentence-transformers library stores pooling, length and prompts; each is optional:
 * `modules.json`, `1_Pooling/config.json`, `sentence_bert_config.json` and `config_sentence_transformers.json`.
 * @throws EmbeddingsError when one of them is unreadable, or asks for something unsupported
 */
export function readModelSettings(folder: string): ModelSettings {
  const others = (readOptional(folder, "modules.json", modules) ?? [])
    .map(({ type }) => type.split(".").at(-1) ?? type)
    .filter((name) => !KNOWN_MODULES.includes(name));
  if (others.length > 0) throw unsupported(folder, `the module ${others.join(", ")}`);
  const named = readOptional(folder, "config_sentence_transformers.json", prompts)?.prompts ?? {};
  return {
    pooling: readPooling(folder),
    maxTokens: readOptional(folder, "sentence_bert_config.json", limits)?.max_seq_length ?? DEFAULT.maxTokens,
    // The names that the library itself tries for documents, in its order.
    prompts: { query: named.query ?? "", document: named.document ?? named.passage ?? named.corpus ?? "" },
  };
}

function readPooling(folder: string): ModelSettings["pooling"] {
  const config = readOptional(folder, join("1_Pooling", "config.json"), poolings);
  if (config === null) return DEFAULT.pooling;
  if (config.include_prompt === false) throw unsupported(folder, "pooling without the prompt");
  const modes = config.pooling_mode
    ? [config.pooling_mode]
    : Object.keys(config).filter((key) => key.startsWith("pooling_mode_") && config[key] === true);
  const [mode, ...more] = modes.map((one) => one.replace(/^pooling_mode_/, "").replace(/_tokens?$/, ""));
  if (more.length > 0 || (mode !== "mean" && mode !== "cls"))
    throw unsupported(folder, `pooling by ${[mode, ...more].join(" and ")}`);
  return mode;
}

const unsupported = (folder: string, what: string) =>
  new EmbeddingsError(`The model folder ${folder} asks for ${what}, which is not supported.`, false);

const readOptional = <T>(folder: string, file: string, schema: z.ZodType<T>): T | null =>
  existsSync(join(folder, file)) ? readModelFile(folder, file, schema) : null;

/**
 * Reads a JSON file of a model's folder. @throws EmbeddingsError where it cannot be read, or does not fit the schema
 */
export function readModelFile<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
  } catch (cause) {
    throw new EmbeddingsError(`The model folder ${folder} has no readable ${file}.`, false, { cause });
  }
}

/** Reads the two files that a tokenizer consists of, without checking their contents. */
export function readTokenizerFiles(folder: string): [tokenizer: object, config: object] {
  const anything = z.custom<object>();
  return [readModelFile(folder, "tokenizer.json", anything), readModelFile(folder, "tokenizer_config.json", anything)];
}
