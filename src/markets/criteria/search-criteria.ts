import type { StatedConditions } from "./stated-conditions.ts";

/** Structured criteria of a market, shared by the generator, discovery and the API. */

/**
 * One place. `country` is ISO 3166-1 alpha-2, `address` free lines (city, state), `coordinates` [latitude, longitude]
 * in degrees.
 */
export interface Location {
  country: string;
  address: string[] | null;
  coordinates: [latitude: number, longitude: number] | null;
}

export interface Keywords {
  /** The company's offer: the product or service and its properties. */
  features: string[];
  /** The buyers or users of the offer. */
  user: string[];
  /** Other words for the same offer. */
  synonyms: string[];
  /** Unwanted kinds of companies and offers. */
  irrelevant: string[];
}

export type ProjectKind = "first_pass" | "second_pass";

/**
 * The criteria that the generator reads from a question. Empty strings and lists mean that the question does not say.
 */
export interface GeneratedCriteria {
  userPrompt: string;
  marketName: string;
  /** `service` or `product` from the generator; any string of 1–64 characters from a client; "" when unknown. */
  marketType: string;
  /** `serviceProvider`, `manufacturer`, `distributor` or `softwareProvider` from the generator; "" when unknown. */
  marketRole: string;
  keywords: Keywords;
  /** Registrable domains of example companies. */
  seedDomains: string[];
  /** Number of companies wanted, 1–1,000. */
  count: number;
  locations: Location[];
}

/** The supported form of `constraints`. Other JSON is kept, and reported as not used. */
export interface Constraints extends Omit<StatedConditions, "marketCapBands"> {
  excludeDomains?: string[];
  /** Whether companies stay in of which a size, a year or a band is not known; by default they are left out. */
  keepUnknown?: boolean;
  /** Any of mega, large, mid, small, micro, nano. */
  marketCapBands?: string[];
  certifications?: string[];
  /** Names of places where the companies must have sites or be at work, wherever they are based; any one is enough. */
  operatesIn?: string[];
  /** The minimum probability of the offer for a company to be in, 0–1. */
  minProbability?: number;
  /** The lower bound of the estimated recall, 0–1, until which less likely companies are let in. */
  targetRecall?: number;
}

/** Any JSON value from a client. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface SearchCriteria extends GeneratedCriteria {
  /** `string[]`: statements that each company is judged against. Other JSON is kept, and reported as not used. */
  assertions: Json;
  constraints: Json;
  projectKind: ProjectKind;
  performSearch: boolean;
  /** True where the request has no count, so that the prompt's count applies. */
  countIsOpen?: boolean;
}

/** Number of companies when the question names none. */
export const DEFAULT_COUNT = 25;
