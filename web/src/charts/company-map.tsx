import { geoNaturalEarth1, geoPath } from "d3-geo";
import { useState } from "react";
import { Dots } from "./scatter.tsx";
import { useWidth } from "./use-width.ts";
import { useCountries } from "./world.ts";

export interface Located {
  domain: string;
  name: string;
  says: string;
  latitude: number;
  longitude: number;
}

const HEIGHT = 480;
/** Padding around the companies in pixels, and the smallest area shown around them in degrees. */
const PADDING = 48;
const LEAST = 3;

/** Shows companies on a map of countries' outlines: of their region, or of the whole world. */
export function CompanyMap({ companies, onOpen }: { companies: readonly Located[]; onOpen: (domain: string) => void }) {
  const [frame, width] = useWidth();
  const [isWorld, setWorld] = useState(false);
  const countries = useCountries();
  const projection = geoNaturalEarth1();
  const room: [[number, number], [number, number]] = [
    [PADDING, PADDING],
    [Math.max(PADDING + 1, width - PADDING), HEIGHT - PADDING],
  ];
  // The corners of a small square around each, so that a single company is not zoomed in too far.
  const around = companies.flatMap(({ latitude, longitude }) =>
    [-LEAST, LEAST].map((step): [number, number] => [longitude + step, latitude + step]),
  );
  if (isWorld)
    projection.fitExtent(
      [
        [0, 8],
        [width, HEIGHT - 8],
      ],
      { type: "Sphere" },
    );
  else projection.fitExtent(room, { type: "MultiPoint", coordinates: around });
  const path = geoPath(
    projection.clipExtent([
      [0, 0],
      [width, HEIGHT],
    ]),
  );
  const dots = companies.flatMap((company) => {
    const at = projection([company.longitude, company.latitude]);
    return at === null ? [] : [{ ...company, x: at[0], y: at[1], radius: 6 }];
  });
  return (
    <div ref={frame} className="chart map">
      <button type="button" className="button button-small map-turn" onClick={() => setWorld(!isWorld)}>
        {isWorld ? "Their region" : "The whole world"}
      </button>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="group" aria-label="Map of the companies">
          <g className="land" aria-hidden="true">
            {countries?.map((country) => (
              <path key={`${country.id} ${country.properties.name}`} d={path(country) ?? ""} />
            ))}
          </g>
          <Dots dots={dots} label={`${dots.length} companies`} onOpen={onOpen} width={width} height={HEIGHT} />
        </svg>
      )}
    </div>
  );
}
