import { getDomain } from "tldts";
import type { Page } from "./page.ts";
import type { PageData, PageKind } from "./page-data.ts";
import { siteOf } from "./page-links.ts";

/** A page of a company's site, and its kind. */
export type CompanyPage = Page & { kind: PageKind };

/** Default number of pages read from a site, including the home page. */
export const PAGES_OF_A_SITE = 6;

/** Kinds of pages to read, the most informative first; at most two pages of a kind. */
const KIND_ORDER: readonly PageKind[] = ["about", "imprint", "team", "certifications", "contact", "sustainability"];
const PAGES_OF_A_KIND = 2;

/** Returns addresses to try for a home page, in order: not every site answers at its bare name or has a certificate. */
export function homeAddresses(domain: string): string[] {
  // Accepts only a host name: a value inserted into an address must not change its other parts.
  if (!/^[\p{L}\p{N}.-]+$/u.test(domain)) return [];
  const isBare = getDomain(domain, { allowPrivateDomains: true }) === domain;
  const hosts = isBare ? [domain, `www.${domain}`] : [domain];
  return [...hosts.map((host) => `https://${host}/`), `http://${domain}/`];
}

/**
 * Returns the home page of a site and the pages that say most about the company, at most `maxPages` in all.
 * Deterministic: the same answers give the same pages.
 *
 * @param read returns a page by its address; null where it has none
 */
export async function pagesOfSite(
  domain: string,
  maxPages: number,
  read: (url: string) => Promise<Page | null> | Page | null,
): Promise<CompanyPage[]> {
  const home = await homePage(domain, read);
  if (home === null) return [];
  const pages: CompanyPage[] = [{ ...home, kind: "home" }];
  const known = new Set([home.finalUrl, home.url]);
  for (const { url, kind } of chooseLinks(home.data.links)) {
    if (pages.length >= maxPages) break;
    if (known.has(url)) continue;
    known.add(url);
    const found = await read(url);
    if (found === null || found.text === "") continue;
    // A link of the site may redirect to another site, which does not speak for the company.
    const isOwn = siteOf(new URL(found.finalUrl).hostname) === siteOf(new URL(home.finalUrl).hostname);
    const isSeen = found.finalUrl !== url && known.has(found.finalUrl);
    if (!isOwn || isSeen) continue;
    known.add(found.finalUrl);
    pages.push({ ...found, kind });
  }
  return pages;
}

async function homePage(
  domain: string,
  read: (url: string) => Promise<Page | null> | Page | null,
): Promise<Page | null> {
  for (const address of homeAddresses(domain)) {
    const home = await read(address);
    if (home !== null && (home.error === null || home.text !== "")) return home;
  }
  return null;
}

/**
 * Chooses at most two pages of each kind, in the order of the kinds, the shortest addresses first: they are the general
 * ones.
 */
function chooseLinks(links: PageData["links"]): PageData["links"] {
  const shortest = [...links].sort((a, b) => a.url.length - b.url.length || (a.url < b.url ? -1 : 1));
  const byKind = KIND_ORDER.map((kind) => shortest.filter((link) => link.kind === kind).slice(0, PAGES_OF_A_KIND));
  // First one of each kind, then the second of each.
  return Array.from({ length: PAGES_OF_A_KIND }, (_, i) => byKind.flatMap((ofKind) => ofKind.slice(i, i + 1))).flat();
}
