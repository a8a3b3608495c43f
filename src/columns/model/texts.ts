import { type Material, recordSource, type SourceText } from "../rules/answer.ts";

/** Maximum characters of the texts in one call (about 3,500 tokens), and of one part of a text. */
export const MOST_CHARACTERS = 14_000;
const PART_CHARACTERS = 1_500;
/** Parts overlap, so that a sentence at a border is complete in one of them. */
const OVERLAP = 200;
/** Minimum letters of the words of a question that count. */
const TELLING_LETTERS = 4;

/** A part of a stored text, as the model gets it. */
export interface ShownText {
  source: SourceText;
  part: string;
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= TELLING_LETTERS);

function partsOf(text: string): string[] {
  const starts = Math.max(1, Math.ceil((text.length - OVERLAP) / (PART_CHARACTERS - OVERLAP)));
  return Array.from({ length: starts }, (_, i) => {
    const start = i * (PART_CHARACTERS - OVERLAP);
    return text.slice(start, start + PART_CHARACTERS).toWellFormed();
  });
}

/**
 * Selects the parts of a company's texts for a question. Its description comes first, then the parts of pages and
 * articles with the most words of the question. Among equal parts, pages come before articles, and newer texts before
 * older ones.
 */
export function shownTexts(material: Material, question: string): ShownText[] {
  const asked = new Set(wordsOf(question));
  const overlap = (part: string) => new Set(wordsOf(part).filter((word) => asked.has(word))).size;
  const described = recordSource(material.company, "description", material.company.description);
  const others = [...material.pages, ...material.articles]
    .flatMap((source) => partsOf(source.text).map((part) => ({ source, part, overlap: overlap(part) })))
    .sort((a, b) => b.overlap - a.overlap);
  const shown: ShownText[] = [];
  let room = MOST_CHARACTERS;
  for (const { source, part } of [...partsOf(described.text).map((part) => ({ source: described, part })), ...others]) {
    if (part.trim() === "" || part.length > room) continue;
    room -= part.length;
    shown.push({ source, part });
  }
  return shown;
}
