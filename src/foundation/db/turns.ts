/**
 * Time is counted in turns of the event loop, not by the clock. After a process was busy for seconds, answers that
 * arrived meanwhile are still unread; by the clock the server would seem silent.
 */
const TURN_MS = 250;

/** Acts after `ms`, once everything that has arrived is read. Returns a function that cancels it. */
export function afterTurns(ms: number, act: () => void): () => void {
  let left = Math.ceil(ms / TURN_MS);
  let cancelled = false;
  let timer: NodeJS.Timeout;
  const turn = () => {
    if (--left > 0) timer = setTimeout(turn, TURN_MS);
    // Timers run before the event loop reads what has arrived, immediates after it.
    else setImmediate(() => cancelled || act());
  };
  timer = setTimeout(turn, TURN_MS);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}
