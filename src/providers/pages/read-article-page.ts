import type { CheerioAPI } from "cheerio";
import { languageTag, loadHtml, metaReader, textOfHtml } from "./read-html.ts";
import { readArticleData } from "./structured-data.ts";

/** An article as its page states it: values by field, the preferred one first. */
export interface ArticlePage {
  title: readonly string[];
  summary: readonly string[];
  text: readonly string[];
  image: readonly string[];
  publisher: readonly string[];
  published: readonly string[];
  /** BCP 47 tag of the page's language; "" where it declares none. */
  language: string;
}

const PUBLISHED = [
  ...["article:published_time", "og:article:published_time", "article:published", "datePublished", "date"],
  ...["pubdate", "publishdate", "publish-date", "parsely-pub-date", "sailthru.date", "dc.date.issued", "dcterms.date"],
];
/** Where publishers put the text of an article, the surest first. */
const BODIES = ['[itemprop="articleBody"]', "article", "main", '[role="main"]'];
/** Parts inside an article that are not its text. */
const ASIDES = `aside, figure, footer, button, script, style, noscript, form, nav, [role="complementary"],
  [class*="related" i], [class*="newsletter" i], [class*="share" i], [class*="advert" i], [class*="promo" i], [class*="comment" i]`;
/** Most elements of a kind whose texts are compared: unclosed ones nest in each other. */
const MOST_COMPARED = 20;
/** Shortest text of an article, in characters; a shorter one is a teaser. */
const SHORTEST_TEXT = 200;

/**
 * Reads the page of an article; null for a page that does not present itself as one: by schema.org's types, by Open
 * Graph's type, or by a time of publication.
 * @throws RangeError when its elements are nested deeper than the bound of `readHtml`
 */
export function readArticlePage(html: string, address: string): ArticlePage | null {
  const $ = loadHtml(html);
  const meta = metaReader($);
  const blocks = $('script[type="application/ld+json" i]')
    .toArray()
    .map((element) => $(element).text());
  const data = readArticleData(blocks);
  const publishedTime = meta("article:published_time");
  // A site's start page is no article, whatever it says.
  if (new URL(address).pathname === "/") return null;
  if (data === null && publishedTime === "" && meta("og:type").toLowerCase() !== "article") return null;
  return {
    title: [data?.headline ?? "", meta("og:title", "twitter:title"), $("h1").first().text(), $("title").first().text()],
    summary: [data?.description ?? "", meta("og:description", "description", "twitter:description")],
    text: [data?.text ?? "", mainText($)],
    image: [meta("og:image:secure_url", "og:image", "twitter:image")],
    publisher: [data?.publisher ?? "", meta("og:site_name")],
    published: [data?.published ?? "", meta(...PUBLISHED), dateInText($)],
    language:
      languageTag($("html").attr("lang") ?? "") || languageTag(data?.language ?? "") || languageTag(meta("og:locale")),
  };
}

function dateInText($: CheerioAPI): string {
  return (
    $('[itemprop="datePublished"]').first().attr("datetime") ??
    $("article time[datetime], main time[datetime]").first().attr("datetime") ??
    ""
  );
}

/** Returns the longest text in the element that holds the article; where none does, the paragraphs of the page. */
function mainText($: CheerioAPI): string {
  $(ASIDES).remove();
  for (const selector of BODIES) {
    const [longest = ""] = $(selector)
      .toArray()
      .slice(0, MOST_COMPARED)
      .map((element) => $.html(element))
      .sort((one, other) => other.length - one.length);
    const text = textOfHtml(longest);
    if (text.length >= SHORTEST_TEXT) return text;
  }
  const paragraphs = $("p")
    .toArray()
    .map((element) => $(element).text());
  return textOfHtml(paragraphs.map((text) => `<p>${escaped(text)}</p>`).join(""));
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
