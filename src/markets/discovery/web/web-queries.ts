import { countryName } from "#foundation/geography/countries";
import type { WebQuery } from "#providers/web-search/web-search";
import type { SearchCriteria } from "../../criteria/search-criteria.ts";

/** Maximum number of searches per discovery: each costs money and time, and further ones find few new sites. */
const MOST_QUERIES = 8;
/** Number of phrasings of the offer, and of countries, that get their own searches. */
const MOST_OFFERS = 3;
const MOST_COUNTRIES = 4;
/** The largest number of results that every provider allows. */
const RESULTS = 20;

/** The web's usual words for companies of a role. */
const ROLE_WORDS: Record<string, string> = {
  manufacturer: "manufacturer",
  distributor: "distributor",
  serviceProvider: "company",
  softwareProvider: "software company",
};

type Asked = Pick<SearchCriteria, "keywords" | "locations" | "marketRole" | "marketName" | "userPrompt">;

/**
 * Returns the web searches for criteria: offer, role and place, the most specific first, each once. They depend on the
 * criteria alone, so their number is known before a start.
 */
export function webQueries({ keywords, locations, marketRole, marketName, userPrompt }: Asked): WebQuery[] {
  const named = [...keywords.features, ...keywords.synonyms].slice(0, MOST_OFFERS);
  const offers = named.length > 0 ? named : [marketName || userPrompt].filter((text) => text !== "");
  const role = ROLE_WORDS[marketRole] ?? "company";
  const places = locations.slice(0, MOST_COUNTRIES).flatMap(({ country, address }) => {
    const name = countryName(country);
    return (address ?? [""]).slice(0, 2).map((line) => ({ country, name: [line, name].filter(Boolean).join(" ") }));
  });
  const queries = offers.flatMap((offer): WebQuery[] =>
    places.length === 0
      ? [{ text: `${offer} ${role}`, count: RESULTS }]
      : places.map(({ country, name }) => ({ text: `${offer} ${role} ${name}`, count: RESULTS, country })),
  );
  return [...new Map(queries.map((query) => [query.text.toLowerCase(), query])).values()].slice(0, MOST_QUERIES);
}

/** Returns the number of these searches. */
export const webQueryCount = (criteria: Asked): number => webQueries(criteria).length;
