import type { AlertMention } from "./alert-types.ts";
import { cleanLine } from "./clean-text.ts";

/** Maximum length of a quotation. A longer sentence is cut around the relevant words. */
const MAX_QUOTE = 220;
const MAX_PUBLISHER = 80;

/** Returns the sentence of a mention in quotation marks, with its publisher. */
export function quoted({ sentence, from, to, observation }: AlertMention): string {
  const { text, words } = sentence;
  const publisher = cleanLine(observation.observation.publisher, MAX_PUBLISHER);
  const by = publisher === "" ? "" : ` (${publisher})`;
  if (text.length <= MAX_QUOTE) return `“${text}”${by}`;
  const middle = ((words[from]?.start ?? 0) + (words[to - 1]?.end ?? 0)) / 2;
  const start = Math.max(0, Math.min(Math.round(middle - MAX_QUOTE / 2), text.length - MAX_QUOTE));
  const end = start + MAX_QUOTE;
  return `“${start > 0 ? "…" : ""}${text.slice(start, end).toWellFormed().trim()}${end < text.length ? "…" : ""}”${by}`;
}
