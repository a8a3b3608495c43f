/** Reads only own keys, because "constructor" is a word too. */
export const lookUp = <T>(table: Record<string, T>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
