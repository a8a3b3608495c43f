import media from "./media-reach.json" with { type: "json" };

/** Ordered from the least to the most influential sources. */
export const REACHES = ["limited", "medium", "high"] as const;
export type Reach = (typeof REACHES)[number];

const HIGH = new Set(media.high);
const MEDIUM = new Set(media.medium);
/** Matches the ends of "Businessweek (blog)" and "Daily Mail Online". */
const SUFFIX = /\s*\([^)]*\)$|\s+online$/i;

/**
 * Returns the influence of a source, in RepRisk's three levels. High: a few international media. Medium: national
 * press, governments and international organisations. Limited: local media, trade press, blogs and all sources that are
 * not on the list.
 */
export function reachOf({ publisher, url }: { publisher: string; url: string }): Reach {
  const name = publisher.trim().toLowerCase();
  const plain = name.replace(SUFFIX, "");
  if (HIGH.has(name) || HIGH.has(plain)) return "high";
  if (MEDIUM.has(name) || MEDIUM.has(plain)) return "medium";
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return media.mediumHosts.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)) ? "medium" : "limited";
}
