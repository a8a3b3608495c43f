import type { CompanyMention } from "#companies/linking/link-companies";
import type { SourceObservation } from "./read-week.ts";

/** A company that an event touches, with its best evidence. */
export interface NamedCompany {
  companyId: number;
  /** Number of observations that name it. */
  articles: number;
  method: string;
  /** Words of an observation that name it. */
  quote: string;
  /** 0–1. */
  confidence: number;
}

/** A named company, with the effect of the event on it. */
export interface TouchedCompany extends NamedCompany {
  /** −1 to 1; null if no text states it. */
  effect: number | null;
}

/**
 * Minimum share of an event's observations that must name a company. One headline in a hundred names another company
 * too.
 */
const LEAST_SHARE = 0.1;
/** Number of publishers that replaces a headline with the company's name. */
const ENOUGH_PUBLISHERS = 2;

/** An observation, with the companies found in it. */
export interface ReadObservation extends SourceObservation {
  mentions: readonly CompanyMention[];
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url);
const publisherOf = ({ publisher, url }: SourceObservation) => (publisher || hostOf(url)).toLowerCase();

/**
 * Returns the companies that an event touches, by id. At least a tenth of its observations, and a headline or two
 * publishers, must name the company. A page of the company's own site counts as a headline.
 */
export function touchedCompanies(observations: readonly ReadObservation[]): NamedCompany[] {
  const found = new Map<
    number,
    { best: CompanyMention; articles: number; publishers: Set<string>; inTitle: boolean }
  >();
  for (const observation of observations) {
    const seen = new Set<number>();
    for (const mention of observation.mentions) {
      const inTitle = observation.title.includes(mention.quote) || isOnOwnSite(observation, mention);
      const company = found.get(mention.companyId) ?? { best: mention, articles: 0, publishers: new Set(), inTitle };
      found.set(mention.companyId, company);
      if (!seen.has(mention.companyId)) company.articles++;
      seen.add(mention.companyId);
      company.publishers.add(publisherOf(observation));
      company.inTitle ||= inTitle;
      if (isBetter(mention, company.best)) company.best = mention;
    }
  }
  const least = Math.ceil(observations.length * LEAST_SHARE);
  return [...found]
    .filter(
      ([, { articles, inTitle, publishers }]) => articles >= least && (inTitle || publishers.size >= ENOUGH_PUBLISHERS),
    )
    .map(
      ([
        companyId,
        {
          articles,
          best: { method, quote, confidence },
        },
      ]) => ({
        companyId,
        articles,
        method,
        quote,
        confidence,
      }),
    )
    .sort((a, b) => a.companyId - b.companyId);
}

const isOnOwnSite = ({ url }: SourceObservation, { method, quote }: CompanyMention) =>
  method === "domain" && `.${hostOf(url)}`.endsWith(`.${quote}`);

/** Compares in a canonical order, so that ties do not depend on the order of the observations. */
const isBetter = (a: CompanyMention, b: CompanyMention) =>
  a.confidence !== b.confidence
    ? a.confidence > b.confidence
    : a.method !== b.method
      ? a.method < b.method
      : a.quote < b.quote;
