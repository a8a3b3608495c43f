import type { Queries } from "#foundation/db/database";
import type { Fetcher } from "../fetching/fetcher.ts";
import { fetchPage } from "./fetch-page.ts";
import { emptyPage, type Page } from "./page.ts";
import { READER_VERSION } from "./read-html.ts";
import { type CompanyPage, PAGES_OF_A_SITE, pagesOfSite } from "./site-pages.ts";
import { readPage, writePage } from "./stored-pages.ts";

export type { CompanyPage } from "./site-pages.ts";

export interface PagesOptions {
  db: Queries;
  fetcher: Pick<Fetcher, "fetch">;
  /** How long a page is used before it is fetched again. */
  keepHours: number;
}

export interface Pages {
  /**
   * Returns a page: from the store while it is fresh, otherwise from the web with a conditional request. Reports
   * failures of the web in `error`; throws only when a signal ends the wait or the database fails.
   */
  page(url: string, options?: { signal?: AbortSignal | undefined }): Promise<Page>;
  /**
   * Returns the home page of a company's site and the pages that say most about the company, at most `maxPages` in all.
   * Empty when the site cannot be read.
   */
  companyPages(
    domain: string,
    options?: { maxPages?: number; signal?: AbortSignal | undefined },
  ): Promise<CompanyPage[]>;
}

/** Longest key of the table, in bytes; PostgreSQL's index takes at most 2,704. */
const LONGEST_URL = 2000;

/** Opens the store of pages over a fetcher. Use one per process, so that the same page is not fetched twice at once. */
export function createPages({ db, fetcher, keepHours }: PagesOptions): Pages {
  const underway = new Map<string, Promise<Page>>();
  return { page, companyPages };

  async function page(address: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Page> {
    const url = canonical(address);
    if (url === null) return unstorable(address);
    const same = underway.get(url);
    // Another caller's signal must not end this one's wait: after such a failure the page is fetched again.
    if (same !== undefined)
      return same.catch(() => {
        signal?.throwIfAborted();
        return page(address, { signal });
      });
    const work = freshPage(url, signal).finally(() => underway.delete(url));
    underway.set(url, work);
    return work;
  }

  async function freshPage(url: string, signal: AbortSignal | undefined): Promise<Page> {
    const stored = await readPage(db, url);
    if (stored && stored.expiresAt > new Date() && stored.readBy === READER_VERSION) return stored;
    const next = await fetchPage(url, stored, { fetcher, keepHours, signal });
    await writePage(db, next);
    return next;
  }

  function companyPages(
    domain: string,
    { maxPages = PAGES_OF_A_SITE, signal }: { maxPages?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<CompanyPage[]> {
    return pagesOfSite(domain, maxPages, (url) => page(url, { signal }));
  }
}

function canonical(address: string): string | null {
  try {
    const url = new URL(address);
    url.hash = "";
    return url.href.length <= LONGEST_URL ? url.href : null;
  } catch {
    return null;
  }
}

function unstorable(address: string): Page {
  const error = `The address is not a web address, or is longer than ${LONGEST_URL} characters.`;
  return { ...emptyPage(address, new Date()), error };
}
