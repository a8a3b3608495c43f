import { foldCase } from "#foundation/language/tokenize";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding, AlertMention } from "./alert-types.ts";
import { type LinkedSpan, linkedSpans } from "./cut-names.ts";
import { readSentence } from "./read-sentence.ts";

/** The highest likelihood of the scale. */
const MAX_LIKELIHOOD = 3;

/** Minimum likelihood of a statement that has an effect. Denials are below it. */
const MIN_LIKELIHOOD = 1;

interface NamedSpan extends LinkedSpan {
  name: string;
}

/**
 * Computes the effect of an event on each company of the directory that it names, −1 to 1. The effect is the mean over
 * the statements of alert types that are good or bad for a company, weighted by likelihood / 3. A statement is about
 * the last company before its words, or else the first company after them. It is also about companies that "and" or a
 * comma joins to that company. Each company of a sentence can therefore have its own effect. What only the meaning of a
 * headline states is about the company that opens it, or its only one. Statements without a
 * company do not count, nor do denials and others of likelihood below 1.
 */
export function companyEffects(findings: readonly AlertFinding[], taxonomy: Taxonomy): ReadonlyMap<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { type, mentions } of findings) {
    if (type.effect === undefined) continue;
    const sign = type.effect === "good" ? 1 : -1;
    for (const mention of mentions) {
      const likelihood = mention.stated.level?.likelihood ?? taxonomy.file.fact.likelihood;
      if (likelihood < MIN_LIKELIHOOD) continue;
      for (const name of companiesOf(mention)) {
        const { sum, count } = sums.get(name) ?? { sum: 0, count: 0 };
        sums.set(name, { sum: sum + (sign * likelihood) / MAX_LIKELIHOOD, count: count + 1 });
      }
    }
  }
  return new Map([...sums].map(([name, { sum, count }]) => [name, Math.round((1_000 * sum) / count) / 1_000]));
}

/** Returns the companies that a statement is about, by their names in the directory. */
function companiesOf({ observation, sentence, from, to }: AlertMention): Set<string> {
  const spans = (observation.observation.companies ?? [])
    .flatMap(({ name, quote }): NamedSpan[] =>
      linkedSpans(sentence, [readSentence(quote).words.map(({ lower }) => lower)]).map((span) => ({ ...span, name })),
    )
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const isWhole = from === 0 && to === sentence.words.length;
  const owner = isWhole
    ? subjectAmong(spans)
    : (spans.findLast((span) => span.to <= from) ?? spans.find((span) => span.to > to || span.from >= from));
  if (owner === undefined) return new Set();
  const at = spans.indexOf(owner);
  const names = new Set([owner.name]);
  const isTied = (one: NamedSpan, next: NamedSpan) =>
    /^[\s,&]*(?:and)?\s*$/.test(
      foldCase(sentence.text.slice(sentence.words[one.to - 1]?.end ?? 0, sentence.words[next.from]?.start ?? 0)),
    );
  for (let i = at; i > 0 && isTied(spans[i - 1] as NamedSpan, spans[i] as NamedSpan); i--)
    names.add((spans[i - 1] as NamedSpan).name);
  for (let i = at; i + 1 < spans.length && isTied(spans[i] as NamedSpan, spans[i + 1] as NamedSpan); i++)
    names.add((spans[i + 1] as NamedSpan).name);
  return names;
}

/**
 * Returns the company that a whole headline is about: the one that opens it, or its only one. In "Carrier chief wants to
 * fight Veltran and Korvel" it is neither.
 */
function subjectAmong(spans: readonly NamedSpan[]): NamedSpan | undefined {
  const [first] = spans;
  return first?.from === 0 || new Set(spans.map(({ name }) => name)).size === 1 ? first : undefined;
}
