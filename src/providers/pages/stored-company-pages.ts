import type { Queries } from "#foundation/db/database";
import { isSameName } from "./page-links.ts";
import { type CompanyPage, homeAddresses, PAGES_OF_A_SITE, pagesOfSite } from "./site-pages.ts";
import { readLinkedPages } from "./stored-pages.ts";

/**
 * Returns the stored pages of companies' sites by domain: those that `companyPages` would read, in their last version,
 * however old. Leaves out domains without stored pages. Also leaves out those whose home page leads to a site of
 * another name, such as a new owner's or a domain dealer's. One statement; fetches nothing.
 */
export async function storedCompanyPages(
  db: Queries,
  domains: readonly string[],
  maxPages = PAGES_OF_A_SITE,
): Promise<Map<string, CompanyPage[]>> {
  const stored = new Map((await readLinkedPages(db, domains.flatMap(homeAddresses))).map((page) => [page.url, page]));
  const found = new Map<string, CompanyPage[]>();
  for (const domain of domains) {
    const pages = await pagesOfSite(domain, maxPages, (url) => stored.get(url) ?? null);
    const told = pages.filter(({ text, data }) => text !== "" || data.organizations.length > 0);
    if (told.length > 0 && isSameName(domain, new URL(pages[0]?.finalUrl ?? "").hostname)) found.set(domain, told);
  }
  return found;
}
