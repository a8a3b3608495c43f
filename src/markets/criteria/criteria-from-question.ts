import { InvalidInputError } from "#foundation/errors/index";
import { byEconomy } from "#foundation/geography/economies";
import { LIMITS } from "./criteria-schema.ts";
import { marketName } from "./market-name.ts";
import { isMeaningful } from "./meaningful.ts";
import { offerOf } from "./offer.ts";
import { toLocations } from "./places.ts";
import { type QuestionReading, readQuestion } from "./question-reading.ts";
import { DEFAULT_COUNT, type GeneratedCriteria, type Location } from "./search-criteria.ts";
import { synonymsOf } from "./synonyms.ts";

const EXAMPLE = 'for example "Find 25 manufacturers of biodegradable food packaging in Germany, not plastic producers"';

/**
 * Makes criteria from a market question in plain English. A field that the question does not mention stays empty.
 *
 * @param question 1–4,000 characters
 * @throws InvalidInputError when it names nothing to search for, an impossible number of companies, or an example that
 * is not a domain
 */
export function criteriaFromQuestion(question: string): GeneratedCriteria {
  const trimmed = question.trim();
  if (trimmed.length > LIMITS.promptCharacters) {
    throw new InvalidInputError(
      `the question has more than ${LIMITS.promptCharacters.toLocaleString("en")} characters`,
    );
  }
  const reading = readQuestion(trimmed);
  refuse(reading);
  return {
    userPrompt: trimmed,
    marketName: marketName(reading),
    marketType: marketType(reading),
    marketRole: reading.marketRole,
    keywords: {
      features: bounded(reading.features),
      user: bounded(reading.users),
      synonyms: bounded(synonymsOf(reading.features)),
      irrelevant: bounded(reading.exclusions),
    },
    seedDomains: reading.seeds.slice(0, LIMITS.seedDomains),
    count: reading.count ?? DEFAULT_COUNT,
    locations: largest(toLocations(reading.places, reading.excludedPlaces)),
  };
}

/**
 * Limits locations. Regions such as EMEA have more countries than criteria may have. The largest economies are kept, in
 * the region's order, so that the criteria are valid and cover most of the region.
 */
function largest(locations: Location[]): Location[] {
  if (locations.length <= LIMITS.locations) return locations;
  const kept = new Set([...locations].sort((a, b) => byEconomy(a.country, b.country)).slice(0, LIMITS.locations));
  return locations.filter((location) => kept.has(location));
}

/**
 * Limits phrases to the contract's bounds, so that a client can send the generated criteria back. Longer phrases are
 * not keywords.
 */
function bounded(phrases: string[]): string[] {
  return phrases.filter((phrase) => phrase.length <= LIMITS.keywordCharacters).slice(0, LIMITS.keywords);
}

function refuse(reading: QuestionReading): void {
  const [invalid] = reading.invalidSeeds;
  if (invalid !== undefined) throw new InvalidInputError(`"${invalid}" is not a valid domain of an example company`);
  const { count } = reading;
  if (count !== null && (count < 1 || count > LIMITS.count)) {
    throw new InvalidInputError(
      `${count.toLocaleString("en")} companies are asked for: the number must be 1 to ${LIMITS.count.toLocaleString("en")}`,
    );
  }
  if (reading.seeds.length > 0 || reading.seedNames.length > 0) return;
  if (reading.text === "")
    throw new InvalidInputError(`the question is empty: say which companies you look for, ${EXAMPLE}`);
  if (reading.features.length > 0 && isMeaningful(reading.features.join(" "))) return;
  throw new InvalidInputError(
    `the question does not say what the companies make, sell or do: name a product, a service or example companies, ${EXAMPLE}`,
  );
}

/** Returns the type by the role or, without a role, by the offer. Software counts as a product. */
function marketType(reading: QuestionReading): string {
  // Newspapers and books are products, although publishers may be service providers.
  if (/^publish/i.test(reading.role)) return "product";
  if (reading.marketRole === "serviceProvider") return "service";
  if (reading.marketRole !== "") return "product";
  const offer = offerOf(reading.features[0] ?? "");
  return offer === "software" ? "product" : offer;
}
