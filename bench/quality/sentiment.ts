import { readFileSync } from "node:fs";
import type { SentimentReader } from "#intelligence/sentiment/sentiment-reader";
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
export async function measureSentiment(
  reader: SentimentReader,
  file: string,
): Promise<Record<"development" | "heldBack", Figures & { wrong: string[] }>> {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  const labelled = lines.map((line): Labelled => {
    const [label = "", text = ""] = line.split("\t");
    return { label, text };
  });
  return {
    development: await figures(
      reader,
      labelled.filter((_, i) => i % 2 === 0),
    ),
    heldBack: await figures(
      reader,
      labelled.filter((_, i) => i % 2 === 1),
    ),
  };
}

async function figures(reader: SentimentReader, set: Labelled[]): Promise<Figures & { wrong: string[] }> {
  const scores = await reader.ofTexts(set.map(({ text }) => text));
  const scored = set.map((one, i) => ({ ...one, score: scores[i] ?? 0 }));
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
export async function measureFinancial(reader: SentimentReader, file: string, part: string): Promise<FinancialFigures> {
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .filter(([itsPart]) => itsPart === part)
    .map(([, label = "", targets = "", text = ""]) => ({
      label,
      text,
      named: targets === "" ? [] : targets.split(",").map((one) => one.split("=")),
    }));
  const wholes = await reader.ofTexts(rows.map(({ text }) => text));
  const towards = await reader.towards(
    rows.map(({ text, named }) => ({ text, names: named.map(([name = ""]) => [name]) })),
  );
  const outcomes: { kind: "sentences" | "targets"; label: string; given: string; text: string }[] = [];
  for (const [at, { label, text, named }] of rows.entries()) {
    if (label !== "") outcomes.push({ kind: "sentences", label, given: classOf(wholes[at] ?? 0), text });
    named.forEach(([name, wanted = ""], i) => {
      outcomes.push({
        kind: "targets",
        label: wanted,
        given: classOf(towards[at]?.[i] ?? 0),
        text: `${name}: ${text}`,
      });
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
export function measurePublicSet(reader: SentimentReader, file: string): Promise<PublicFigures> {
  const bytes = readFileSync(file);
  const isJson = /^\s*\[/.test(bytes.subarray(0, 64).toString("latin1"));
  return isJson
    ? entities(reader, JSON.parse(bytes.toString("utf8")) as Annotated[])
    : phrases(reader, bytes.toString("latin1"));
}

async function phrases(reader: SentimentReader, text: string): Promise<PublicFigures> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes("@"));
  const scores = await reader.ofTexts(lines.map((line) => line.slice(0, line.lastIndexOf("@"))));
  const outcomes = lines.map((line, i) => ({
    label: line
      .slice(line.lastIndexOf("@") + 1)
      .trim()
      .toLowerCase(),
    given: classOf(scores[i] ?? 0),
  }));
  return summarise("phrases", outcomes, null);
}

/** An entity is read by its name, so that two annotations of one name in a text get the same class. */
async function entities(reader: SentimentReader, texts: readonly Annotated[]): Promise<PublicFigures> {
  const named = texts.map(({ content, annotations }) => ({
    text: content,
    names: [...new Set(annotations.map(({ value }) => value))],
  }));
  const towards = await reader.towards(named.map(({ text, names }) => ({ text, names: names.map((name) => [name]) })));
  const wholes = await reader.ofTexts(named.map(({ text }) => text));
  const outcomes = texts.flatMap(({ annotations }, i) =>
    annotations.map(({ value, label }) => ({
      label: label.toLowerCase(),
      given: classOf(towards[i]?.[named[i]?.names.indexOf(value) ?? -1] ?? 0),
    })),
  );
  const whole = texts.flatMap(({ annotations }, i) =>
    annotations.map(({ label }) => ({ label: label.toLowerCase(), given: classOf(wholes[i] ?? 0) })),
  );
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
