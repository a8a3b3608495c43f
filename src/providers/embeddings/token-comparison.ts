import { isStopWord } from "#foundation/language/stop-words";

/** A question, and its words that name the kind of thing. */
export interface TokenQuestion {
  text: string;
  /** "blades" of "wind turbine rotor blades"; without any, the question's last content word counts. */
  heads: string[];
}

/** Number of values that compare a question with a text; `tokenLikeness` defines them. */
export const LIKENESS_LENGTH = 6;

/** A text as a network reads it: a state of `dimensions` numbers for each token, one after another. */
export interface TokenStates {
  tokens: string[];
  states: Float32Array;
  dimensions: number;
}

/** A question's content tokens as unit vectors. */
export interface PreparedQuestion {
  tokens: Float32Array[];
  /** Positions in `tokens`. */
  heads: number[];
}

/** Number of a text's tokens that form its beginning, where a company's main business usually stands. */
const EARLY = 20;
const SEPARATORS = new Set(["[CLS]", "[SEP]"]);
const CONTENT = /[\p{L}\p{N}]/u;

/**
 * Returns the question's tokens that are neither function words nor punctuation; all of its tokens where there are no
 * others.
 * @param headTokens tokens of the head words
 */
export function preparedQuestion(
  { tokens, states, dimensions }: TokenStates,
  headTokens: ReadonlySet<string>,
): PreparedQuestion {
  const all = [...tokens.keys()].filter((at) => !SEPARATORS.has(tokens[at] ?? ""));
  const content = all.filter((at) => CONTENT.test(tokens[at] ?? "") && !isStopWord(tokens[at] ?? ""));
  const taken = content.length > 0 ? content : all;
  const heads = [...taken.keys()].filter((i) => headTokens.has(tokens[taken[i] ?? -1] ?? ""));
  return {
    tokens: taken.map((at) => unitState(states, at, dimensions)),
    heads: heads.length > 0 ? heads : taken.slice(-1).map(() => taken.length - 1),
  };
}

/**
 * Compares by late interaction (Khattab and Zaharia 2020, "ColBERT"), without training. For each token of the question
 * it takes the greatest cosine with a token of the text. It returns the mean and the least of these, and the greatest
 * of a head's. Each is over the whole text and over its first 20 tokens.
 */
export function tokenLikeness(
  question: PreparedQuestion,
  { tokens, states, dimensions }: TokenStates,
): Float32Array<ArrayBuffer> {
  const count = question.tokens.length;
  const whole = new Float32Array(count).fill(-1);
  const early = new Float32Array(count).fill(-1);
  for (let at = 0; at < tokens.length; at++) {
    if (SEPARATORS.has(tokens[at] ?? "")) continue;
    const start = at * dimensions;
    let squares = 0;
    for (let d = 0; d < dimensions; d++) squares += (states[start + d] as number) ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let token = 0; token < count; token++) {
      const unit = question.tokens[token] as Float32Array;
      let product = 0;
      for (let d = 0; d < dimensions; d++) product += (unit[d] as number) * (states[start + d] as number);
      const cosine = product / length;
      if (cosine > (whole[token] as number)) whole[token] = cosine;
      if (at < EARLY && cosine > (early[token] as number)) early[token] = cosine;
    }
  }
  const summed = (best: Float32Array) => [
    best.reduce((sum, one) => sum + one, 0) / Math.max(1, count),
    best.reduce((least, one) => Math.min(least, one), 1),
    question.heads.reduce((greatest, at) => Math.max(greatest, best[at] ?? -1), -1),
  ];
  return Float32Array.from([...summed(whole), ...summed(early)]);
}

function unitState(states: Float32Array, at: number, dimensions: number): Float32Array {
  const state = states.slice(at * dimensions, (at + 1) * dimensions);
  const length = Math.hypot(...state) || 1;
  return state.map((value) => value / length);
}
