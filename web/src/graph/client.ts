import { createClient as createStream } from "graphql-sse";
import { Client, cacheExchange, fetchExchange, mapExchange, subscriptionExchange } from "urql";
import { patientFetch } from "./patient-fetch.ts";
import { problemOf } from "./problems.ts";
import { type Credentials, headersOf } from "./session.ts";

/** Number of times a broken stream is reopened, at least a second apart; repeated entries are recognised by their sequence. */
const RETRIES = 20;

/** Makes the client of the public graph. Calls `onRefused` when the credentials are no longer valid. */
export function createGraphClient(credentials: Credentials, onRefused: () => void): Client {
  const url = new URL("/graphql", location.origin).href;
  const headers = headersOf(credentials);
  const streams = createStream({ url, headers, retryAttempts: RETRIES });
  return new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers },
    fetch: patientFetch,
    exchanges: [
      mapExchange({
        onError(error) {
          if (problemOf(error).code === "UNAUTHORISED") onRefused();
        },
      }),
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: streams.subscribe(
              { query: query ?? "", variables: variables as Record<string, unknown> },
              {
                next: (result) => sink.next(result as Parameters<typeof sink.next>[0]),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  });
}
