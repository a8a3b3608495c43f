import { compile } from "html-to-text";

/** Soft hyphens, zero-width and direction marks: invisible, and enough to make two equal texts differ. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A tag or an entity by shape: "AT&T", "x < y" and "5 > 3" have none. */
const MARKUP = /<[a-z!/][^>]{0,300}>|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;
/** Longer markup is cut before it is read, in characters. */
const MAX_MARKUP_LENGTH = 2_000_000;
/** Markup is cut after so many `<`: articles have hundreds, and the parser's time grows with the square of their nesting. */
const MAX_TAGS = 10_000;

const skipped = (selector: string) => ({ selector, format: "skip" });
const toText = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxInputLength: MAX_MARKUP_LENGTH, maxDepth: 200, ellipsis: "" },
  selectors: [
    { selector: "*", format: "inline" },
    { selector: "a", format: "inline" },
    ...[
      "p",
      "div",
      "li",
      "ul",
      "ol",
      "tr",
      "table",
      "section",
      "article",
      "blockquote",
      "pre",
      "dd",
      "dt",
      "figure",
    ].map((selector) => ({ selector, format: "block" })),
    ...["h1", "h2", "h3", "h4", "h5", "h6", "header", "footer"].map((selector) => ({ selector, format: "block" })),
    { selector: "td", format: "inlineSurround", options: { suffix: " " } },
    { selector: "th", format: "inlineSurround", options: { suffix: " " } },
    ...[
      "script",
      "style",
      "noscript",
      "template",
      "iframe",
      "object",
      "svg",
      "math",
      "head",
      "nav",
      "img",
      "button",
    ].map(skipped),
  ],
});

/**
 * The text of a field that may hold HTML. Elements go (scripts, styles and pictures with their content), entities are
 * decoded, Unicode is composed (NFC), invisible marks go, white space collapses to single blanks. Markup that was
 * escaped once too often, as feeds do ("&lt;p&gt;"), is read again.
 */
export function plainText(text: string): string {
  let plain = text;
  if (MARKUP.test(plain)) {
    plain = toText(cutTags(plain));
    if (MARKUP.test(plain)) plain = toText(cutTags(plain));
  }
  return plain.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

function cutTags(markup: string): string {
  let at = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    at = markup.indexOf("<", at + 1);
    if (at === -1) return markup;
  }
  return markup.slice(0, at);
}
