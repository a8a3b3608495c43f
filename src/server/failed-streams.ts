import { isAsyncIterable, type Plugin } from "graphql-yoga";

/** What a door passes on to be told of failures. */
export interface StreamFacts {
  /** Called when a subscription ends by an error. */
  onStreamFailed(error: unknown): void;
}

/**
 * Tells the door when a subscription fails after its first byte. The status line has said 200 by then. A subscription
 * fails if its source throws, or if its last result has errors and no data.
 */
export function failedStreams(): Plugin<StreamFacts> {
  return {
    onSubscribe({ args: { contextValue } }) {
      // Yoga types the context as its own; the door's facts are in it too.
      const { onStreamFailed } = contextValue as StreamFacts;
      return {
        onSubscribeError: ({ error }) => onStreamFailed(error),
        onSubscribeResult({ result }) {
          if (!isAsyncIterable(result)) return;
          return {
            onNext({ result: { data, errors } }) {
              const [error] = errors ?? [];
              if (data === undefined && error !== undefined) onStreamFailed(error);
            },
          };
        },
      };
    },
  };
}
