import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** A page as a server sent it. */
export interface HttpPage {
  contentType: string;
  body: Buffer;
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
/** Longest header, in bytes. */
const LONGEST_HEADER = 65_536;
/** Longest unpacked body. */
const LONGEST_BODY = 8 * 1024 * 1024;
const UNPACK = { gzip: gunzipSync, "x-gzip": gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** Reads the HTTP response of a record; null unless it is a page of HTML with the status 200. */
export function readHttpPage(block: Buffer): HttpPage | null {
  const end = block.subarray(0, LONGEST_HEADER).indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [status = "", ...lines] = block.toString("latin1", 0, end).split("\r\n");
  if (!/^HTTP\/\S+ 200\b/.test(status)) return null;
  const header = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const contentType = header("content-type") ?? "";
  if (!HTML.test(contentType)) return null;
  const sent = block.subarray(end + 4);
  const isChunked = /\bchunked\b/i.test(header("transfer-encoding") ?? "");
  const body = unpacked(isChunked ? (joined(sent) ?? sent) : sent, header("content-encoding"));
  return { contentType, body };
}

/** Crawlers often store a body unpacked under the header with which it was sent packed. */
function unpacked(body: Buffer, encoding = ""): Buffer {
  const unpack = UNPACK[encoding.toLowerCase() as keyof typeof UNPACK];
  if (unpack === undefined) return body;
  try {
    return unpack(body, { maxOutputLength: LONGEST_BODY });
  } catch {
    return body;
  }
}

/** Joins the chunks of a body (RFC 9112, section 7.1); null where it is not in chunks. */
function joined(body: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const size = end === -1 ? null : /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(body.toString("latin1", at, end));
    if (size === null) return null;
    const length = Number.parseInt(size[1] ?? "", 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
