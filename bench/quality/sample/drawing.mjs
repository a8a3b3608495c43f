/**
 * What draws from a seed, the same everywhere: `next` a number from 0 to below 1, `one` an entry of a list.
 * Mulberry32 (public domain): 32 bits of state.
 */
export function drawing(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, one: (list) => list[Math.floor(next() * list.length)] };
}
