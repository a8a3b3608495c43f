import type { MarketCapBand } from "./market-cap.ts";

/**
 * A company as a file gives it, cleaned and checked, before it has an id. Field by field what `companies` stores;
 * `""`, `[]` and null all mean "the file does not say".
 */
export interface CompanyRecord {
  /** Registrable domain, lower case, punycode: the identity of a company. */
  domain: string;
  name: string;
  description: string;
  keywords: string[];
  /** Classification labels, from the general to the particular. */
  industries: string[];
  /** Absolute http(s) address of the company's own site. */
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  state: string | null;
  city: string | null;
  postalCode: string | null;
  /** Decimal degrees, WGS 84; either both or neither. */
  latitude: number | null;
  longitude: number | null;
  employees: number | null;
  /** US dollars a year. */
  revenueUsd: number | null;
  /** The year before. */
  previousEmployees: number | null;
  previousRevenueUsd: number | null;
  /** Confirmed by another source than the company itself. */
  certifications: string[];
  /** Claimed by the company, found nowhere else. */
  unverifiedCertifications: string[];
  /** 2 to 6 digits each. */
  naicsCodes: number[];
  /** ISO 6166. */
  isin: string | null;
  /** The year in which it was founded. */
  founded: number | null;
  marketCapBand: MarketCapBand | null;
  /** Absolute http(s) addresses: of the logo, and of other pictures. */
  logoUrl: string | null;
  images: string[];
}

/** A company of which nothing is known. */
export const EMPTY_COMPANY: CompanyRecord = {
  domain: "",
  name: "",
  description: "",
  keywords: [],
  industries: [],
  url: "",
  country: null,
  state: null,
  city: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  employees: null,
  revenueUsd: null,
  previousEmployees: null,
  previousRevenueUsd: null,
  certifications: [],
  unverifiedCertifications: [],
  naicsCodes: [],
  isin: null,
  founded: null,
  marketCapBand: null,
  logoUrl: null,
  images: [],
};

/** The names of the fields, in the order of docs/company-files.md; also the column names of our own layout. */
export const COMPANY_FIELDS = [
  "domain",
  "name",
  "description",
  "keywords",
  "industries",
  "url",
  "country",
  "state",
  "city",
  "postalCode",
  "latitude",
  "longitude",
  "employees",
  "revenueUsd",
  "previousEmployees",
  "previousRevenueUsd",
  "certifications",
  "unverifiedCertifications",
  "naicsCodes",
  "isin",
  "founded",
  "marketCapBand",
  "logoUrl",
  "images",
] as const satisfies readonly (keyof CompanyRecord)[];

export type CompanyField = (typeof COMPANY_FIELDS)[number];

/**
 * Longest accepted values, in characters. They are above the longest values of public directories (descriptions of
 * 5,251 characters, names of 100, addresses of 207). They are low enough that a column swallowed by a lost quotation
 * mark is noticed.
 */
export const MAX_LENGTH: Readonly<Record<"name" | "description" | "label" | "url" | "place" | "postalCode", number>> = {
  name: 300,
  description: 20_000,
  label: 200,
  url: 2_048,
  place: 200,
  postalCode: 40,
};

/** Most labels that a list field may have. */
export const MAX_LABELS = 200;
/** Most pictures of a company. */
export const MAX_IMAGES = 20;
