import { compile } from "html-to-text";

/** Soft hyphens, zero-width and direction marks: invisible, but they make equal texts differ. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Matches anything shaped like a tag or an entity; "AT&T", "x < y" and "5 > 3" have none. */
const MARKUP = /<[a-z!/][^>]{0,300}>|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;
/** Length at which markup is cut before parsing, in characters. */
const MAX_MARKUP_LENGTH = 2_000_000;
/**
 * Number of `<` after which markup is cut: articles have hundreds, and the parser's time grows with the square of their
 * nesting.
 */
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
 * Returns the text of a field that may hold HTML. Removes elements (scripts, styles and pictures with their content)
 * and invisible marks. Decodes entities, composes Unicode (NFC), and collapses white space to single blanks. Reads
 * markup again that was escaped once too often, as in feeds ("&lt;p&gt;").
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
