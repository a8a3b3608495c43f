import { registrableDomain } from "#companies/registrable-domain";
import type { WebResult } from "#providers/web-search/web-search";

/**
 * Sites about many companies that are no company's own site: encyclopedias, social networks, shops and marketplaces,
 * business directories, job boards, market reports, press. As a side effect, these companies themselves are never
 * found.
 */
const NOT_A_COMPANY = new Set(
  `wikipedia.org wikidata.org wikimedia.org linkedin.com facebook.com instagram.com youtube.com twitter.com x.com tiktok.com
pinterest.com reddit.com quora.com medium.com github.com amazon.com amazon.de amazon.co.uk ebay.com ebay.de alibaba.com aliexpress.com
made-in-china.com indiamart.com globalsources.com tradeindia.com etsy.com europages.com europages.co.uk europages.de kompass.com wlw.de
thomasnet.com dnb.com crunchbase.com pitchbook.com zoominfo.com rocketreach.co owler.com craft.co tracxn.com cbinsights.com ensun.io
northdata.com opencorporates.com companieshouse.gov.uk bloomberg.com reuters.com forbes.com yelp.com yellowpages.com gelbeseiten.de
indeed.com glassdoor.com stepstone.de xing.com statista.com marketsandmarkets.com mordorintelligence.com grandviewresearch.com
fortunebusinessinsights.com imarcgroup.com researchandmarkets.com ibisworld.com businesswire.com prnewswire.com globenewswire.com
slideshare.net scribd.com issuu.com researchgate.net sciencedirect.com google.com bing.com yahoo.com archive.org`.split(
    /\s+/,
  ),
);

/** A site found by a search, with its registrable domain. */
export interface FoundSite {
  domain: string;
  /** 0–1: the sum of 1 / (60 + rank) over the searches that found it, against the best (Cormack et al. 2009, reciprocal rank fusion). */
  score: number;
  /** Title of the first result. */
  title: string;
  snippet: string;
}

/** The constant of reciprocal rank fusion. */
const RRF = 60;

/**
 * Returns the sites behind the results of several searches, best first; several pages of a site count once per search.
 */
export function foundSites(searches: readonly WebResult[][], left: ReadonlySet<string>): FoundSite[] {
  const sites = new Map<string, FoundSite>();
  for (const results of searches) {
    const seen = new Set<string>();
    for (const { url, title, snippet } of results) {
      const domain = registrableDomain(url);
      if (domain === null || NOT_A_COMPANY.has(domain) || left.has(domain) || seen.has(domain)) continue;
      seen.add(domain);
      const known = sites.get(domain) ?? { domain, score: 0, title, snippet };
      sites.set(domain, { ...known, score: known.score + 1 / (RRF + seen.size) });
    }
  }
  const best = Math.max(...[...sites.values()].map(({ score }) => score), Number.MIN_VALUE);
  return [...sites.values()]
    .map((site) => ({ ...site, score: site.score / best }))
    .sort((a, b) => b.score - a.score || (a.domain < b.domain ? -1 : 1));
}
