import type { FeatureName } from "./features.ts";

/**
 * Logistic regression over a candidate's features, trained by bench/quality/train-judge.py on 84 judged questions with and
 * without a sentence model. Not to be edited by hand.
 */
export const OFFER_WEIGHTS: Record<FeatureName, number> = {
  allBest: 0.3216,
  allMain: 2.0309,
  allRecord: -0.8159,
  classes: 0.9183,
  coreBest: 0.419,
  coreLabels: -2.614,
  coreMain: -1.33,
  coreRecord: 0.7193,
  coreWords: 1.1622,
  density: 0.294,
  earliness: -0.042,
  feedback: 2.5947,
  hasRole: 0.0765,
  hasSeeds: -1.1483,
  hasSentences: -0.6478,
  headAny: 0.0204,
  headLabels: 0.8311,
  headMain: 0.3713,
  lexical: 0.4986,
  offerLabels: -0.3876,
  offerMain: -0.0304,
  offerName: 0.4384,
  offerOthers: 0.0592,
  phraseAny: 0.5915,
  phraseMain: -0.2333,
  places: 0.3654,
  qualifiersAny: -0.0778,
  qualifiersMain: 0.3018,
  relevance: -0.1134,
  roleFirst: 0.4935,
  roleMain: -0.116,
  seeds: 1.9527,
  sentenceCosine: -0.5547,
  sentences: 1.4379,
  standing: 3.5464,
  wordCosine: 0.4467,
  words: 0.3021,
};
export const OFFER_BIAS = -7.7358;
