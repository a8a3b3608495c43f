import type { ExecutionResult, GraphQLError } from "graphql";
import { type FetchAPI, isAsyncIterable, type Plugin } from "graphql-yoga";

/** Apollo's router uses this interval too. It keeps proxies from considering the connection dead. */
const HEARTBEAT_MS = 5_000;

const DELIMITER = "\r\n--graphql";
/**
 * Formats a part with the delimiter after it. A client considers a part complete when it sees the next delimiter, and
 * must not have to wait for the next part.
 */
const part = (content: object): string =>
  `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}${DELIMITER}`;

/** Returns an error as a client sees it, without the fields for the transport. */
function shownError(error: GraphQLError): object {
  const { http: _transport, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

/**
 * Wraps a result in the protocol's envelope. Errors of the stream itself, such as the end of access, go beside the
 * payload.
 */
function envelope({ data, errors }: ExecutionResult): object {
  const shown = errors === undefined ? {} : { errors: errors.map(shownError) };
  return data === undefined ? { payload: null, ...shown } : { payload: { data, ...shown } };
}

/** Sends the results of a subscription as parts of one answer, with heartbeats between them. */
function multipartResponse(results: AsyncIterable<ExecutionResult>, fetchApi: FetchAPI): Response {
  const iterator = results[Symbol.asyncIterator]();
  const encoder = new fetchApi.TextEncoder();
  let heartbeat: NodeJS.Timeout;
  const body = new fetchApi.ReadableStream<Uint8Array>({
    start(controller) {
      const beat = () => controller.enqueue(encoder.encode(part({})));
      controller.enqueue(encoder.encode(DELIMITER));
      // The first heartbeat makes the headers reach the client before any result exists.
      beat();
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) beat();
      }, HEARTBEAT_MS);
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (!done) return controller.enqueue(encoder.encode(part(envelope(value))));
        clearInterval(heartbeat);
        controller.enqueue(encoder.encode("--\r\n"));
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        controller.error(error);
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
  return new fetchApi.Response(body, {
    headers: {
      "content-type": 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
      "cache-control": "no-cache",
      connection: "keep-alive",
    },
  });
}

/**
 * Serves subscriptions to clients of Apollo's multipart protocol over HTTP, such as Apollo Client for the web, Kotlin
 * and iOS. Yoga itself sends subscriptions only as server-sent events, and answers 406 to other clients.
 * https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
 */
export function apolloMultipart(): Plugin {
  return {
    onResultProcess({ request, result, setResultProcessor }) {
      const accept = request.headers.get("accept") ?? "";
      if (!isAsyncIterable(result) || !/multipart\/mixed[^,]*;\s*subscriptionSpec="?1\.0\b/i.test(accept)) return;
      setResultProcessor(
        (results, fetchApi) => multipartResponse(results as AsyncIterable<ExecutionResult>, fetchApi),
        "multipart/mixed",
      );
    },
  };
}
