import type { Database } from "../db/database.ts";
import { locateCity } from "../geography/cities.ts";
import { nearestCity } from "../geography/nearest-city.ts";

/** Where a company of a market is, by a gazetteer of cities. */
export interface CompanyPlace {
  city: string;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  latitude: number;
  longitude: number;
  /** From the company's coordinates to the city's centre; 0 where its record names only the city. */
  distanceKm: number;
  /** What it was read from. */
  source: "coordinates" | "city";
}

interface Located {
  companyId: number;
  city: string | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The company's own coordinates decide; without them the city that its record names; otherwise its place stays unknown. */
function placeOf({ city, country, latitude, longitude }: Located): CompanyPlace | null {
  if (latitude !== null && longitude !== null) {
    const nearest = nearestCity(latitude, longitude);
    if (nearest === null) return null;
    const { distanceKm, state, ...found } = nearest;
    return {
      ...found,
      state: state ?? null,
      latitude,
      longitude,
      distanceKm: Math.round(distanceKm * 10) / 10,
      source: "coordinates",
    };
  }
  if (city === null || country === null) return null;
  const centre = locateCity(city, country);
  if (centre === null) return null;
  return { city, state: null, country, latitude: centre[0], longitude: centre[1], distanceKm: 0, source: "city" };
}

/** Gives each company of a market its nearest city. One statement reads, one writes; repeated, it writes the same. */
export async function reverseGeocode(
  db: Database,
  marketId: number,
  report: (done: number, total: number) => void,
): Promise<{ summary: string }> {
  const companies = await db.query<Located>(
    `SELECT c.id AS "companyId", c.city, c.country, c.latitude, c.longitude
     FROM market_companies mc JOIN companies c ON c.id = mc.company_id WHERE mc.market_id = $1 ORDER BY c.id`,
    [marketId],
  );
  const placed: { companyId: number; place: CompanyPlace }[] = [];
  for (const [i, company] of companies.entries()) {
    const place = placeOf(company);
    if (place !== null) placed.push({ companyId: company.companyId, place });
    if (i % 50 === 49) report(i + 1, companies.length);
  }
  await db.query(
    `UPDATE market_companies mc SET place = x.place FROM jsonb_to_recordset($2::jsonb) AS x("companyId" int, place jsonb)
     WHERE mc.market_id = $1 AND mc.company_id = x."companyId"`,
    [marketId, JSON.stringify(placed)],
  );
  const unknown = companies.length - placed.length;
  return {
    summary: `${placed.length} of ${companies.length} companies placed${unknown > 0 ? `, ${unknown} without a known place` : ""}`,
  };
}
