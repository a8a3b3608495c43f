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
  /** Of its centre, in degrees. */
  latitude: number;
  longitude: number;
};

/** Finds the city of a point, or the place of a city. */
export interface Geocoder {
  /** As the configuration knows it. */
  name: string;
  /** Whether it is a server: paid, paced, and able to fail. */
  isRemote: boolean;
  /** What one question costs, in millionths of a US dollar. */
  priceMicroUsd: number;
  /**
   * The city, town or village that a point is in; null: none is known there.
   * @throws ProviderError, CostCapReachedError, the signal's reason
   */
  reverse(point: Point, pay: Pay, signal?: AbortSignal): Promise<FoundPlace | null>;
  /**
   * A city of a country by its name; null: none of that name is known.
   * @throws ProviderError, CostCapReachedError, the signal's reason
   */
  locate(named: NamedCity, pay: Pay, signal?: AbortSignal): Promise<FoundPlace | null>;
}
