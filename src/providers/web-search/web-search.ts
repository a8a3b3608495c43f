import type { Pay } from "../provider-call.ts";

export interface WebQuery {
  /** Words as a person would type them. */
  text: string;
  /** Results wanted, 1–20. */
  count: number;
  /** ISO 3166-1 alpha-2; a preference, not a condition. */
  country?: string | undefined;
}

/** A page that was found. */
export interface WebResult {
  /** http or https. */
  url: string;
  title: string;
  /** Plain text, "" when the provider gives none. */
  snippet: string;
  [key: string]: string;
}

/** A search of the open web. */
export interface WebSearch {
  /** The name to record and show. */
  readonly name: string;
  /** Price of one search, in millionths of a US dollar. */
  readonly priceMicroUsd: number;
  /**
   * Returns the best pages for a query, best first, each URL once.
   * @throws ProviderError, CostCapReachedError
   */
  search(query: WebQuery, pay: Pay): Promise<WebResult[]>;
}
