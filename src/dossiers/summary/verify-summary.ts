import { isGrounded, readGround } from "#foundation/language/grounding";
import { findQuotation } from "#foundation/language/quotation";
import { contentStems } from "#foundation/language/stem";
import { storableLine } from "#foundation/language/storable-text";
import type { Passage } from "../report/material.ts";
import { withoutNames } from "./subject-names.ts";
import type { SummaryAnswer } from "./summary-task.ts";

/** Number of an answer's sentences that are checked. */
const MOST_SENTENCES = 6;
/** Longest plain sentence, in characters. */
const LONGEST_SENTENCE = 400;
/**
 * Matches the beginning of a plain sentence: a word, an amount or a quotation. It must not look like a list item, which
 * Markdown would make of it.
 */
const PLAIN_BEGINNING = /^(?!\d+[.)](?:\s|$))["'“‘(]?[\p{L}\p{N}\p{Sc}]/u;
/** Maximum number of passages that support one sentence. */
const MOST_EVIDENCE = 4;

/** A verified sentence, in the model's words, and the keys of its sources. */
export interface SummarySentence {
  text: string;
  sources: string[];
}

export interface VerifiedSummary {
  stood: SummarySentence[];
  /** Number of sentences dropped. */
  fell: number;
}

/**
 * Checks an answer against the passages that were shown. Keeps a sentence if each of its quotations is in the passage
 * that it cites. These passages must also have its numbers, names and addresses (`isGrounded`), except the subject's
 * own names. Drops duplicates.
 */
export function verifySummary(
  { sentences }: SummaryAnswer,
  passages: readonly Passage[],
  subjectNames: readonly string[],
): VerifiedSummary {
  const stood = new Map<string, SummarySentence>();
  const looked = sentences.slice(0, MOST_SENTENCES);
  for (const { sentence, evidence } of looked) {
    const cited = evidence
      .slice(0, MOST_EVIDENCE)
      .map(({ passage, quote }) => quotedPassage(passages[passage - 1], quote));
    const found = cited.filter((passage) => passage !== null);
    if (found.length === 0 || found.length < cited.length) continue;
    const text = storableLine(sentence, LONGEST_SENTENCE);
    if (sentence.length > LONGEST_SENTENCE || !PLAIN_BEGINNING.test(text) || contentStems(text).length === 0) continue;
    const ground = readGround(found.map((passage) => passage.text));
    if (!isGrounded(sentence, ground) && !isGrounded(withoutNames(sentence, subjectNames), ground)) continue;
    stood.set(text, { text, sources: [...new Set(found.map(({ source }) => source))] });
  }
  return { stood: [...stood.values()], fell: looked.length - stood.size };
}

/** Returns the passage, where it contains the quotation and the quotation has content. */
function quotedPassage(passage: Passage | undefined, quote: string): Passage | null {
  if (passage === undefined || contentStems(quote).length === 0) return null;
  return findQuotation(passage.text, quote) === null ? null : passage;
}
