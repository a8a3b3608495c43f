import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { labelEsg, readMeaning } from "#intelligence/esg/label-esg";
import { ESG_CATEGORIES, type EsgLexicon, loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { esgMeaning } from "#intelligence/esg/meaning/meaning";
import { newsModel } from "#intelligence/meaning/news-model";
import trained from "../../src/intelligence/esg/meaning/esg-meaning.json" with { type: "json" };
import { temporaryFolder } from "../support/temporary-folder.ts";

const { embeddings } = readConfig({});
const works = newsModel(embeddings.kind) !== null;

async function labelsOf(lexicon: EsgLexicon, title: string): Promise<string[]> {
  const reading = labelEsg(lexicon, { title, text: "" }, { meant: await readMeaning(lexicon, [{ title, text: "" }]) });
  return ESG_CATEGORIES.flatMap((category) => reading[category]);
}

describe("labels by meaning", () => {
  it("has weights for every label of the shipped set, as it defines them", () => {
    expect(trained.labels).toEqual(loadEsgLexicon().labels.map(({ name, definition }) => ({ name, definition })));
    expect(Buffer.from(trained.weights, "base64").length).toBe(4 * (trained.dimensions + 1) * trained.labels.length);
  });

  it("leaves the patterns alone where an operator chose to have no model", () => {
    expect(esgMeaning({ ...embeddings, kind: "word2vec" })).toBeNull();
  });

  describe.runIf(works)("with the shipped model", () => {
    const meaning = works ? esgMeaning(embeddings) : null;
    const lexicon = loadEsgLexicon(undefined, meaning);
    const folder = temporaryFolder();
    let path = "";
    beforeAll(async () => {
      path = join(await folder, "own.json");
      const label = { name: "Noise", category: "social", definition: "Noise that keeps neighbours awake at night." };
      await writeFile(path, JSON.stringify({ version: "own", labels: [{ ...label, strong: ["decibel"] }] }));
    });
    afterAll(async () => {
      meaning?.stop();
      await rm(await folder, { recursive: true });
    });

    it("finds what no pattern knows, and nothing in what is told of a play or long ago", async () => {
      const told = "Intruders copied the payroll files of the grocer";
      expect(labelEsg(lexicon, { title: told, text: "" }).social).toEqual([]);
      expect(await labelsOf(lexicon, told)).toContain("Data security");
      expect(await labelsOf(lexicon, "Play about intruders who copied the payroll files of a grocer")).toEqual([]);
      expect(await labelsOf(lexicon, "In 1870 robbers copied the payroll files of the grocer")).toEqual([]);
      expect(await labelsOf(lexicon, "Grocer's quarterly sales rise")).toEqual([]);
    });

    it("finds labels of an operator's own by their definitions", async () => {
      const own = loadEsgLexicon(path, meaning);
      expect(await labelsOf(own, "Neighbours are kept awake at night by the noise of the bakery")).toEqual(["Noise"]);
      expect(await labelsOf(own, "Bakery raises its forecast for the year")).toEqual([]);
    });
  });
});
