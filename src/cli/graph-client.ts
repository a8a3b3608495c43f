import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { createClient } from "graphql-sse";
import { AppError, isErrorCode } from "#foundation/errors/index";

/** The API as a command uses it: over HTTP, as any other client. */
export interface GraphClient {
  /** Runs an operation. @throws AppError with the code and message that the API answered */
  run<Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables): Promise<Result>;
  /** Follows a subscription by server-sent events until it completes. */
  follow<Result, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
  ): AsyncIterableIterator<Result>;
}

interface Answer<Result> {
  data?: Result | null;
  errors?: { message: string; extensions?: { code?: unknown } }[];
}

function resultOf<Result>({ data, errors }: Answer<Result>): Result {
  const [error] = errors ?? [];
  if (error !== undefined) {
    const code = error.extensions?.code;
    throw new AppError(isErrorCode(code) ? code : "INTERNAL_SERVER_ERROR", undefined, error.message);
  }
  if (data == null) throw new AppError("INTERNAL_SERVER_ERROR", "the API answered without data");
  return data;
}

/** A client of the API at `url` with an API key. */
export function createGraphClient(url: string, apiKey: string): GraphClient {
  const headers = { "x-api-key": apiKey };
  const sse = createClient({ url: `${url}/graphql`, headers, retryAttempts: 10 });
  return {
    async run(document, variables) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ query: print(document), variables }),
      });
      return resultOf((await response.json()) as Answer<never>);
    },
    async *follow(document, variables) {
      for await (const answer of sse.iterate({ query: print(document), variables }))
        yield resultOf(answer as Answer<never>);
    },
  };
}
