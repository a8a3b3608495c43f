/**
 * Yields the values of `source` until it is over or is ended from outside, then at most one more value. `follow`
 * receives the function that ends it and returns one that stops following. Releases `source` at once, whatever it waits
 * for.
 */
export function untilEnded<T>(
  source: AsyncIterable<T>,
  follow: (end: (last?: T) => void) => () => void,
): AsyncIterableIterator<T> {
  const values = source[Symbol.asyncIterator]();
  const done: IteratorResult<T> = { done: true, value: undefined };
  let isOver = false;
  /** The end value, until a caller has taken it. */
  let last: IteratorResult<T> | undefined;
  /** Resolves the pending request for the next value. */
  let answer: ((result: IteratorResult<T>) => void) | undefined;

  let stopFollowing = () => {};
  const letGo = () => {
    isOver = true;
    stopFollowing();
    // It may first finish what it waits for; that is not awaited.
    values.return?.().catch(() => {});
  };
  stopFollowing = follow((value) => {
    if (isOver) return;
    letGo();
    const result = value === undefined ? done : { done: false, value };
    if (answer === undefined) last = result;
    else answer(result);
  });

  return {
    async next() {
      if (isOver) {
        const result = last ?? done;
        last = undefined;
        return result;
      }
      return new Promise((resolve, reject) => {
        answer = resolve;
        values.next().then(
          (result) => {
            answer = undefined;
            if (result.done && !isOver) letGo();
            resolve(result);
          },
          (error: unknown) => {
            if (!isOver) letGo();
            reject(error);
          },
        );
      });
    },
    async return() {
      if (!isOver) letGo();
      answer?.(done);
      return done;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
