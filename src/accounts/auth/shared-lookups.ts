/**
 * Shares look-ups of the same thing: who comes while one is under way waits for the next one, with all others who come meanwhile.
 * Each look-up begins after everybody who gets its answer has come, so nobody gets an answer that was old already.
 */
export function shareLookups<T>(look: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    const started = look(key);
    const ended = started.then(
      () => {},
      () => {},
    );
    running.set(key, ended);
    void ended.then(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return started;
  }

  return (key) => {
    const before = running.get(key);
    if (before === undefined) return start(key);
    const waiting = next.get(key);
    if (waiting !== undefined) return waiting;
    const following = before.then(() => {
      next.delete(key);
      return start(key);
    });
    next.set(key, following);
    return following;
  };
}
