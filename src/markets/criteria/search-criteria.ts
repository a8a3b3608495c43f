import type { StatedConditions } from "./stated-conditions.ts";

/** What a person wants from a market, as structured criteria. Shared by the generator, discovery and the API. */

/** One place. `country` is ISO 3166-1 alpha-2, `address` free lines (city, state), `coordinates` [latitude, longitude] in degrees. */
export interface Location {
  country: string;
  address: string[] | null;
  coordinates: [latitude: number, longitude: number] | null;
}

export interface Keywords {
  /** What the company offers: the product or service and its properties. */
  features: string[];
  /** Who buys or uses it. */
  user: string[];
  /** Other words for the same offer. */
  synonyms: string[];
  /** Kinds of companies and offers that are not wanted. */
  irrelevant: string[];
}

export type ProjectKind = "first_pass" | "second_pass";

/** What the generator reads out of a question. Empty strings and lists mean that the question gives no ground. */
export interface GeneratedCriteria {
  userPrompt: string;
  marketName: string;
  /** `service` or `product` from the generator; any string of 1–64 characters from a client; "" when not known. */
  marketType: string;
  /** `serviceProvider`, `manufacturer`, `distributor` or `softwareProvider` from the generator; "" when not known. */
  marketRole: string;
  keywords: Keywords;
  /** Registrable domains of example companies. */
  seedDomains: string[];
  /** How many companies are wanted, 1–1,000. */
  count: number;
  locations: Location[];
}

/** The form of `constraints` that discovery obeys; other JSON is kept, and reported as not used. */
export interface Constraints extends Omit<StatedConditions, "marketCapBands"> {
  excludeDomains?: string[];
  /** Any of mega, large, mid, small, micro, nano. */
  marketCapBands?: string[];
  certifications?: string[];
  /** 0–1: from this probability of offering what is asked on a company is in. */
  minProbability?: number;
  /** 0–1: less likely companies are let in until the lower bound of the estimated recall is this. */
  targetRecall?: number;
}

/** Any JSON value, as a client sent it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface SearchCriteria extends GeneratedCriteria {
  /** `string[]`: statements that each company is judged against. Other JSON is kept, and reported as not used. */
  assertions: Json;
  constraints: Json;
  projectKind: ProjectKind;
  performSearch: boolean;
  /** True where the request named no count: the prompt may. */
  countIsOpen?: boolean;
}

/** Companies wanted when the question names no number. */
export const DEFAULT_COUNT = 25;
