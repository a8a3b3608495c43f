/** A statement by a smaller share of an event's independent sources is a side issue. */
const MIN_SHARE = 0.25;

/**
 * Returns how many sources must agree for a statement to belong to the event: one of three, two of eight, a quarter of
 * many.
 */
export const enoughSources = (sources: number): number => Math.max(1, Math.floor(sources * MIN_SHARE));

/** Stores a value under a key if it is larger than the present one. */
export function raise<K>(map: Map<K, number>, key: K, value: number): void {
  if (value > (map.get(key) ?? 0)) map.set(key, value);
}
