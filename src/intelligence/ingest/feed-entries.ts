import { DetectError, MalformedError, parseFeed } from "feedsmith";
import { InvalidInputError } from "#foundation/errors/index";
import type { ArticleField } from "./article-record.ts";

/** A feed's values for one entry, by field, the preferred value first. */
export type FeedEntry = Partial<Record<ArticleField, readonly unknown[]>>;

export interface Feed {
  format: "rss" | "atom" | "rdf" | "json";
  title: string;
  /** Resolves relative addresses of the entries; "" if the feed does not give it. */
  baseUrl: string;
  entries: FeedEntry[];
}

type Parsed = ReturnType<typeof parseFeed>;
type RssItem = NonNullable<Extract<Parsed, { format: "rss" }>["feed"]["items"]>[number];
type RdfItem = NonNullable<Extract<Parsed, { format: "rdf" }>["feed"]["items"]>[number];
type AtomEntry = NonNullable<Extract<Parsed, { format: "atom" }>["feed"]["entries"]>[number];
type JsonItem = NonNullable<Extract<Parsed, { format: "json" }>["feed"]["items"]>[number];

/**
 * Returns whether a file begins like a feed: RSS 0.9x to 2.0, RSS 1.0 (RDF), Atom, JSON Feed. Skips anything before the
 * root element (declaration, document type, comments, white space).
 */
export function looksLikeFeed(head: string): boolean {
  const start = head.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("{")) return /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(start);
  return start.startsWith("<") && /<(?:[a-z0-9]+:)?(?:rss|feed|rdf)[\s>]/i.test(start);
}

/**
 * Reads a feed. The parser knows no document types and only the entities of XML and HTML. It never reads another file
 * or the network. Malformed feeds are refused as a whole.
 * @throws InvalidInputError that says what is wrong
 */
export function readFeed(text: string): Feed {
  const parsed = parse(text);
  if (parsed.format === "atom") {
    const { feed } = parsed;
    const links = feed.links ?? [];
    const base = feed.xml?.base ?? links.find(({ rel }) => rel === undefined || rel === "alternate")?.href ?? "";
    return { format: "atom", title: feed.title?.value ?? "", baseUrl: base, entries: (feed.entries ?? []).map(ofAtom) };
  }
  if (parsed.format === "json") {
    const { feed } = parsed;
    const entries = (feed.items ?? []).map(ofJson);
    return { format: "json", title: feed.title ?? "", baseUrl: feed.home_page_url ?? feed.feed_url ?? "", entries };
  }
  if (parsed.format === "rdf") {
    const { feed } = parsed;
    return { format: "rdf", title: feed.title ?? "", baseUrl: feed.link ?? "", entries: (feed.items ?? []).map(ofRdf) };
  }
  const { feed } = parsed;
  return { format: "rss", title: feed.title ?? "", baseUrl: feed.link ?? "", entries: (feed.items ?? []).map(ofRss) };
}

/** Number of last characters in which the root's end tag is searched for, because servers append comments. */
const TAIL = 4_096;
const ROOT_END = /<\/(?:[a-z0-9]+:)?(?:rss|feed|rdf)\s*>/i;

function parse(text: string): Parsed {
  try {
    const parsed: Parsed = parseFeed(text);
    // The parser tolerates unclosed elements, so half a feed would pass as a whole one.
    if (parsed.format !== "json" && !ROOT_END.test(text.trimEnd().slice(-TAIL)))
      throw new MalformedError("the root element is not closed");
    return parsed;
  } catch (error) {
    if (error instanceof DetectError) throw new InvalidInputError("the file is XML or JSON, but not a feed");
    if (!(error instanceof MalformedError)) throw error;
    const hasEntities = /<!ENTITY/i.test(text.slice(0, 10_000));
    throw new InvalidInputError(
      hasEntities
        ? "the feed declares its own XML entities, which are not supported"
        : "the feed is not well-formed: it is damaged or cut off",
    );
  }
}

/** A guid is the entry's address unless it says otherwise. */
function ofRss(item: RssItem): FeedEntry {
  const { guid } = item;
  const permalink = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? "") ? guid?.value : undefined;
  return {
    id: [guid?.value],
    url: [item.link, permalink, item.atom?.links?.[0]?.href],
    title: [item.title, ...(item.dc?.titles ?? []), item.media?.title?.value],
    summary: [item.description, ...(item.dc?.descriptions ?? [])],
    text: [item.content?.encoded],
    image: [
      item.enclosures?.find(({ type }) => type?.startsWith("image/") ?? false)?.url,
      item.media?.thumbnails?.[0]?.url,
      item.media?.contents?.find(({ medium, type }) => medium === "image" || (type?.startsWith("image/") ?? false))
        ?.url,
    ],
    publisher: [item.source?.title, ...(item.dc?.publishers ?? [])],
    category: [item.categories?.[0]?.name, ...(item.dc?.subjects ?? [])],
    published: [item.pubDate, ...(item.dc?.dates ?? []), ...(item.dcterms?.issued ?? [])],
  };
}

function ofRdf(item: RdfItem): FeedEntry {
  return {
    url: [item.link, item.rdf?.about],
    title: [item.title, ...(item.dc?.titles ?? [])],
    summary: [item.description, ...(item.dc?.descriptions ?? [])],
    text: [item.content?.encoded],
    publisher: item.dc?.publishers ?? [],
    category: item.dc?.subjects ?? [],
    published: [...(item.dc?.dates ?? []), ...(item.dcterms?.issued ?? [])],
  };
}

function ofAtom(entry: AtomEntry): FeedEntry {
  const alternate = entry.links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? entry.links?.[0];
  return {
    id: [entry.id],
    url: [alternate?.href, /^https?:/i.test(entry.id ?? "") ? entry.id : undefined],
    title: [entry.title?.value],
    summary: [entry.summary?.value],
    text: [entry.content?.value],
    image: [entry.media?.thumbnails?.[0]?.url],
    publisher: [entry.source?.title?.value],
    category: [entry.categories?.[0]?.label, entry.categories?.[0]?.term],
    published: [entry.published, entry.updated],
  };
}

function ofJson(item: JsonItem): FeedEntry {
  return {
    id: [item.id],
    url: [item.url, item.external_url, /^https?:/i.test(item.id ?? "") ? item.id : undefined],
    title: [item.title],
    summary: [item.summary],
    text: [item.content_html, item.content_text],
    image: [item.image, item.banner_image],
    category: item.tags?.slice(0, 1) ?? [],
    published: [item.date_published, item.date_modified],
  };
}
