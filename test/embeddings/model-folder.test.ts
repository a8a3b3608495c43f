import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { readModelSettings } from "#providers/embeddings/model-folder";
import { loadOnnxEmbeddings, missingForOnnx, onnxModelName } from "#providers/embeddings/onnx-embeddings";
import { temporaryFolder } from "../support/temporary-folder.ts";

const shipped = readConfig({}).embeddings.modelDir;
// The runtime is an optional package.
const works = missingForOnnx(shipped) === null;

/** The shipped model under the name "model", with these files beside it. */
async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = join(await temporaryFolder(), "model");
  await mkdir(folder);
  await symlink(join(shipped, "model.onnx"), join(folder, "model.onnx"));
  for (const file of ["tokenizer.json", "tokenizer_config.json"]) await cp(join(shipped, file), join(folder, file));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), JSON.stringify(content));
  }
  return folder;
}

const POOLING = "1_Pooling/config.json";
const PROMPTS = "config_sentence_transformers.json";
const LENGTH = "sentence_bert_config.json";
const firstToken = { word_embedding_dimension: 384, pooling_mode_cls_token: true, pooling_mode_mean_tokens: false };

const LONG = "makes wind turbines ".repeat(100);

describe("a model folder of the sentence-transformers layout", () => {
  it("says by its files how texts are pooled, cut off and prompted", async () => {
    expect(readModelSettings(await folderWith({}))).toEqual({
      pooling: "mean",
      maxTokens: 128,
      prompts: { query: "", document: "" },
    });
    const folder = await folderWith({
      [POOLING]: firstToken,
      [PROMPTS]: { prompts: { query: "query: ", passage: "passage: " } },
      [LENGTH]: { max_seq_length: 16, do_lower_case: true },
      "modules.json": [
        { type: "sentence_transformers.models.Transformer" },
        { type: "sentence_transformers.models.Pooling" },
      ],
    });
    expect(readModelSettings(folder)).toEqual({
      pooling: "cls",
      maxTokens: 16,
      prompts: { query: "query: ", document: "passage: " },
    });
    expect(readModelSettings(await folderWith({ [POOLING]: { pooling_mode: "cls" } })).pooling).toBe("cls");
  });

  it("is named by all that its vectors depend on, so that no vectors of different settings are mixed", async () => {
    const names = await Promise.all(
      [
        {},
        { [POOLING]: firstToken },
        { [LENGTH]: { max_seq_length: 16 } },
        { [PROMPTS]: { prompts: { document: "passage: " } } },
        { [PROMPTS]: { prompts: { document: "text: " } } },
      ].map(async (files) => onnxModelName(await folderWith(files))),
    );
    expect(names.slice(0, 3)).toEqual(["onnx:model:128", "onnx:model:128:cls", "onnx:model:16"]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    [{ [POOLING]: { pooling_mode_max_tokens: true } }, "pooling by max"],
    [{ [POOLING]: { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true } }, "pooling by cls and mean"],
    [{ [POOLING]: { pooling_mode: "mean", include_prompt: false } }, "pooling without the prompt"],
    [{ "modules.json": [{ type: "sentence_transformers.models.Dense" }] }, "the module Dense"],
    [{ [LENGTH]: { max_seq_length: "long" } }, "no readable sentence_bert_config.json"],
  ])("is refused where it wants what is not done here: %o", async (files, message) => {
    await expect(loadOnnxEmbeddings(await folderWith(files))).rejects.toThrow(message);
  });

  it.runIf(works)("gives vectors accordingly", async () => {
    const modelWith = async (files: Record<string, unknown>) => {
      const model = await loadOnnxEmbeddings(await folderWith(files), { threads: 1 });
      return async (text: string, role?: "query" | "document") => [
        ...((await model.embed([text], undefined, role))[0] ?? []),
      ];
    };
    const plain = await modelWith({});
    const byFirst = await (await modelWith({ [POOLING]: firstToken }))("rotor blades");
    expect(byFirst).not.toEqual(await plain("rotor blades"));
    expect(Math.hypot(...byFirst)).toBeCloseTo(1, 5);
    const short = await modelWith({
      [PROMPTS]: { prompts: { query: "find: ", document: "text: " } },
      [LENGTH]: { max_seq_length: 10 },
    });
    expect(await short("rotor blades", "query")).toEqual(await plain("find: rotor blades"));
    expect(await short("rotor blades")).toEqual(await plain("text: rotor blades"));
    // Two separators, two tokens of the prompt and six words of the text.
    expect(await short(LONG)).toEqual(await plain("text: makes wind turbines makes wind turbines"));
  });
});
