import { sentimentOf } from "#foundation/language/sentiment";
import { comparisonIn } from "#foundation/language/sentiment-comparison";
import { sentimentTowards } from "#foundation/language/target-sentiment";
import type { BackgroundModel } from "../meaning/background-model.ts";
import { probabilities, type TrainedHead, trainedHead } from "../meaning/trained-head.ts";
import { markedPassages, passagesOf, saysMore } from "./passages.ts";
import trained from "./sentiment-heads.json" with { type: "json" };

/** A text with the spellings of each name in it. */
export interface TextWithNames {
  text: string;
  names: readonly (readonly string[])[];
}

/** Reads how good or bad texts are for those whom they are about: −1 (bad) to 1 (good). Between −0.1 and 0.1 is neutral. */
export interface SentimentReader {
  /** Returns the sentiment of each text. */
  ofTexts(texts: readonly string[]): Promise<number[]>;
  /** Returns the sentiment of each text towards each of its names; null for a name that it does not have. */
  towards(texts: readonly TextWithNames[]): Promise<(number | null)[][]>;
}

/** Reads by rules alone (docs/news.md). */
export const SENTIMENT_RULES: SentimentReader = {
  ofTexts: async (texts) => texts.map(sentimentOf),
  towards: async (texts) => texts.map(({ text, names }) => sentimentTowards(text, names)),
};

/** The first passage, a headline, counts double: the rest is often background. */
const FIRST_WEIGHT = 2;
/** Number of passages at the head of a text that are read for the whole text. */
const HEAD_PASSAGES = 2;
/** Number of passages that are read for each name. */
const NAMED_PASSAGES = 3;

/** A passage as the model gets it, and whose it is. */
interface Asked {
  text: number;
  name: number;
  passage: string;
  weight: number;
  /** Set where the model is not asked: it cannot tell which of two figures is larger, and a name alone says nothing. */
  computed: number | null;
}

/** Reads by the news model where it runs, and by rules where it does not answer. */
export function sentimentReader(model: BackgroundModel | null): SentimentReader {
  if (model === null) return SENTIMENT_RULES;
  const { vectorsOf } = model;
  const [whole, towards] = [trainedHead(trained.whole), trainedHead(trained.towards)];

  /** Returns the scores of passages, or null where the model cannot answer. */
  async function scores(head: TrainedHead, asked: readonly Asked[]): Promise<number[] | null> {
    const open = asked.filter(({ computed }) => computed === null);
    const vectors = await vectorsOf(open.map(({ passage }) => passage));
    if (vectors === null) return null;
    const read = new Map(vectors.map((vector, i) => [open[i], scoreOf(probabilities(head, vector))]));
    return asked.map((one) => one.computed ?? read.get(one) ?? 0);
  }

  return {
    async ofTexts(texts) {
      const asked = texts.flatMap(headPassages);
      const found = await scores(whole, asked);
      if (found === null) return SENTIMENT_RULES.ofTexts(texts);
      const means = weightedMeans(asked, found);
      return texts.map((_, i) => means.get(keyOf(i, 0)) ?? 0);
    },
    async towards(texts) {
      const asked = texts.flatMap(namedPassages);
      const found = await scores(towards, asked);
      if (found === null) return SENTIMENT_RULES.towards(texts);
      const means = weightedMeans(asked, found);
      return texts.map(({ names }, i) => names.map((_, name) => means.get(keyOf(i, name)) ?? null));
    },
  };
}

const weightOf = (at: number): number => (at === 0 ? FIRST_WEIGHT : 1);

/** Returns the passages that are read for a whole text. */
const headPassages = (text: string, of: number): Asked[] =>
  passagesOf(text)
    .slice(0, HEAD_PASSAGES)
    .map((passage, at) => {
      const computed = comparesFigures(passage) ? sentimentOf(passage) || null : null;
      return { text: of, name: 0, passage, weight: weightOf(at), computed };
    });

/** Returns the passages that are read for each name of a text, with its mark. */
function namedPassages({ text, names }: TextWithNames, of: number): Asked[] {
  const all = passagesOf(text).flatMap((passage, at) => {
    const computed = comparesFigures(passage) ? sentimentTowards(passage, names) : [];
    return markedPassages(passage, names).map(
      (marked): Asked => ({
        text: of,
        name: marked.name,
        passage: marked.text,
        weight: weightOf(at),
        computed: saysMore(marked.text) ? computed[marked.name] || null : 0,
      }),
    );
  });
  return [...Map.groupBy(all, ({ name }) => name).values()].flatMap((own) => own.slice(0, NAMED_PASSAGES));
}

const comparesFigures = (passage: string): boolean => comparisonIn(passage) !== null;

/** Returns the score of one passage; 0 where neutral is the likeliest. */
function scoreOf([negative = 0, neutral = 0, positive = 0]: readonly number[]): number {
  return neutral >= Math.max(negative, positive) ? 0 : positive - negative;
}

const keyOf = (text: number, name: number) => `${text} ${name}`;

/** Returns the mean of those scores that say something, for each text and name; 0 where none does. */
function weightedMeans(asked: readonly Asked[], scores: readonly number[]): Map<string, number> {
  const sums = new Map<string, { sum: number; weights: number }>();
  for (const [i, { text, name, weight }] of asked.entries()) {
    const into = sums.get(keyOf(text, name)) ?? { sum: 0, weights: 0 };
    const score = scores[i] ?? 0;
    if (score !== 0) {
      into.sum += weight * score;
      into.weights += weight;
    }
    sums.set(keyOf(text, name), into);
  }
  return new Map(
    [...sums].map(([key, { sum, weights }]) => [key, weights === 0 ? 0 : Math.round((sum / weights) * 1000) / 1000]),
  );
}
