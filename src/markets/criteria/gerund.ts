import { baseForm } from "#foundation/language/wordnet";

/** Returns the -ing form of a verb's base form. */
export function gerund(verb: string): string {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  const doubled = `${verb}${verb.at(-1)}ing`;
  if (/^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) && baseForm(doubled, "verb") === verb) return doubled;
  return `${verb}ing`;
}
