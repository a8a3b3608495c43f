import { getEncoding } from "encoding-sniffer";
import iconv from "iconv-lite";

/**
 * Decodes a page by the rules of the HTML standard (§13.2.3.2): byte order mark, then the charset of the Content-Type
 * header, then the page's `<meta>`. Without any of them: UTF-8 if the bytes are valid, otherwise windows-1252, the
 * standard's default. Replaces what PostgreSQL cannot store (U+0000, half characters).
 */
export function decodeHtml(body: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const label = getEncoding(body, {
    defaultEncoding: isUtf8(body) ? "utf-8" : "windows-1252",
    ...(declared === undefined ? {} : { transportLayerEncodingLabel: declared }),
  });
  return decode(body, label).replaceAll("\0", "\ufffd").toWellFormed();
}

/** An unknown encoding name must not lose the page. */
function decode(body: Buffer, label: string): string {
  let decoder: TextDecoder | null = null;
  try {
    decoder = new TextDecoder(label);
  } catch {
    // Windows-1252, as where no name is given.
  }
  // Node 22 decodes this one as ISO 8859-1 and so loses quotation marks, dashes and the euro sign.
  if (decoder === null || decoder.encoding === "windows-1252") return iconv.decode(body, "windows-1252");
  return decoder.decode(body);
}

function isUtf8(body: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
