/**
 * Shares look-ups of the same key. A caller that arrives during a look-up waits for the next one, together with all
 * later callers. Each look-up begins after all its callers have arrived, so none of them gets a stale answer.
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
