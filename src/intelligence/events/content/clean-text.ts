import { decodeHTML } from "entities";
import { foldCase } from "#foundation/language/tokenize";

/** Characters of an article that are read. News puts the main facts first, and the rest adds side issues. */
const MAX_TEXT = 3_000;
const MAX_TITLE = 300;
const MARKUP =
  /<(?:script|style)\b[^>]{0,500}>[^<]{0,20000}<\/(?:script|style)>|<!--[^>]{0,2000}-->|<\/?[a-z][^<>]{0,500}>/gi;

/** Reduces white space to single spaces, and removes control characters and halves of surrogate pairs. */
const tidy = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();

const withoutMarkup = (text: string) =>
  text.includes("<") || text.includes("&") ? decodeHTML(text.replace(MARKUP, " ")).replace(MARKUP, " ") : text;

/** Returns a name or another short text as one plain line of at most `most` characters. */
export const cleanLine = (text: string, most: number): string =>
  tidy(withoutMarkup(text.slice(0, 4 * most)))
    .slice(0, most)
    .toWellFormed();

/** Returns the beginning of an article as plain text: one line for each paragraph, cut at the end of a word. */
export function cleanLead(text: string): string {
  const head = withoutMarkup(text.slice(0, 4 * MAX_TEXT));
  const lines = head
    .split(/\r?\n+/)
    .map(tidy)
    .filter((line) => line !== "")
    .join("\n");
  const cut =
    lines.length <= MAX_TEXT
      ? lines
      : lines
          .slice(0, MAX_TEXT)
          .replace(/\s+\S*$/u, "")
          .toWellFormed();
  // Removes place and agency before the first sentence: "LONDON, May 3 (Agency) - ".
  return cut.replace(/^[\p{Lu}][\p{L}\s,.\d/]{0,60}\([\p{L}\s.]{2,30}\)\s*[-–—]+\s*/u, "");
}

/** Additions of sites before and after a headline. */
const PREFIX =
  /^(?:(?:breaking(?: news)?|update(?:\s?\d+)?|watch|video|photos?|exclusive|live|opinion|gallery|poll|report|must see|wrapup \d+|correct(?:ed|ion)|refile|(?:photo|press|news|media)\s+release)\s*[-:–—|]+\s*|[[(](?:video|photos?|watch|update[d]?|report|pictures?)[\])]\s*)+/i;
const SUFFIX_MARK =
  /\s*[[(](?:video|photos?|pics|pictures?|audio|poll|update[d]?|watch|gallery|infographic|\d{1,2})\s?[\])]\s*$/i;
const DOTS = /\s*(?:\.\s?){2,}$|\s*…\s*$/u;

/** Words that no headline ends with. What ends so was cut without a mark. */
const OPEN_END = /\s(?:the|an?|of|and|or|at|for|with|from|by|but|than|its|their)$/iu;

const nameOnly = (text: string) => foldCase(text).replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns a headline without the site's additions: markup, marks such as "UPDATE 1-" and "(VIDEO)", dots of truncation,
 * and the publisher's name at the end. `cut` is true if the headline was truncated.
 */
export function cleanHeadline(title: string, publisher: string, url: string): { text: string; cut: boolean } {
  let text = tidy(withoutMarkup(title.slice(0, 4 * MAX_TITLE)));
  const cut = DOTS.test(text) || text.length > MAX_TITLE;
  if (text.length > MAX_TITLE)
    text = text
      .slice(0, MAX_TITLE)
      .replace(/\s+\S*$/u, "")
      .toWellFormed();
  const names = [nameOnly(publisher), nameOnly(hostLabel(url))].filter((name) => name.length > 2);
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = text.replace(DOTS, "").replace(SUFFIX_MARK, "").replace(PREFIX, "").trim();
    const parted = /^(.{8,}?)(?:\s+[-–—|:»·/]+\s+|\s*\|\s*)([^|]{2,60})$/u.exec(text);
    const tail = parted?.[2] === undefined ? "" : nameOnly(parted[2]);
    if (
      parted?.[1] &&
      tail.length > 2 &&
      names.some(
        (name) =>
          tail === name || (name.length > 4 && tail.startsWith(name)) || (tail.length > 4 && name.startsWith(tail)),
      )
    )
      text = parted[1].trim();
    if (text === before) break;
  }
  const clean = text === "" ? tidy(withoutMarkup(title.slice(0, MAX_TITLE))) : text;
  return { text: clean, cut: cut || OPEN_END.test(clean) };
}

/** Returns the label that names a site: "www.example.co.uk" → "example". Empty for an invalid address. */
export function hostLabel(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const labels = host.split(".").slice(0, -1);
  if (labels.length > 1 && /^(?:co|com|org|net|gov|ac)$/.test(labels.at(-1) ?? "")) labels.pop();
  return labels.at(-1) ?? "";
}
