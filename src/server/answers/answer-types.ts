import type { IncomingMessage } from "node:http";
import type { HttpAnswer } from "../http-answer.ts";

/** Number of different `accept` headers remembered. */
const MOST_KNOWN = 100;
const LONGEST = 200;

export interface AnswerTypes {
  /** Returns the content type of answers to requests with such an `accept`; undefined where it was not seen yet. */
  known(request: IncomingMessage): string | undefined;
  /** Learns it from an answer that was sent. */
  learn(request: IncomingMessage, response: HttpAnswer): void;
}

/** Predicts the content type that Yoga chooses for an `accept`, from its earlier choices. */
export function answerTypes(): AnswerTypes {
  const types = new Map<string, string>();
  const acceptOf = ({ headers }: IncomingMessage) => headers.accept ?? "";
  return {
    known: (request) => types.get(acceptOf(request)),
    learn(request, { statusCode, type }) {
      const accept = acceptOf(request);
      const isJson = /^application\/(?:graphql-response\+)?json\b/.test(type);
      if (statusCode !== 200 || !isJson || accept.length > LONGEST || request.method !== "POST") return;
      if (types.size >= MOST_KNOWN) types.clear();
      types.set(accept, type);
    },
  };
}
