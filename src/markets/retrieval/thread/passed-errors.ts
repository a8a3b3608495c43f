import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";

/**
 * An error of the caller's function, in the form that the thread receives. The number identifies the original error.
 */
interface PassedError {
  passed: number;
  message: string;
  /** Whether a retry can help, for an error of the model; undefined for other errors. */
  ofModel?: boolean;
}

/** A message between the threads. `e` is the error of a failed call. */
interface Message {
  e?: unknown;
}

const isPassed = (error: unknown): error is PassedError =>
  typeof error === "object" && error !== null && "passed" in error;

/** Maximum number of errors kept for the thread to return. It does not return errors that it handled. */
const MOST_KEPT = 100;

/**
 * The caller's side. An error of the caller's functions that comes back from the thread is the original one, with its
 * class and cause.
 */
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

/** The thread's side. */
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
