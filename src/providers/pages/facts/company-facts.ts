import type { PageOrganization, PagePerson } from "../page-data.ts";
import { siteOf } from "../page-links.ts";
import type { CompanyPage } from "../pages.ts";
import { type CompanyAddress, findAddress } from "./address.ts";
import { findCertifications } from "./certifications.ts";
import { findPeople } from "./people.ts";
import { type Sourced, sourced } from "./sourced.ts";

export type { CompanyAddress } from "./address.ts";
export type { Sourced } from "./sourced.ts";

/** What a company's own pages say about it, each fact with its page and words. These are unconfirmed claims. */
export interface CompanyFacts {
  name: Sourced<string> | null;
  /** With its legal form, such as "Acme Gears GmbH". */
  legalName: Sourced<string> | null;
  description: Sourced<string> | null;
  address: Sourced<CompanyAddress> | null;
  certifications: Sourced<string>[];
  people: Sourced<PagePerson>[];
  /** Absolute addresses. */
  logo: Sourced<string> | null;
  images: Sourced<string>[];
}

/** Minimum length in characters: shorter texts are slogans. */
const SHORTEST_DESCRIPTION = 40;

/**
 * Reads facts from the pages of one company's site, as `companyPages` returns them. Uses deterministic rules and leaves
 * out doubtful facts.
 */
export function companyFacts(given: readonly CompanyPage[]): CompanyFacts {
  const pages = given.map((page) => ({ ...page, data: { ...page.data, organizations: ownOrganizations(page) } }));
  const own = pages.flatMap((page) => page.data.organizations.map((organization) => ({ page, organization })));
  const fromOrganization = (
    pick: (organization: PageOrganization) => string,
    isGood = (text: string) => text !== "",
  ) => {
    const found = own.find(({ organization }) => isGood(pick(organization)));
    return found ? sourced(pick(found.organization), found.page, pick(found.organization), "markup") : null;
  };
  const fromPage = (pick: (page: CompanyPage) => string, isGood = (text: string) => text !== "") => {
    const found = pages.find((page) => page.kind === "home" && isGood(pick(page)));
    return found ? sourced(pick(found), found, pick(found), "markup") : null;
  };
  const tells = (text: string) => text.length >= SHORTEST_DESCRIPTION;
  const images = pages.flatMap((page) => page.data.images.map((image) => ({ page, image })));
  const logo = images.find(({ image }) => image.kind === "logo");

  return {
    name: fromOrganization(({ name }) => name) ?? fromPage(({ data }) => data.siteName),
    legalName: fromOrganization(({ legalName }) => legalName),
    description:
      fromOrganization(({ description }) => description, tells) ?? fromPage(({ data }) => data.description, tells),
    address: findAddress(pages),
    certifications: findCertifications(pages),
    people: findPeople(pages),
    logo: ownLogo(own) ?? (logo ? sourced(logo.image.url, logo.page, logo.image.url, "markup") : null),
    images: images
      .filter(
        ({ image }, i) => image.kind === "preview" && images.findIndex((other) => other.image.url === image.url) === i,
      )
      .map(({ page, image }) => sourced(image.url, page, image.url, "markup")),
  };
}

/**
 * Returns the markup's organisations that own this site; one with another site's address is a partner or a publisher.
 */
function ownOrganizations(page: CompanyPage): PageOrganization[] {
  const site = siteOf(new URL(page.finalUrl).hostname);
  return page.data.organizations.filter(({ url }) => {
    const there = absolute(url, page);
    return url === "" || (there !== null && siteOf(there.hostname) === site);
  });
}

function ownLogo(own: { page: CompanyPage; organization: PageOrganization }[]): Sourced<string> | null {
  for (const { page, organization } of own) {
    const url = organization.logo === "" ? null : absolute(organization.logo, page);
    if (url && /^https?:$/.test(url.protocol)) return sourced(url.href, page, organization.logo, "markup");
  }
  return null;
}

function absolute(href: string, page: CompanyPage): URL | null {
  try {
    return new URL(href, page.finalUrl);
  } catch {
    return null;
  }
}
