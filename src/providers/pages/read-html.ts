import { type CheerioAPI, load } from "cheerio";
import { compile } from "html-to-text";
import { Parser } from "htmlparser2";
import { storableLine, storableText } from "#foundation/language/storable-text";
import type { PageData, PageKind } from "./page-data.ts";
import { kindOfLink, siteOf } from "./page-links.ts";
import { readStructuredData } from "./structured-data.ts";

/** A page as text and facts. */
export interface HtmlReading {
  title: string;
  /** The page's words, a blank line between blocks, without navigation, scripts and forms. At most `LONGEST_TEXT` characters. */
  text: string;
  data: PageData;
}

/** Increase with every change of what is read from a page: stored pages are then read again when next requested. */
export const READER_VERSION = 2;

const LONGEST_TEXT = 200_000;
const LONGEST_FIELD = 2000;
const MOST_LINKS = 60;
const MOST_IMAGES = 10;
const MOST_NODES_OF_A_LINK = 200;
/**
 * Deepest nesting of elements. The parsers take time quadratic in the depth: 53 s at 200,000, under a second here.
 * Written pages have tens.
 */
const DEEPEST_ELEMENT = 1000;

/**
 * Reads a page of HTML.
 * @throws RangeError when its elements are nested deeper than the bound.
 */
export function readHtml(html: string, address: string): HtmlReading {
  const $ = loadHtml(html);
  const page = new URL(address);
  const base = resolveUrl($("base[href]").first().attr("href"), page) ?? page;
  const meta = metaReader($);

  const blocks = $('script[type="application/ld+json" i]')
    .toArray()
    .map((element) => $(element).text());
  const data: PageData = {
    description: meta("description", "og:description"),
    siteName: meta("og:site_name", "application-name"),
    language: languageTag($("html").attr("lang") ?? meta("og:locale")),
    ...readStructuredData(blocks),
    images: [],
    links: [],
  };

  const preview = resolveUrl(meta("og:image:secure_url", "og:image"), base);
  if (preview) data.images.push({ url: preview.href, alt: meta("og:image:alt"), kind: "preview" });
  $("img[src]").each((_, element) => {
    const { src = "", alt = "", class: className = "", id = "" } = element.attribs;
    if (data.images.length >= MOST_IMAGES || !/(?:^|[^a-z])logo(?![a-z])/i.test(`${src} ${alt} ${className} ${id}`))
      return;
    const url = resolveUrl(src, base);
    if (url) data.images.push({ url: url.href, alt: oneLine(alt), kind: "logo" });
  });

  const links = new Map<string, { url: string; text: string; kind: PageKind }>();
  $("a[href]").each((_, element) => {
    const url = resolveUrl(element.attribs.href, base);
    if (!url || links.size >= MOST_LINKS || siteOf(url.hostname) !== siteOf(page.hostname)) return;
    const text = beginningOf(element);
    const kind = kindOfLink(url, text);
    if (kind !== null && url.href !== page.href && !links.has(url.href))
      links.set(url.href, { url: url.href, text, kind });
  });
  data.links = [...links.values()];

  return { title: oneLine($("title").first().text()) || meta("og:title"), text: textOfHtml(html), data };
}

/**
 * Parses a page for searches.
 * @throws RangeError when its elements are nested deeper than the bound.
 */
export function loadHtml(html: string): CheerioAPI {
  checkDepth(html);
  // The lenient parser of htmlparser2: the standard's own algorithm takes minutes for malicious pages.
  const $ = load(html, { xml: { xmlMode: false, decodeEntities: true } });
  // A search compares all of its starting elements with each other, so it starts at one. Otherwise a page of line
  // breaks would take hours.
  $.root().wrapInner("<body></body>");
  return $;
}

/** Returns a reader of the page's `<meta>` elements: the content of the first of the names that has one. */
export function metaReader($: CheerioAPI): (...names: string[]) => string {
  const contents = new Map<string, string>();
  for (const { attribs } of $("meta").toArray())
    for (const name of [attribs.name, attribs.property]) {
      const key = name?.toLowerCase();
      if (key !== undefined && !contents.has(key)) contents.set(key, oneLine(attribs.content));
    }
  return (...names) => names.map((name) => contents.get(name.toLowerCase()) ?? "").find((text) => text !== "") ?? "";
}

interface Node {
  type: string;
  data?: string;
  children?: readonly Node[];
}

/**
 * Returns the first words in an element, on one line. Unclosed links nest in each other, and each would be read to its
 * end: 200 s for a page of 2 MB. So it reads only the first nodes.
 */
function beginningOf(element: Node): string {
  const left: Node[] = [element];
  let text = "";
  for (let looked = 0; looked < MOST_NODES_OF_A_LINK && text.length < LONGEST_FIELD; looked++) {
    const node = left.pop();
    if (node === undefined) break;
    if (node.type === "text") text += node.data?.slice(0, LONGEST_FIELD) ?? "";
    const children = node.children?.slice(0, MOST_NODES_OF_A_LINK) ?? [];
    left.push(...children.reverse());
  }
  return oneLine(text);
}

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: 4_000_000, maxDepth: 200, maxChildNodes: 10_000 },
  selectors: [
    ...["head", "title", "nav", "script", "style", "noscript", "template", "svg", "form", "iframe", "img"].map(
      (selector) => ({ selector, format: "skip" }),
    ),
    { selector: "a", options: { ignoreHref: true } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    // Without bullets, so that a line of the text is a line of the page.
    ...["ul", "ol"].map((selector) => ({ selector, format: "block" })),
    { selector: "li", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "table", format: "block" },
    { selector: "tr", format: "block" },
    { selector: "td", format: "block" },
    { selector: "th", format: "block" },
  ],
});

/** Returns the words of HTML, with a blank line between blocks. */
export function textOfHtml(html: string): string {
  return storableText(toText(html))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}

/**
 * Measures how deep the elements nest, with the parser that cheerio and html-to-text use, and stops at the bound.
 * @throws RangeError
 */
function checkDepth(html: string): void {
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth++;
      if (depth > DEEPEST_ELEMENT) throw new RangeError("its elements are nested too deeply");
    },
    onclosetag() {
      depth--;
    },
  });
  parser.end(html);
}

function resolveUrl(href: string | undefined, base: URL): URL | null {
  if (href === undefined || href.trim() === "" || href.length > LONGEST_FIELD) return null;
  try {
    const url = new URL(href, base);
    url.hash = "";
    return url.protocol === "http:" || url.protocol === "https:" ? url : null;
  } catch {
    return null;
  }
}

/** Returns a BCP 47 tag as pages write it (`en_GB`); "" where it is none. */
export function languageTag(text: string): string {
  const tag = text.trim().replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : "";
}

function oneLine(text: string | undefined): string {
  return storableLine(text ?? "", LONGEST_FIELD);
}
