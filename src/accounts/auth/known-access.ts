import type { Listener } from "#foundation/db/listener";

/** How long a look-up is good for where no change is told: also the longest that a lost notification can matter. */
const KNOWN_MS = 3_000;
/** So many keys and sessions are known at most; the one that was looked up first goes. */
const MOST_KNOWN = 10_000;

/** Look-ups of keys and sessions, kept for seconds. */
export interface KnownAccess {
  /** What is known by this name; otherwise what `look` finds. Null, nothing found, is not kept. */
  find<T extends object>(name: string, look: () => Promise<T | null>): Promise<T | null>;
  /** Forgets all of it: for a change of this process's own, which need not wait to be told. */
  forget(): void;
}

/** Keeps nothing. */
export const NOTHING_KNOWN: KnownAccess = { find: (_name, look) => look(), forget: () => {} };

/**
 * Knows what was looked up until a change is told: whatever the notification is about, everything is forgotten. While the listener has no
 * connection, nothing is kept. A change that is told during a look-up may be newer than what it finds, which then is used once only.
 */
export function knownAccess(listener: Pick<Listener, "subscribe" | "isListening">): KnownAccess {
  const known = new Map<string, { found: object; until: number }>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    known.clear();
  };
  listener.subscribe(forget);

  return {
    forget,
    async find<T extends object>(name: string, look: () => Promise<T | null>) {
      const kept = known.get(name);
      // What is kept by a name was found by a look-up of that name.
      if (kept !== undefined && kept.until > performance.now()) return kept.found as T;
      const before = changes;
      // Counted from the beginning of the look-up, whose answer may have waited.
      const until = performance.now() + KNOWN_MS;
      const found = await look();
      if (found === null || changes !== before || !listener.isListening()) return found;
      known.delete(name);
      if (known.size >= MOST_KNOWN)
        for (const first of known.keys()) {
          known.delete(first);
          break;
        }
      known.set(name, { found, until });
      return found;
    },
  };
}
