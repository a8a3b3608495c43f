import type { Pay } from "../provider-call.ts";

export interface Point {
  /** Degrees, −90 to 90. */
  latitude: number;
  /** Degrees, −180 to 180. */
  longitude: number;
}

/** A city by its name. */
export interface NamedCity {
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** A city, town or village, as a geocoder knows it. */
export type FoundPlace = {
  city: string;
  /** First-level division, such as a federal state. */
  state: string | null;
  /** ISO 3166-1 alpha-2, in capitals. */
  country: string;
  /** The coordinates of its centre, in degrees. */
  latitude: number;
  longitude: number;
};

/** Finds the city of a point, or the place of a city. */
export interface Geocoder {
  /** The name in the configuration. */
  name: string;
  /** Whether it is a server: paid, paced, and able to fail. */
  isRemote: boolean;
  /** Price of one request, in millionths of a US dollar. */
  priceMicroUsd: number;
  /**
   * Returns the city, town or village at a point; null where none is known.
   * @throws ProviderError, CostCapReachedError, the signal's reason
   */
  reverse(point: Point, pay: Pay, signal?: AbortSignal): Promise<FoundPlace | null>;
  /**
   * Finds a city of a country by its name; null where none of that name is known.
   * @throws ProviderError, CostCapReachedError, the signal's reason
   */
  locate(named: NamedCity, pay: Pay, signal?: AbortSignal): Promise<FoundPlace | null>;
}
