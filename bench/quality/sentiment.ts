import { readFileSync } from "node:fs";
import { sentimentOf } from "#foundation/language/sentiment";

/** From here on a score says something (docs/news.md). */
const NEUTRAL_BELOW = 0.1;

interface Labelled {
  label: string;
  text: string;
}

interface Figures {
  sentences: number;
  /** Share with the right one of negative, neutral, positive. */
  accuracy: number;
  /** Of those that are not neutral, the share whose score has the right sign. */
  signs: number;
}

/** Odd lines are for development, even ones are held back. */
export function measureSentiment(file: string): Record<"development" | "heldBack", Figures & { wrong: string[] }> {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  const labelled = lines.map((line): Labelled => {
    const [label = "", text = ""] = line.split("\t");
    return { label, text };
  });
  return {
    development: figures(labelled.filter((_, i) => i % 2 === 0)),
    heldBack: figures(labelled.filter((_, i) => i % 2 === 1)),
  };
}

function figures(set: Labelled[]): Figures & { wrong: string[] } {
  const scored = set.map((one) => ({ ...one, score: sentimentOf(one.text) }));
  const signed = scored.filter(({ label }) => label !== "neutral");
  const wrong = scored.filter(({ label, score }) => classOf(score) !== label);
  return {
    sentences: set.length,
    accuracy: 1 - wrong.length / set.length,
    signs:
      signed.filter(({ label, score }) => Math.sign(score) === (label === "positive" ? 1 : -1)).length / signed.length,
    wrong: wrong.map(({ label, score, text }) => `${label}, scored ${score}: ${text}`),
  };
}

function classOf(score: number): string {
  if (Math.abs(score) < NEUTRAL_BELOW) return "neutral";
  return score > 0 ? "positive" : "negative";
}
