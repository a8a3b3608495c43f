import type { CompanyMention } from "#companies/linking/link-companies";
import type { SourceObservation } from "./read-week.ts";

/** A company that an event touches, and its best evidence. */
export interface NamedCompany {
  companyId: number;
  /** Observations that name it. */
  articles: number;
  method: string;
  /** Words of one of them. */
  quote: string;
  /** 0–1. */
  confidence: number;
}

/** A named company with which way the event goes for it. */
export interface TouchedCompany extends NamedCompany {
  /** −1 to 1; null: nothing says it. */
  effect: number | null;
}

/**
 * Least share of an event's observations that must name a company: one in a hundred headlines names another one too.
 */
const LEAST_SHARE = 0.1;
/** So many publishers replace a headline that names it. */
const ENOUGH_PUBLISHERS = 2;

/** An observation with the companies that were found in it. */
export interface ReadObservation extends SourceObservation {
  mentions: readonly CompanyMention[];
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url);
const publisherOf = ({ publisher, url }: SourceObservation) => (publisher || hostOf(url)).toLowerCase();

/**
 * The companies that an event touches, by id: named by at least a tenth of its observations, and by a headline or by two
 * publishers. A page of the company's own counts as a headline.
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

/** In a canonical order, so that ties do not depend on the order of the observations. */
const isBetter = (a: CompanyMention, b: CompanyMention) =>
  a.confidence !== b.confidence
    ? a.confidence > b.confidence
    : a.method !== b.method
      ? a.method < b.method
      : a.quote < b.quote;
