import modifiers from "./modifiers.json" with { type: "json" };

/** Nouns that companies use more before other nouns than by themselves (bench/quality/train-modifiers.ts). */
export const MODIFIERS = new Set<string>(modifiers);
