import { readFileSync } from "node:fs";
import { sentimentOf } from "#foundation/language/sentiment";
import { sentimentOfSpans, sentimentTowards } from "#foundation/language/target-sentiment";
import { type Estimate, estimate } from "./bootstrap.ts";

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

/** Returns the class of a score: negative, neutral or positive. */
export function classOf(score: number): string {
  if (Math.abs(score) < NEUTRAL_BELOW) return "neutral";
  return score > 0 ? "positive" : "negative";
}

/** What the set in the manner of public ones measures. */
export interface FinancialFigures {
  /** Sentences with a label of their own. */
  sentences: Estimate & { count: number };
  /** Names in sentences, each with its own label. */
  targets: Estimate & { count: number };
  wrong: string[];
}

/** Measures one part of `part, label, name=label,…, text` lines: the class of the sentence, or of each name in it. */
export function measureFinancial(file: string, part: string): FinancialFigures {
  const outcomes: { kind: "sentences" | "targets"; label: string; given: string; text: string }[] = [];
  for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
    const [itsPart, label = "", targets = "", text = ""] = line.split("\t");
    if (itsPart !== part) continue;
    if (label !== "") outcomes.push({ kind: "sentences", label, given: classOf(sentimentOf(text)), text });
    const named = targets === "" ? [] : targets.split(",").map((one) => one.split("="));
    const scores = sentimentTowards(
      text,
      named.map(([name = ""]) => [name]),
    );
    named.forEach(([name, wanted = ""], i) => {
      outcomes.push({ kind: "targets", label: wanted, given: classOf(scores[i] ?? 0), text: `${name}: ${text}` });
    });
  }
  const of = (kind: string) => {
    const own = outcomes.filter((one) => one.kind === kind);
    return { ...estimate(own.map(({ label, given }) => Number(label === given))), count: own.length };
  };
  const wrong = outcomes.filter(({ label, given }) => label !== given);
  return {
    sentences: of("sentences"),
    targets: of("targets"),
    wrong: wrong.map(({ label, given, text }) => `${label}, given ${given}: ${text}`),
  };
}

/** What a public set measures. */
export interface PublicFigures {
  layout: "phrases" | "entities";
  /** Sentences, or entities in their texts. */
  count: number;
  accuracy: Estimate;
  /** Of the whole text's class, for entities. */
  ofWholeText: Estimate | null;
  /** Label, given class → how many. */
  confusion: Record<string, Record<string, number>>;
}

interface Annotated {
  content: string;
  annotations: { start: number; end: number; value: string; label: string }[];
}

/**
 * Measures a public set that is not part of the project. Layouts: Financial PhraseBank's (`sentence@label` a line, in
 * Latin-1) and FinEntity's (a JSON array of `{ content, annotations: [{ start, end, value, label }] }`).
 */
export function measurePublicSet(file: string): PublicFigures {
  const bytes = readFileSync(file);
  const isJson = /^\s*\[/.test(bytes.subarray(0, 64).toString("latin1"));
  return isJson ? entities(JSON.parse(bytes.toString("utf8")) as Annotated[]) : phrases(bytes.toString("latin1"));
}

function phrases(text: string): PublicFigures {
  const lines = text.split(/\r?\n/).filter((line) => line.includes("@"));
  const outcomes = lines.map((line) => {
    const at = line.lastIndexOf("@");
    return {
      label: line
        .slice(at + 1)
        .trim()
        .toLowerCase(),
      given: classOf(sentimentOf(line.slice(0, at))),
    };
  });
  return summarise("phrases", outcomes, null);
}

function entities(texts: readonly Annotated[]): PublicFigures {
  const outcomes: { label: string; given: string }[] = [];
  const whole: { label: string; given: string }[] = [];
  for (const { content, annotations } of texts) {
    const own = sentimentOfSpans(content, annotations);
    const ofText = classOf(sentimentOf(content));
    for (const [i, { label }] of annotations.entries()) {
      outcomes.push({ label: label.toLowerCase(), given: classOf(own[i] ?? 0) });
      whole.push({ label: label.toLowerCase(), given: ofText });
    }
  }
  return summarise("entities", outcomes, whole);
}

type Outcomes = readonly { label: string; given: string }[];
const accuracyOf = (outcomes: Outcomes) => estimate(outcomes.map(({ label, given }) => Number(label === given)));

function summarise(layout: PublicFigures["layout"], outcomes: Outcomes, whole: Outcomes | null): PublicFigures {
  const confusion: PublicFigures["confusion"] = {};
  for (const { label, given } of outcomes) {
    const row = confusion[label] ?? {};
    confusion[label] = { ...row, [given]: (row[given] ?? 0) + 1 };
  }
  return {
    layout,
    count: outcomes.length,
    accuracy: accuracyOf(outcomes),
    ofWholeText: whole === null ? null : accuracyOf(whole),
    confusion,
  };
}
