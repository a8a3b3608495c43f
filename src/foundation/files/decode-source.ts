import { InvalidInputError } from "../errors/index.ts";
import type { ByteSource } from "./byte-source.ts";

/** A declaration of XML: `<?xml version="1.0" encoding="ISO-8859-1"?>`. */
const XML_ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;

/**
 * Returns the encoding of a source's bytes, in lower case.
 * The order is that of RFC 7303 §3: byte order mark, `declared` encoding (an option, an HTTP header), XML declaration,
 * then UTF-8.
 */
export function encodingOf(head: Buffer, declared?: string): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (declared !== undefined) return declared.toLowerCase();
  // XML 1.0, appendix F: "<?" in UTF-16 without a byte order mark.
  if (head.subarray(0, 4).equals(Buffer.from("<\0?\0", "latin1"))) return "utf-16le";
  if (head.subarray(0, 4).equals(Buffer.from("\0<\0?", "latin1"))) return "utf-16be";
  return (XML_ENCODING.exec(head.toString("latin1", 0, 1_000))?.[1] ?? "utf-8").toLowerCase();
}

/** Returns advice for a file in another encoding than UTF-8; `encoding` is the likely one. */
export const otherEncoding = (encoding: string): string => `name it by --encoding ${encoding}, or save it as UTF-8`;

/**
 * Returns the source in UTF-8. Passes UTF-8 bytes on untouched, so that a reader can tell which line is damaged.
 * Decodes any other encoding as a whole.
 * @param declared a name of the Encoding Standard, such as `windows-1252`.
 * @throws InvalidInputError for an unknown encoding; while reading, for bytes outside the encoding.
 */
export function decodeSource(source: ByteSource, declared?: string): ByteSource {
  const encoding = encodingOf(source.head, declared);
  if (encoding === "utf-8" || encoding === "utf8") return source;
  try {
    const head = decoderOf(encoding)(source.head);
    return { ...source, head, chunks: decodeChunks(source.chunks, encoding) };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Decodes one chunk after another; a call without a chunk returns the rest. */
function decoderOf(encoding: string): (chunk?: Buffer) => Buffer {
  const decoder = newDecoder(encoding);
  return (chunk) => {
    try {
      return Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    } catch {
      throw new InvalidInputError(`the file is not in the encoding ${encoding} that it declares`);
    }
  };
}

function newDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InvalidInputError(
      `the encoding "${encoding}" is unknown; use one of the Encoding Standard, such as windows-1252, utf-16le or shift_jis`,
    );
  }
}

async function* decodeChunks(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decode = decoderOf(encoding);
  for await (const chunk of chunks) yield decode(chunk);
  const last = decode();
  if (last.length > 0) yield last;
}
