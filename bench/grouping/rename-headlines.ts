import type { GroupingDocument } from "#intelligence/events/grouping/group-documents";

/** Words of more titles than this are common words, which all copies have in common. */
const COMMON = 60;
/** One word in so many keeps its form in all copies, as first names and places do. */
const KEPT = 3;
/** Each copy's days begin so much later than those of the copy before. */
const DAYS_APART = 0.9;
const DAY_MS = 86_400_000;

const sumOf = (word: string) => [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

/** Letters that tell the words of one copy from those of the others. */
const ending = (copy: number) => String.fromCharCode(97 + (copy % 26), 97 + (Math.floor(copy / 26) % 26));

/**
 * As many headlines as are asked for, in copies of the real ones. In each copy the words that distinguish stories are
 * changed, so it has the same stories about other subjects. The result has as many stories and words as a real source
 * of that size. Copies follow one another in time.
 */
export function* renameHeadlines(real: readonly GroupingDocument[], count: number): Generator<GroupingDocument> {
  const titles = new Map<string, number>();
  for (const { title } of real)
    for (const word of new Set(title.toLowerCase().split(/\s+/))) titles.set(word, (titles.get(word) ?? 0) + 1);
  for (let at = 0; at < count; at++) {
    const copy = Math.floor(at / real.length);
    const headline = real[at % real.length];
    if (headline === undefined) return;
    const rename = (word: string) => {
      const lower = word.toLowerCase();
      return (titles.get(lower) ?? 0) > COMMON || (sumOf(lower) + copy) % KEPT === 0 ? word : word + ending(copy);
    };
    const url = new URL(headline.url);
    const path = url.pathname.split("/").map((part) => part.split("-").map(rename).join("-"));
    yield {
      ...headline,
      key: `${headline.key}#${copy}`,
      title: headline.title.split(/\s+/).map(rename).join(" "),
      url: `${url.origin}${path.join("/")}`,
      publishedAt: new Date(headline.publishedAt.getTime() + copy * DAYS_APART * DAY_MS),
    };
  }
}
