import type { Listener } from "#foundation/db/listener";

/** Lifetime of a look-up while no change is reported: also the longest effect of a lost notification. */
const KNOWN_MS = 3_000;
/** Maximum number of keys and sessions in memory; the oldest look-up goes first. */
const MOST_KNOWN = 10_000;

/** Look-ups of keys and sessions, kept in memory for seconds. */
export interface KnownAccess {
  /** Returns what is known under this name, otherwise what `look` finds. Does not keep null. */
  find<T extends object>(name: string, look: () => Promise<T | null>): Promise<T | null>;
  /** Forgets everything, for a change of this process's own that need not wait for a notification. */
  forget(): void;
}

/** Keeps nothing. */
export const NOTHING_KNOWN: KnownAccess = { find: (_name, look) => look(), forget: () => {} };

/**
 * Keeps look-ups until a change is reported, then forgets all of them, whatever the notification is about. Keeps
 * nothing while the listener has no connection. A change reported during a look-up may be newer than its result, which
 * is then used only once.
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
      // Whatever is kept under a name was found by a look-up of that name.
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
