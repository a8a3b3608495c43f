import type { MarketCapBand } from "./market-cap.ts";

/** A company of the directory, as candidate generation and judging read it. */
export interface DirectoryCompany {
  id: number;
  /** Registrable domain, lower case: the identity of a company. */
  domain: string;
  name: string;
  /** A few sentences, "" when unknown. */
  description: string;
  /** Short labels: products, activities. */
  keywords: string[];
  /** Classification labels, from general to particular, e.g. ["Industrials", "Capital Goods", "Machinery"]. */
  industries: string[];
  /** ISO 3166-1 alpha-2, null when unknown. */
  country: string | null;
  state: string | null;
  city: string | null;
  employees: number | null;
  revenueUsd: number | null;
  certifications: string[];
  /** Year of foundation. */
  founded: number | null;
  marketCapBand: MarketCapBand | null;
}

/**
 * A company with the digest of its record (32 hexadecimal digits), which changes with the record. Lists outside the
 * directory may leave it out.
 */
export interface IndexedCompany extends DirectoryCompany {
  recordDigest?: string;
}
