import type { z } from "zod";
import { InvalidInputError } from "../errors/index.ts";

/** Size limit of an element, in bytes. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Yields the objects that a JSON document lists, as text: the elements of its outermost list, such as `[{…},{…}]` or
 * `{"records":[{…},{…}]}`. Memory holds one element.
 *
 * Why not a streaming parser: it gives tokens, which takes ten times as long where each object is wanted whole.
 * This function counts brackets and quotation marks; `JSON.parse` can then read each text.
 * @throws InvalidInputError where an element is larger than 64 MiB, or the document is cut off
 */
export async function* jsonElements(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let depth = 0;
  /** Depth of the outermost list; -1 before it. */
  let listDepth = -1;
  let inText = false;
  let isEscaped = false;
  /** Beginning of an element, from earlier chunks. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isIn = false;
  for await (const chunk of chunks) {
    let start = isIn ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN || byte === OPEN_LIST) {
        if (byte === OPEN && listDepth !== -1 && depth === listDepth) {
          isIn = true;
          start = at;
        }
        depth++;
        if (byte === OPEN_LIST && listDepth === -1 && depth <= 2) listDepth = depth;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth--;
        if (isIn && depth === listDepth) {
          yield Buffer.concat([...held, chunk.subarray(start, at + 1)]).toString("utf8");
          held = [];
          heldBytes = 0;
          isIn = false;
          start = -1;
        }
      }
    }
    if (isIn) {
      held.push(Buffer.from(chunk.subarray(start)));
      heldBytes += chunk.length - start;
    }
    if (heldBytes > MAX_ELEMENT_BYTES) throw new InvalidInputError("the JSON has an object of more than 64 MiB");
  }
  if (depth !== 0 || inText) throw new InvalidInputError("the JSON is cut off");
}

/**
 * Reads a JSON document as a whole.
 * @throws InvalidInputError where it is not JSON, larger than 64 MiB, or not of this form
 */
export async function wholeJson<Form extends z.ZodType>(
  chunks: AsyncIterable<Buffer>,
  form: Form,
): Promise<z.output<Form>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_ELEMENT_BYTES) throw new InvalidInputError("the JSON has more than 64 MiB");
    pieces.push(chunk);
  }
  const read = form.safeParse(parsedJson(Buffer.concat(pieces).toString("utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new InvalidInputError(
    `the JSON has a different layout: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInputError(
      `the file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200),
    );
  }
}
