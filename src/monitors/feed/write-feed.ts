import { createHash } from "node:crypto";
import { generateAtomFeed, generateRssFeed } from "feedsmith";
import type { Notice } from "#notices/notice";
import type { FeedFormat, FeedMonitor } from "./feed-address.ts";
import { noticeText } from "./notice-text.ts";

/** One page of a feed. */
export interface FeedPage {
  monitor: FeedMonitor;
  /** Newest first. */
  notices: Notice[];
  /** When the monitor's newest notice was written; without any, when the monitor was made. */
  updated: Date;
  /** Addresses of this page, of the first one, and of the one with older notices. */
  links: { self: string; first: string; older: string | null };
  /** Where people see the monitor. */
  pageUrl: string;
}

export const FEED_TYPES = {
  atom: "application/atom+xml; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
} as const satisfies Record<FeedFormat, string>;

const AUTHOR = "Market Research and Impact Intelligence API";

/** Characters that XML 1.0 cannot hold (2.2 Characters) but names and records may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const xmlText = (text: string): string => text.replace(NOT_XML, "");

const HTML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const html = (text: string): string => xmlText(text).replace(/[&<>"]/g, (sign) => HTML[sign] ?? sign);

/** Returns the feed's id: that of the monitor, whatever its address and its server. */
function feedId({ id, createdAt }: FeedMonitor): string {
  const hex = createHash("sha256").update(`monitor ${id} of ${createdAt.toISOString()}`).digest("hex");
  // A UUID made of our own digest: version 8 (RFC 9562, 5.8).
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns a notice's causes with before and after, as the HTML that feed readers show. */
function contentOf(notice: Notice): string {
  const parts = noticeText(notice).map(({ line, below }) => {
    const items = below.map((one) => `<li>${html(one)}</li>`).join("");
    return `<p>${html(line)}</p>${items === "" ? "" : `<ul>${items}</ul>`}`;
  });
  return parts.join("") || `<p>${html(notice.title)}</p>`;
}

/** Formats a page as Atom (RFC 4287), paged by RFC 5005 (3). Entries have the ids of the notices, which never change. */
function atom({ monitor, notices, updated, links, pageUrl }: FeedPage): string {
  return generateAtomFeed({
    id: feedId(monitor),
    title: { value: xmlText(monitor.name) },
    updated,
    authors: [{ name: AUTHOR }],
    links: [
      { rel: "self", href: links.self, type: "application/atom+xml" },
      { rel: "alternate", href: pageUrl, type: "text/html" },
      { rel: "first", href: links.first, type: "application/atom+xml" },
      ...(links.older === null ? [] : [{ rel: "next", href: links.older, type: "application/atom+xml" }]),
    ],
    entries: notices.map((notice) => ({
      id: `urn:uuid:${notice.id}`,
      title: { value: xmlText(notice.title) },
      published: notice.at,
      updated: notice.at,
      categories: [{ term: notice.kind }],
      links: [{ rel: "alternate", href: `${pageUrl}#${notice.id}`, type: "text/html" }],
      content: { type: "html", value: contentOf(notice) },
    })),
  });
}

/** Formats the same page as RSS 2.0, for readers that know nothing else. */
function rss({ monitor, notices, updated, links, pageUrl }: FeedPage): string {
  return generateRssFeed({
    title: xmlText(monitor.name),
    link: pageUrl,
    description: xmlText(`What entered and what left: ${monitor.name}`),
    lastBuildDate: updated,
    generator: AUTHOR,
    atom: {
      links: [
        { rel: "self", href: links.self, type: "application/rss+xml" },
        ...(links.older === null ? [] : [{ rel: "next", href: links.older, type: "application/rss+xml" }]),
      ],
    },
    items: notices.map((notice) => ({
      guid: { value: `urn:uuid:${notice.id}`, isPermaLink: false },
      title: xmlText(notice.title),
      link: `${pageUrl}#${notice.id}`,
      pubDate: notice.at,
      categories: [{ name: notice.kind }],
      description: contentOf(notice),
    })),
  });
}

/** Formats a page of a feed. The same notices make the same text. */
export const writeFeed = (format: FeedFormat, page: FeedPage): string => (format === "atom" ? atom(page) : rss(page));
