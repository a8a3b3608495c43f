import { useEffect, useState } from "react";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import outlines from "world-atlas/countries-110m.json?url";

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/**
 * Loads the outlines of countries (Natural Earth, 1:110m, public domain) from our own server; null until they are
 * loaded.
 */
export function useCountries() {
  const [countries, setCountries] = useState<ReturnType<typeof outlinesOf> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void fetch(outlines)
      .then((answer) => answer.json() as Promise<World>)
      .then((world) => isCurrent && setCountries(outlinesOf(world)));
    return () => {
      isCurrent = false;
    };
  }, []);
  return countries;
}

const outlinesOf = (world: World) => feature(world, world.objects.countries).features;
