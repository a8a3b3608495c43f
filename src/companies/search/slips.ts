/** Letters that people may type: the Latin letters of European names, and digits. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœšžł"];

/**
 * Returns every word at one edit's distance: a letter missing, extra or wrong, or two neighbours swapped (Damerau
 * 1964). Candidates are generated as in Norvig's "How to Write a Spelling Corrector" (2007). There are about 140 per
 * letter of the word.
 */
export function slipsOf(word: string): string[] {
  const letters = [...word];
  const slips = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join("");
    const [here, next, ...rest] = letters.slice(at);
    const after = letters.slice(at).join("");
    const behind = letters.slice(at + 1).join("");
    for (const letter of LETTERS) {
      slips.add(before + letter + after);
      if (here !== undefined) slips.add(before + letter + behind);
    }
    if (here !== undefined) slips.add(before + behind);
    if (here !== undefined && next !== undefined) slips.add(before + next + here + rest.join(""));
  }
  slips.delete(word);
  return [...slips];
}
