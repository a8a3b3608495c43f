/** Interval of measurements, in milliseconds. */
const INTERVAL_MS = 100;
/** Time span of the mean: a single slow request is not an overload. */
const MEMORY_MS = 2_000;
/** Upper bound of a measured delay: a machine that slept for an hour is not overloaded when it wakes. */
const MOST_MS = 10_000;

export interface EventLoopDelay {
  /** Returns how late timers are, in milliseconds: the mean over the last seconds, weighted by time. */
  meanMs(): number;
  stop(): void;
}

/**
 * Measures how long a new request waits for this process. The mean is weighted by time. In `monitorEventLoopDelay`'s
 * mean, a standstill of one second would count as much as one millisecond.
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
