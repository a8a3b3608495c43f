import type { IncomingMessage } from "node:http";
import type { Database } from "#foundation/db/database";
import { AppError } from "#foundation/errors/index";
import { removeDigestByToken } from "#monitors/digests/stored-digests";
import { readBody } from "./body.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { Handled } from "./http-server.ts";
import { policy } from "./security-headers.ts";
import { sendBytes } from "./send-bytes.ts";

const PATH = /^\/digests\/([\w-]{43})$/;

const page = (body: string): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>E-mail digest</title></head>
<body><main><h1>E-mail digest</h1>${body}</main></body>
</html>
`);

const ASKING = page(
  '<form method="post"><p>No digest of this monitor any more?</p><button>End the digest</button></form>',
);
const ENDED = page("<p>The digest has ended.</p>");

/**
 * Serves /digests: the address in each digest's mail that ends the digest, by a click or by the mail program (RFC
 * 8058). A GET only asks for confirmation, because programs that check links open them. An unknown address gets the
 * answer of one that has just ended its digest.
 */
export function createDigestHandler(db: Pick<Database, "query">) {
  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [, token] = PATH.exec(pathname) ?? [];
    if (token === undefined) throw new AppError("NOT_FOUND");
    facts.named?.(() => "digest");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && request.method !== "POST") {
      response.setHeader("allow", "GET, HEAD, POST");
      throw new AppError("METHOD_NOT_ALLOWED");
    }
    if (!isRead) {
      await readBody(request, { keep: false });
      await removeDigestByToken(db, token);
    }
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy({ "form-action": "'self'" }),
    };
    sendBytes(response, 200, headers, isRead ? ASKING : ENDED);
  };
}
