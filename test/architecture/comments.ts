import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A sentence of a comment, and the line on which the comment begins. */
export interface CommentSentence {
  line: number;
  text: string;
}

/** What is no prose: directives of tools, such as `biome-ignore`, and of the compiler. */
const DIRECTIVE = /^\s*(?:biome-ignore|@ts-|@vitest-|#|\/\s*<reference|eslint-)/;
/** A full stop ends a sentence, unless an abbreviation has it. A semicolon and a middle dot end what is listed. */
const END_OF_SENTENCE =
  /(?<!\b(?:e\.g|i\.e|cf|vs|No|St|Inc|Ltd|Co))[.?!]["”)]?(?=\s+(?:["“]|\(?[\p{Lu}`\d]))|[;·](?=\s)/u;
/** Code and quotations are one word each, however long. */
const ONE_WORD = /`[^`]*`|"[^"]*"/g;
/** A line that begins something of its own: an item of a list, a row, a tag of a docstring. */
const OWN_LINE = /^\s*(?:[-*|]|\d+\.|@\w+)/;
const BEFORE_TAG = /\s(?=@(?:param|returns|throws)\b)/;

/** The sentences of all comments in a source file. */
export function commentSentencesIn(path: string): CommentSentence[] {
  const source = readFileSync(path, "utf8");
  const blocks: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    if (DIRECTIVE.test(value)) continue;
    const text = type === "Block" ? value.replaceAll(/^[ \t]*\*+ ?/gm, "") : value;
    const last = blocks.at(-1);
    // Lines of comments without anything in between are one comment.
    if (type === "Line" && last !== undefined && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`;
      last.end = end;
    } else blocks.push({ start, end, text });
  }
  return blocks.flatMap(({ start, text }) => {
    const line = source.slice(0, start).split("\n").length;
    return paragraphsOf(text).flatMap((paragraph) =>
      paragraph
        .replaceAll(ONE_WORD, (quoted) => quoted.replaceAll(/[.;?!·]/g, ""))
        .split(END_OF_SENTENCE)
        .map((sentence) => ({ line, text: sentence.trim() })),
    );
  });
}

/** How many words a sentence has. */
export const countWords = (sentence: string): number =>
  sentence
    .replaceAll(ONE_WORD, "x")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.startsWith("@")).length;

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of text.split("\n").flatMap((one) => one.split(BEFORE_TAG))) {
    const isBlank = line.trim() === "";
    if (!isBlank && isOpen && !OWN_LINE.test(line)) paragraphs.push(`${paragraphs.pop()} ${line.trim()}`);
    else if (!isBlank) paragraphs.push(line.trim());
    isOpen = !isBlank;
  }
  return paragraphs;
}
