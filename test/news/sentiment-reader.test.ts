import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { newsModel } from "#intelligence/meaning/news-model";
import { SENTIMENT_RULES, sentimentReader } from "#intelligence/sentiment/sentiment-reader";
import trained from "../../src/intelligence/sentiment/sentiment-heads.json" with { type: "json" };

const { embeddings } = readConfig({});
const model = newsModel(embeddings.kind);
const sign = (score: number | null | undefined) =>
  score == null ? null : Math.abs(score) < 0.1 ? 0 : Math.sign(score);

describe("the sentiment reader", () => {
  it("has three classes for texts and for names", () => {
    for (const { dimensions, weights } of [trained.whole, trained.towards])
      expect(Buffer.from(weights, "base64").length).toBe(4 * (dimensions + 1) * 3);
  });

  it("reads by rules where an operator chose to have no model", async () => {
    expect(newsModel("word2vec")).toBeNull();
    const reader = sentimentReader(null);
    const text = "Zephyr wins a record order";
    expect(await reader.ofTexts([text])).toEqual(await SENTIMENT_RULES.ofTexts([text]));
  });

  describe.runIf(model !== null)("with the bundled model", () => {
    const reader = sentimentReader(model);
    afterAll(() => model?.stop());

    it("reads what a text says of each name, in words that no rule knows", async () => {
      const texts = [
        {
          text: "Retailers defect from Norvale to Castine, whose order books are full",
          names: [["Norvale"], ["Castine"], ["Absent"]],
        },
        { text: "Volkswagen admits rigging emissions tests", names: [["Volkswagen"]] },
        { text: "The company has 120 employees and its head office is in Oulu.", names: [["Oulu"]] },
      ];
      const read = await reader.towards(texts);
      expect(read.map((scores) => scores.map(sign))).toEqual([[-1, 1, null], [-1], [0]]);
      const wholes = await reader.ofTexts(texts.map(({ text }) => text));
      expect(wholes.slice(1).map(sign)).toEqual([-1, 0]);
    });

    it("reads the same of a text beside others and alone, between −1 and 1", async () => {
      const texts = ["Profit doubled.", "The mill closes for good, 300 jobs go.", ""];
      const together = await reader.ofTexts(texts);
      for (const [i, text] of texts.entries()) expect(await reader.ofTexts([text])).toEqual([together[i]]);
      for (const score of together) expect(Math.abs(score)).toBeLessThanOrEqual(1);
      expect(together[2]).toBe(0);
    });

    it("reads passages further on too, the headline counting twice", async () => {
      const filler = `The plant stands beside the river${" and has another hall".repeat(20)}.`;
      const text = `Kestrel opens a visitor centre. ${filler} Kestrel was fined 3 million euros for poisoning the river.`;
      const [scores] = await reader.towards([{ text, names: [["Kestrel"]] }]);
      expect(sign(scores?.[0])).toBe(-1);
    });
  });
});
