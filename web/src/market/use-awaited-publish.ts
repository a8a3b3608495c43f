import { useEffect, useState } from "react";

/** Polling interval of the market, and its time limit. */
const LOOK_MS = 1_000;
const LOOKS = 60;

/**
 * Waits for a publish: one without pipeline flags has no jobs, and so no progress to follow.
 * @param publishedAt when the market was last published, as last read
 */
export function useAwaitedPublish(publishedAt: string | null, refresh: () => void) {
  const [awaited, setAwaited] = useState<{ before: string | null } | null>(null);
  const isAwaited = awaited !== null && awaited.before === publishedAt;
  useEffect(() => {
    if (!isAwaited) return;
    let looks = 0;
    const timer = setInterval(() => {
      refresh();
      looks += 1;
      if (looks === LOOKS) setAwaited(null);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isAwaited, refresh]);
  return { isAwaited, wait: (before: string | null) => setAwaited({ before }) };
}
