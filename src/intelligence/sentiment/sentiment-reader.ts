import { sentimentOf } from "#foundation/language/sentiment";
import { comparisonIn } from "#foundation/language/sentiment-comparison";
import { sentimentTowards } from "#foundation/language/target-sentiment";
import type { NewsModel } from "../meaning/news-model.ts";
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
export function sentimentReader(model: NewsModel | null): SentimentReader {
  if (model === null) return SENTIMENT_RULES;
  const [whole, towards] = [trainedHead(trained.whole), trainedHead(trained.towards)];

  /** Returns the scores of passages, or null where the model cannot answer. */
  async function scores(head: TrainedHead, asked: readonly Asked[]): Promise<number[] | null> {
    const vectors = await model?.vectorsOf(asked.map(({ passage }) => passage));
    return vectors?.map((vector, i) => asked[i]?.computed ?? scoreOf(probabilities(head, vector))) ?? null;
  }

  return {
    async ofTexts(texts) {
      const asked = texts.flatMap((text, i) =>
        passagesOf(text)
          .slice(0, HEAD_PASSAGES)
          .map((passage, at): Asked => {
            const computed = comparesFigures(passage) ? sentimentOf(passage) || null : null;
            return { text: i, name: 0, passage, weight: at === 0 ? FIRST_WEIGHT : 1, computed };
          }),
      );
      const found = await scores(whole, asked);
      if (found === null) return SENTIMENT_RULES.ofTexts(texts);
      const means = weightedMeans(asked, found);
      return texts.map((_, i) => means.get(keyOf(i, 0)) ?? 0);
    },
    async towards(texts) {
      const asked = texts.flatMap(({ text, names }, i) => {
        const counts = new Map<number, number>();
        return passagesOf(text).flatMap((passage, at) => {
          const computed = comparesFigures(passage) ? sentimentTowards(passage, names) : [];
          return markedPassages(passage, names).flatMap((marked): Asked[] => {
            const count = (counts.get(marked.name) ?? 0) + 1;
            counts.set(marked.name, count);
            return count > NAMED_PASSAGES
              ? []
              : [
                  {
                    text: i,
                    name: marked.name,
                    passage: marked.text,
                    weight: at === 0 ? FIRST_WEIGHT : 1,
                    computed: saysMore(marked.text) ? computed[marked.name] || null : 0,
                  },
                ];
          });
        });
      });
      const found = await scores(towards, asked);
      if (found === null) return SENTIMENT_RULES.towards(texts);
      const means = weightedMeans(asked, found);
      return texts.map(({ names }, i) => names.map((_, name) => means.get(keyOf(i, name)) ?? null));
    },
  };
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
