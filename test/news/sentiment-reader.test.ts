import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { newsModel } from "#intelligence/meaning/news-model";
import { markedPassages } from "#intelligence/sentiment/passages";
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

  it("reads by rules where an operator chose to have no model, or where it cannot answer", async () => {
    expect(newsModel("word2vec")).toBeNull();
    expect(sentimentReader(null)).toBe(SENTIMENT_RULES);
    const silent = sentimentReader({ vectorsOf: async () => null, stop: () => {} });
    expect((await silent.ofTexts(["Zephyr wins a record order"])).map(sign)).toEqual([1]);
    const asked = [{ text: "Zephyr loses its largest order", names: [["Zephyr"], ["Absent"]] }];
    expect(await silent.towards(asked)).toEqual(await SENTIMENT_RULES.towards(asked));
  });

  it("marks names for the model, each once, whatever stands in the text", () => {
    const marked = (passage: string, ...names: string[]) =>
      markedPassages(
        passage,
        names.map((name) => [name]),
      ).map(({ name, text }) => [name, text.replace(/\s+/g, " ").trim()]);
    expect(marked("Ember® beats Quill's offer", "Ember", "Quill")).toEqual([
      [0, "¤ ® beats ¦ 's offer"],
      [1, "¦ ® beats ¤ 's offer"],
    ]);
    // A text's own signs are no names, and a name inside another is that one's.
    expect(marked("¤ 5 ¦ Bank of Tarn closes", "Tarn", "Bank of Tarn")).toEqual([[1, "5 ¤ closes"]]);
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

    it("lets rules compare figures, and takes nothing from a name alone", async () => {
      const compared = (now: number, then: number) =>
        `Turnover was EUR ${now} mn , versus EUR ${then} mn in the same period last year .`;
      expect((await reader.ofTexts([compared(22, 19), compared(19, 22)])).map(sign)).toEqual([1, -1]);
      expect(await reader.towards([{ text: "Kestrel", names: [["Kestrel"]] }])).toEqual([[0]]);
    });

    it("reads passages further on too", async () => {
      const filler = `The plant stands beside the river${" and has another hall".repeat(20)}.`;
      const text = `Kestrel opens a visitor centre. ${filler} Kestrel was fined 3 million euros for poisoning the river.`;
      const [scores] = await reader.towards([{ text, names: [["Kestrel"]] }]);
      expect(sign(scores?.[0])).toBe(-1);
    });
  });
});
