import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpAnswer } from "./http-answer.ts";
import { sendBytes } from "./send-bytes.ts";

export interface Page {
  type: string;
  body: string | Buffer;
  /** Its content security policy, where it differs from the default. */
  policy?: string;
  /** Whether its name changes with its content. */
  isImmutable?: boolean;
  /** Whether its policy names who may frame it; otherwise nobody may. */
  mayBeFramed?: boolean;
}

export type PageMaker = () => Promise<Page>;

/** Pages and their files by path. What a maker makes is kept as long as the maker; several paths may lead to one. */
export interface Pages {
  get(path: string): PageMaker | undefined;
}

interface Ready {
  mayBeFramed: boolean;
  headers: Record<string, string>;
  plain: Buffer;
  zipped: Buffer;
}

async function made(page: Page): Promise<Ready> {
  const plain = Buffer.from(page.body);
  const zipped = await promisify(gzip)(plain);
  const tag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return {
    mayBeFramed: page.mayBeFramed === true,
    headers: {
      "content-type": page.type,
      // Browsers cache it but revalidate each time, because a file belongs to the server's version.
      "cache-control": page.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
      etag: `"${tag}"`,
      vary: "accept, accept-encoding",
      ...(page.policy === undefined ? {} : { "content-security-policy": page.policy }),
    },
    plain,
    zipped,
  };
}

/** Sends the pages: compressed where the browser accepts that, and 304 where it has them already. */
export function pageSender(pages: Pages) {
  const ready = new WeakMap<PageMaker, Promise<Ready>>();

  /** @returns false where there is no page at this path */
  return async (path: string, request: IncomingMessage, response: HttpAnswer): Promise<boolean> => {
    const make = pages.get(path);
    if (make === undefined) return false;
    const known = ready.get(make) ?? make().then(made);
    ready.set(make, known);
    known.catch(() => ready.delete(make));
    const { headers, plain, zipped, mayBeFramed } = await known;
    if (mayBeFramed) {
      const { "x-frame-options": _, ...usual } = response.usual;
      response.usual = usual;
    }
    if (request.headers["if-none-match"] === headers.etag) response.writeHead(304, headers).end();
    else if (/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")))
      sendBytes(response, 200, { ...headers, "content-encoding": "gzip" }, zipped);
    else sendBytes(response, 200, headers, plain);
    return true;
  };
}
