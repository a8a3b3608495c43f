import type { MarketCapBand } from "./market-cap.ts";

/**
 * A company from a file, cleaned and checked, before it has an id. Its fields are those that `companies` stores; `""`,
 * `[]` and null all mean "the file does not say".
 */
export interface CompanyRecord {
  /** Registrable domain, lower case, punycode: the identity of a company. */
  domain: string;
  name: string;
  description: string;
  keywords: string[];
  /** Classification labels, from general to particular. */
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
  /** Certificates confirmed by a source other than the company. */
  certifications: string[];
  /** Certificates that only the company claims. */
  unverifiedCertifications: string[];
  /** 2 to 6 digits each. */
  naicsCodes: number[];
  /** ISO 6166. */
  isin: string | null;
  /** Year of foundation. */
  founded: number | null;
  marketCapBand: MarketCapBand | null;
  /** Absolute http(s) address of the logo; `images` are those of other pictures. */
  logoUrl: string | null;
  images: string[];
}

/** A company about which nothing is known. */
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
 * Longest accepted values, in characters. They exceed the longest values of public directories (descriptions of 5,251
 * characters, names of 100, addresses of 207). They are low enough to reveal a column swallowed by a missing quotation
 * mark.
 */
export const MAX_LENGTH: Readonly<Record<"name" | "description" | "label" | "url" | "place" | "postalCode", number>> = {
  name: 300,
  description: 20_000,
  label: 200,
  url: 2_048,
  place: 200,
  postalCode: 40,
};

/** Maximum number of labels in a list field. */
export const MAX_LABELS = 200;
/** Maximum number of a company's pictures. */
export const MAX_IMAGES = 20;
