import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "../config/project-root.ts";
import { lazily } from "../loading/lazily.ts";
import { type City, citiesByName } from "./cities.ts";

/** The keys of names by GeoNames' number of the city (models/README.md). */
const foreignNames = lazily(() => {
  const file = join(projectRoot(), "models/dictionaries/city-names.tsv.gz");
  const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
  return new Map(
    lines.map((line) => {
      const [id = "", names = ""] = line.split("\t");
      return [Number(id), names.split(";")];
    }),
  );
});

/** The largest city of each foreign name. */
const byForeignName = lazily(() => {
  const cities = new Map<string, City>();
  const all = [...new Set([...citiesByName().values()].flat())].sort((a, b) => b.population - a.population);
  for (const city of all)
    for (const key of foreignNames().get(city.id) ?? []) if (!cities.has(key)) cities.set(key, city);
  return cities;
});

/** Returns the look-up keys of a city's names in other languages; none for cities of fewer than 100,000 people. */
export const namesInOtherLanguages = (city: City): string[] => foreignNames().get(city.id) ?? [];

/** Returns the city of 100,000 people and more that is called so in another language: "keulen" → Cologne. */
export const cityByForeignName = (key: string): City | null => byForeignName().get(key) ?? null;
