import media from "./media-reach.json" with { type: "json" };

/** From the least influential sources to the most. */
export const REACHES = ["limited", "medium", "high"] as const;
export type Reach = (typeof REACHES)[number];

const HIGH = new Set(media.high);
const MEDIUM = new Set(media.medium);
/** "Businessweek (blog)", "Daily Mail Online". */
const SUFFIX = /\s*\([^)]*\)$|\s+online$/i;

/**
 * The influence of a source, in RepRisk's three levels. A few media of the world are high; national press, governments
 * and international organisations are medium. Local media, trade press, blogs and whatever is not on the list are
 * limited.
 */
export function reachOf({ publisher, url }: { publisher: string; url: string }): Reach {
  const name = publisher.trim().toLowerCase();
  const plain = name.replace(SUFFIX, "");
  if (HIGH.has(name) || HIGH.has(plain)) return "high";
  if (MEDIUM.has(name) || MEDIUM.has(plain)) return "medium";
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return media.mediumHosts.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)) ? "medium" : "limited";
}
