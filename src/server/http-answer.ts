import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Balance } from "#accounts/limits/key-budget";

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** How an answer ended, for metrics and traces. */
export interface AnswerEnd {
  /** The sent status; 499 where the client left first. An answer that we broke off has the status that its error would have got. */
  status: number;
  /** OpenTelemetry's `error.type`, of few values; absent where nothing failed. */
  errorType?: string;
}

/**
 * An answer with its own headers beside those that are set: the headers of every answer, and the key's balance. They
 * are written with the status line. Set one by one, they would take a twentieth of a plain request's time.
 */
export class HttpAnswer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Headers by lower-case name; a header that is set takes precedence. */
  usual: Readonly<Record<string, string>> = {};
  requestId = "";
  /** How many of our own proxies stand before this server. */
  trustedProxies = 0;
  /** The content type that was sent; empty before. */
  type = "";
  /** The key's balance; null where it has no limit, or before it is known. */
  balance: Balance | null = null;
  /** How it ended, where a failure of ours broke it off (`noteBrokenOff`). */
  brokenOff: AnswerEnd | null = null;

  #own(): string[] {
    const own = ["x-request-id", this.requestId];
    for (const name in this.usual) own.push(name, this.usual[name] ?? "");
    if (this.balance !== null) {
      const { limit, remaining, resetSeconds } = this.balance;
      own.push("ratelimit-limit", String(limit), "ratelimit-remaining", String(remaining));
      own.push("ratelimit-reset", String(resetSeconds));
    }
    return own;
  }

  override writeHead(status: number, message?: string, headers?: Given): this;
  override writeHead(status: number, headers?: Given): this;
  override writeHead(status: number, ...rest: [string?, Given?] | [Given?]): this {
    const [first, second] = rest;
    const headers = typeof first === "string" ? second : (first ?? second);
    const message = typeof first === "string" ? [first] : [];
    const own = this.#own();
    if (Array.isArray(headers) || this.getHeaderNames().length > 0) {
      for (let i = 0; i < own.length; i += 2)
        if (!this.hasHeader(own[i] ?? "")) this.setHeader(own[i] ?? "", own[i + 1] ?? "");
      super.writeHead(status, ...(message as [string]), headers);
      this.type = String(this.getHeader("content-type") ?? "");
      return this;
    }
    const all: OutgoingHttpHeader[] = [];
    const given: string[] = [];
    for (const name in headers) {
      const value = headers[name];
      if (value === undefined) continue;
      all.push(name, value);
      const lower = name.toLowerCase();
      given.push(lower);
      if (lower === "content-type") this.type = String(value);
    }
    for (let i = 0; i < own.length; i += 2) if (!given.includes(own[i] ?? "")) all.push(own[i] ?? "", own[i + 1] ?? "");
    return super.writeHead(status, ...(message as [string]), all);
  }
}
