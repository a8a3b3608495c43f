/** How often it is looked at, in milliseconds. */
const INTERVAL_MS = 100;
/** The mean is over about this long: one slow request is not yet an overload. */
const MEMORY_MS = 2_000;
/** No delay counts as more: a machine that slept for an hour is not overloaded when it wakes. */
const MOST_MS = 10_000;

export interface EventLoopDelay {
  /** By how much timers are late, in milliseconds: the mean of the last seconds, each moment counting alike. */
  meanMs(): number;
  stop(): void;
}

/**
 * Measures how long whoever comes in waits before this process looks at it. The mean is by time, unlike that of
 * `monitorEventLoopDelay`, where one second of standstill counts as much as one millisecond.
 */
export function eventLoopDelay(): EventLoopDelay {
  let mean = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = Math.min(Math.max(0, now - last - INTERVAL_MS), MOST_MS);
    const weight = 1 - Math.exp(-(now - last) / MEMORY_MS);
    mean += weight * (delay - mean);
    last = now;
  }, INTERVAL_MS);
  timer.unref();
  return { meanMs: () => mean, stop: () => clearInterval(timer) };
}
