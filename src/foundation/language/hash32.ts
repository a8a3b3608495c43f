/**
 * Hashes a text's UTF-16 units by FNV-1a with a final mix (MurmurHash3's fmix32). Returns a signed 32-bit integer, the
 * same on every machine.
 */
export function hash32(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

/** A bijection of 32-bit integers in which each input bit flips half of the output bits. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
