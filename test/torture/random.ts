import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Choices that a seed repeats. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability, 0–1. */
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Choices of their own for one actor, so that others do not change them. */
  fork(): Random;
}

const MILLION = 1_000_000;

/** @param seed any 32-bit number */
export function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const between = (low: number, high: number) => uniformInt(generator, low, high);
  return {
    between,
    chance: (probability) => between(1, MILLION) <= probability * MILLION,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    fork: () => randomOf(between(0, 0x7fffffff)),
  };
}
