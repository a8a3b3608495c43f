import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";

/** An error of the caller's function as the thread sees it. The number leads back to the error itself. */
interface PassedError {
  passed: number;
  message: string;
  /** Whether a retry can help, of an error that the model gave; undefined: another one. */
  ofModel?: boolean;
}

/** A message between the threads; `e` is the error that a call ended with. */
interface Message {
  e?: unknown;
}

const isPassed = (error: unknown): error is PassedError =>
  typeof error === "object" && error !== null && "passed" in error;

/** Errors that the thread did not give back: it did without what they are about. */
const MOST_KEPT = 100;

/** On the side of the caller: what its functions throw comes back to it as the very same error, with its class and its cause. */
export function ownErrors() {
  const kept = new Map<number, unknown>();
  let last = 0;
  return {
    serialize(message: Message): Message {
      if (message.e === undefined) return message;
      const error = message.e;
      kept.set(++last, error);
      kept.delete(last - MOST_KEPT);
      const text = error instanceof Error ? error.message : String(error);
      const passed: PassedError = { passed: last, message: text };
      return { ...message, e: error instanceof EmbeddingsError ? { ...passed, ofModel: error.retryable } : passed };
    },
    deserialize(message: Message): Message {
      if (!isPassed(message.e)) return message;
      const { passed, message: text } = message.e;
      const e = kept.get(passed) ?? new Error(text);
      kept.delete(passed);
      return { ...message, e };
    },
  };
}

/** On the side of the thread. */
export function passedErrors() {
  const known = new WeakMap<object, PassedError>();
  return {
    deserialize(message: Message): Message {
      if (!isPassed(message.e)) return message;
      const { message: text, ofModel } = message.e;
      const e = ofModel === undefined ? new Error(text) : new EmbeddingsError(text, ofModel);
      known.set(e, message.e);
      return { ...message, e };
    },
    serialize(message: Message): Message {
      const passed = message.e instanceof Error ? known.get(message.e) : undefined;
      return passed === undefined ? message : { ...message, e: passed };
    },
  };
}
