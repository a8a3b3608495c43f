import { locateCity } from "#foundation/geography/cities";
import { nearestCity } from "#foundation/geography/nearest-city";
import type { Geocoder } from "./geocoder.ts";

/** The embedded gazetteer of cities: the default, local and free. */
export const gazetteer: Geocoder = {
  name: "gazetteer",
  isRemote: false,
  priceMicroUsd: 0,
  async reverse({ latitude, longitude }) {
    const nearest = nearestCity(latitude, longitude);
    if (nearest === null) return null;
    const { city, state, country, latitude: centreLatitude, longitude: centreLongitude } = nearest;
    return { city, state: state ?? null, country, latitude: centreLatitude, longitude: centreLongitude };
  },
  async locate({ city, country }) {
    const centre = locateCity(city, country);
    return centre === null ? null : { city, state: null, country, latitude: centre[0], longitude: centre[1] };
  },
};
