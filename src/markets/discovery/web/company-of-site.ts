import type { SiteCompany } from "#companies/store-site-companies";
import { storableLine } from "#foundation/language/storable-text";
import { companyFacts } from "#providers/pages/facts/company-facts";
import { isSameName } from "#providers/pages/page-links";
import type { CompanyPage } from "#providers/pages/pages";

/**
 * Number of characters read of the pages' text after the description: about as much as a directory has about a company.
 */
const LONGEST_DESCRIPTION = 4_000;
const LONGEST_NAME = 200;
/** Shortest line of running text, in characters; shorter ones are menus and buttons. */
const SHORTEST_LINE = 60;

/** Returns the running text of pages: lines that are sentences, each once. */
function prose(pages: readonly CompanyPage[]): string {
  const lines = pages
    .filter(({ kind }) => kind === "home" || kind === "about")
    .flatMap(({ text }) => text.split(/\n+/))
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line.length >= SHORTEST_LINE);
  return [...new Set(lines)].join(" ");
}

/**
 * Makes a company from the pages of its site. Null where they contain nothing to judge it by, or where the site
 * redirects to one of another name. That site speaks for another company, and a link must not pass for it.
 */
export function companyOfSite(domain: string, pages: readonly CompanyPage[]): SiteCompany | null {
  const [home] = pages;
  if (home === undefined || !isSameName(domain, new URL(home.finalUrl).hostname)) return null;
  const facts = companyFacts(pages);
  const own = prose(pages);
  const told = facts.description?.value ?? "";
  const texts = [told, own.startsWith(told) ? own.slice(told.length) : own]
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const description = storableLine(texts.join(/[.!?]$/.test(told) ? " " : ". "), LONGEST_DESCRIPTION);
  if (description === "") return null;
  return {
    domain,
    name: storableLine(facts.name?.value || facts.legalName?.value || home.title || domain, LONGEST_NAME),
    description,
    url: home.finalUrl,
    country: facts.address?.value.country ?? null,
    city: facts.address?.value.city ?? null,
    certifications: facts.certifications.map(({ value }) => value),
    logoUrl: facts.logo?.value ?? null,
    source: `web:${(facts.description?.pageUrl ?? home.finalUrl).slice(0, 2_000)}`,
  };
}
