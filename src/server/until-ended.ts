/**
 * The values of `source` until it is over, or until somebody ends it: then at most one more value. `follow` is given the function
 * that ends it and gives one that stops following; `source` is let go of at once, whatever it waits for.
 */
export function untilEnded<T>(
  source: AsyncIterable<T>,
  follow: (end: (last?: T) => void) => () => void,
): AsyncIterableIterator<T> {
  const values = source[Symbol.asyncIterator]();
  const done: IteratorResult<T> = { done: true, value: undefined };
  let isOver = false;
  /** Not taken yet: nobody asked since the end. */
  let last: IteratorResult<T> | undefined;
  /** Answers who waits for the next value. */
  let answer: ((result: IteratorResult<T>) => void) | undefined;

  let stopFollowing = () => {};
  const letGo = () => {
    isOver = true;
    stopFollowing();
    // It may finish what it waits for first, and nobody waits for that.
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
