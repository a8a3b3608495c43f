import { registrableDomain, toUrl } from "../registrable-domain.ts";

/** A web site that a text is from, names or links to. */
export interface DomainMention {
  domain: string;
  /** `page`: the text is a page of the site. */
  place: "page" | "text" | "link";
  /** Whether the page's address shows that the site's owner writes about itself ("/press/…", "investors.…"). */
  isCorporate: boolean;
  /** As written in the text. */
  quote: string;
}

const CORPORATE =
  /(?:^|[./])(?:press|newsroom|press-?releases?|media-?(?:center|centre|relations)|investors?|investor-relations|ir|about(?:-?us)?|company|corporate)(?:$|[./])/i;

const IN_TEXT =
  /(?<![\p{L}\p{N}.-])(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![\p{L}\p{N}])/giu;

/**
 * Sites that pages link to whatever their subject: sharing, following, app stores, analytics. A link to them names no
 * company. Our own list; extend it when a new site becomes as common.
 */
const LINKED_EVERYWHERE = new Set(
  `facebook.com twitter.com x.com linkedin.com instagram.com youtube.com pinterest.com reddit.com tiktok.com whatsapp.com
  google.com apple.com amazon.com microsoft.com adobe.com wikipedia.org wordpress.com wordpress.org blogger.com tumblr.com
  flickr.com vimeo.com medium.com spotify.com paypal.com cloudflare.com addthis.com disqus.com`.split(/\s+/),
);

/** Returns the domains of a page, each once, the strongest place first: its address, its text, its links. */
export function domainMentions(page: {
  title: string;
  text: string;
  url: string;
  links?: readonly string[];
}): DomainMention[] {
  const found = new Map<string, DomainMention>();
  const add = (address: string, place: DomainMention["place"], quote: string) => {
    const domain = registrableDomain(address);
    const isCorporate = place === "page" && CORPORATE.test(`${toUrl(address)?.hostname}${toUrl(address)?.pathname}`);
    if (domain !== null && !found.has(domain)) found.set(domain, { domain, place, isCorporate, quote });
  };
  const host = toUrl(page.url)?.hostname;
  if (host !== undefined) add(page.url, "page", host);
  for (const text of [page.title, page.text]) for (const [quote] of text.matchAll(IN_TEXT)) add(quote, "text", quote);
  for (const link of page.links ?? []) {
    const domain = registrableDomain(link);
    if (domain !== null && !LINKED_EVERYWHERE.has(domain)) add(link, "link", domain);
  }
  return [...found.values()];
}
