import { isAsyncIterable, type Plugin } from "graphql-yoga";

/** What a door passes on to be told of failures. */
export interface StreamFacts {
  /** Called when a subscription ends by an error. */
  onStreamFailed(error: unknown): void;
}

/**
 * Tells the door when a subscription fails after its first byte, when the status line has said 200: its source throws, or
 * its last result has errors and no data.
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
