import { type ScoredWord, scoredWords, scoreOf } from "./sentiment.ts";
import { relationsIn } from "./target-relations.ts";
import { sentences } from "./tokenize.ts";

/** Number of characters read: news shows its tone early. */
const MAX_LENGTH = 4_000;
/** The first sentence, a headline, counts double: the rest is often background. */
const FIRST_WEIGHT = 2;
/** Matches what begins another statement with its own subject. */
const CLAUSE_END =
  /[;:–—]|,?\s(?:while|whereas|although|though|but|as|after|amid|despite|because|when|since|unlike|than|versus|vs\.?)\s/gi;

/** The place of a name in a text; `target` is the position of the name in the list of names. */
export interface Place {
  target: number;
  start: number;
  end: number;
}

/**
 * Returns how good or bad a text is for each of the names in it, −1 to 1. Only sentences about that name count, never
 * the whole text. A sentence that names one of them is about it. In a sentence with several names, each word belongs to
 * the preceding name in its clause, or else to the next one. A clause without a name belongs to the name of the clause
 * before. Names joined by "and" or a comma share. Sentences without names belong to nobody.
 * @param targets the spellings of each name
 * @returns null for a name that no sentence has
 */
export function sentimentTowards(text: string, targets: readonly (readonly string[])[]): (number | null)[] {
  const read = text.slice(0, MAX_LENGTH);
  const sums = targets.map(() => ({ sum: 0, weights: 0, isNamed: false }));
  sentences(read).forEach(({ start, end }, i) => {
    const sentence = read.slice(start, end);
    const places = placesOf(sentence, targets);
    if (places.length === 0) return;
    const strengths = new Map<number, number>(places.map(({ target }) => [target, 0]));
    const relations = relationsIn(sentence, places);
    const add = (target: number, strength: number) => strengths.set(target, (strengths.get(target) ?? 0) + strength);
    for (const { strengths: said } of relations) for (const [target, strength] of said) add(target, strength);
    for (const word of scoredWords(sentence)) {
      // "Analysts at Fenwick downgraded Marlow": the verb has already scored both.
      if (relations.some((relation) => word.start >= relation.start && word.start < relation.end)) continue;
      for (const target of ownersOf(word, places, sentence)) add(target, word.strength);
    }
    const weight = i === 0 ? FIRST_WEIGHT : 1;
    for (const [target, strength] of strengths) {
      const into = sums[target];
      if (into === undefined) continue;
      into.isNamed = true;
      if (strength === 0) continue;
      into.sum += weight * scoreOf(strength);
      into.weights += weight;
    }
  });
  return sums.map(({ sum, weights, isNamed }) =>
    isNamed ? (weights === 0 ? 0 : Math.round((sum / weights) * 1000) / 1000) : null,
  );
}

/**
 * Returns where the names stand as whole words, in order; of two overlapping ones the longer.
 * @param targets the spellings of each name
 */
export function placesOf(sentence: string, targets: readonly (readonly string[])[]): Place[] {
  const found: Place[] = [];
  for (const [target, names] of targets.entries())
    for (const name of names)
      for (
        let start = name === "" ? -1 : sentence.indexOf(name);
        start >= 0;
        start = sentence.indexOf(name, start + 1)
      ) {
        const end = start + name.length;
        if (!/[\p{L}\p{N}]$/u.test(sentence.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(sentence.slice(end)))
          found.push({ target, start, end });
      }
  return found
    .filter(
      (one) =>
        !found.some(
          (other) =>
            other !== one &&
            other.start <= one.start &&
            one.end <= other.end &&
            other.end - other.start > one.end - one.start,
        ),
    )
    .sort((a, b) => a.start - b.start || a.target - b.target);
}

/** Returns the names that a word is about. */
function ownersOf(word: ScoredWord, places: readonly Place[], sentence: string): Set<number> {
  const only = new Set(places.map(({ target }) => target));
  const clauses = clausesOf(sentence);
  let at = clauses.findIndex(({ start, end }) => word.start >= start && word.start < end);
  if (isOfOthers(word, clauses[at], places, sentence)) return new Set();
  if (only.size === 1) return only;
  for (; at >= 0; at--) {
    const clause = clauses[at] as { start: number; end: number };
    const inside = places.filter(({ start }) => start >= clause.start && start < clause.end);
    const before = inside.findLast(({ end }) => end <= word.start);
    const owner = before ?? inside[0];
    if (owner !== undefined) return joinedWith(owner, inside, sentence);
  }
  const first = places[0];
  return first === undefined ? new Set() : joinedWith(first, places, sentence);
}

/** Whether the clause is about somebody unnamed: "… as rival gains subscribers". */
function isOfOthers(
  word: ScoredWord,
  clause: { start: number; end: number } | undefined,
  places: readonly Place[],
  sentence: string,
): boolean {
  if (clause === undefined || clause.start === 0) return false;
  if (places.some(({ start }) => start >= clause.start && start < clause.end)) return false;
  return (
    /\b(?:rivals?|competitors?|peers?|others)\s+\S*$/i.test(sentence.slice(clause.start, word.start)) ||
    /\b(?:rivals?|competitors?|peers?|others)\b[^,]{0,30}$/i.test(sentence.slice(clause.start, word.start))
  );
}

function clausesOf(sentence: string): { start: number; end: number }[] {
  const cuts = [...sentence.matchAll(CLAUSE_END)].map(({ index }) => index);
  return [0, ...cuts].map((start, i) => ({ start, end: cuts[i] ?? sentence.length }));
}

/** Returns a name with those that only "and", "&" or a comma ties to it. */
function joinedWith(owner: Place, inside: readonly Place[], sentence: string): Set<number> {
  const row = new Set([owner.target]);
  const at = inside.indexOf(owner);
  const isTied = (one: Place, next: Place) =>
    /^\s*(?:,|and|&|,\s*and|or)\s*$/.test(sentence.slice(one.end, next.start));
  for (let i = at; i > 0 && isTied(inside[i - 1] as Place, inside[i] as Place); i--)
    row.add((inside[i - 1] as Place).target);
  for (let i = at; i + 1 < inside.length && isTied(inside[i] as Place, inside[i + 1] as Place); i++)
    row.add((inside[i + 1] as Place).target);
  return row;
}
