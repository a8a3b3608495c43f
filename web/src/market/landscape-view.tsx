import { type ReactNode, useState } from "react";
import { useQuery } from "urql";
import { CompanyMap } from "../charts/company-map.tsx";
import { type Point, Scatter, SizeLegend } from "../charts/scatter.tsx";
import { LandscapeDocument, type LandscapeQuery, type RadarQuadrant } from "../generated/graphql.ts";
import { workName } from "../pages/choices-field.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { count, countryName, day, many, percent } from "../parts/words.ts";
import { fitOf } from "./company-rows.tsx";

type Market = NonNullable<LandscapeQuery["market"]>;
type Edge = Market["companies"]["edges"][number];

const CHARTS = { bubble: "Bubbles", radar: "Radar", map: "Map" } as const;
type Chart = keyof typeof CHARTS;

const QUADRANTS: Record<RadarQuadrant, string> = {
  CORE_AHEAD: "core, ahead",
  CORE_BEHIND: "core, behind",
  EDGE_AHEAD: "edge, ahead",
  EDGE_BEHIND: "edge, behind",
};

interface LandscapeProps {
  marketId: number;
  onOpen: (domain: string) => void;
}

/** Shows the best hundred companies of a market as charts. */
export default function LandscapeView({ marketId, onOpen }: LandscapeProps) {
  const [{ data, error }] = useQuery({ query: LandscapeDocument, variables: { marketId } });
  const [chart, setChart] = useState<Chart>("bubble");
  if (error !== undefined) return <ErrorNotice error={error} />;
  const market = data?.market;
  if (market == null) return <Loading rows={8} label="Loading the charts" />;
  const { edges, totalCount } = market.companies;
  return (
    <section className="panel" aria-label="Landscape">
      <fieldset className="segments">
        <legend className="unseen">Chart</legend>
        {(Object.keys(CHARTS) as Chart[]).map((one) => (
          <label key={one} className="segment">
            <input type="radio" name="chart" checked={one === chart} onChange={() => setChart(one)} />
            <span>{CHARTS[one]}</span>
          </label>
        ))}
      </fieldset>
      {chart === "bubble" && <Bubbles market={market} onOpen={onOpen} />}
      {chart === "radar" && <Radar market={market} onOpen={onOpen} />}
      {chart === "map" && <Places edges={edges} onOpen={onOpen} />}
      {totalCount > edges.length && (
        <p className="quiet">
          The best {edges.length} of {count(totalCount)} companies.
        </p>
      )}
    </section>
  );
}

interface ChartProps {
  market: Market;
  onOpen: (domain: string) => void;
}

/**
 * Returns sizes relative to the smallest and the largest company, on a logarithmic scale, because they differ by powers
 * of ten; null where the employees are not known.
 */
function sizes(edges: readonly Edge[]) {
  const known = edges.flatMap(({ node: { employees } }) => (employees == null || employees < 1 ? [] : [employees]));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const sizeOf = ({ node: { employees } }: Edge): number | null => {
    if (employees == null || employees < 1) return null;
    return most === least ? 1 : Math.log(employees / least) / Math.log(most / least);
  };
  return { sizeOf, least, most };
}

type Momentum = NonNullable<Edge["momentum"]>;

/** Stories and events, below which a score counts as resting on few: with fewer, the API keeps it near the mean. */
const FEW = 5;

/** Counts the stories and events behind a score, and tells whether figures of the record count too. */
function basisOf({ parts }: Momentum) {
  const evidence = (...names: string[]) =>
    Math.max(0, ...parts.filter(({ name }) => names.includes(name)).map((part) => part.evidence));
  // The same stories count for their number and for their sentiment.
  const [stories, events] = [evidence("newsVolume", "sentiment"), evidence("events")];
  return { stories, events, hasFigures: parts.some(({ evidence }) => evidence === 0) };
}

/** Whether a score rests on few stories and events, and on nothing else. */
function isThin({ momentum }: Edge): boolean {
  if (momentum?.score == null) return false;
  const { stories, events, hasFigures } = basisOf(momentum);
  return !hasFigures && stories + events < FEW;
}

/** Formats "momentum 83, between 61 and 97, by 2 stories and figures of the record". */
function momentumWords(edge: Edge): string {
  const { momentum } = edge;
  if (momentum?.score == null) return "";
  const { score, low, high } = momentum;
  const { stories, events, hasFigures } = basisOf(momentum);
  const basis = [
    ...(stories > 0 ? [many(stories, "story", "stories")] : []),
    ...(events > 0 ? [many(events, "event", "events")] : []),
    ...(hasFigures ? ["figures of the record"] : []),
  ];
  return [
    `momentum ${Math.round(score)}`,
    ...(low == null || high == null ? [] : [`between ${Math.round(low)} and ${Math.round(high)}`]),
    ...(basis.length === 0 ? [] : [`by ${isThin(edge) ? "only " : ""}${basis.join(" and ")}`]),
  ].join(", ");
}

const employed = ({ node }: Edge) => (node.employees == null ? "size not known" : `${count(node.employees)} employees`);

/** Lists the companies whose momentum rests on little. */
function Thin({ edges, onOpen }: { edges: readonly Edge[]; onOpen: (domain: string) => void }) {
  return (
    <Off
      words={`whose momentum rests on fewer than ${FEW} stories and events`}
      edges={edges.filter(isThin)}
      onOpen={onOpen}
      why={momentumWords}
    />
  );
}

const INTERVALS = "The lines up and down are the intervals that hold the true momentum with 90 %.";

function Bubbles({ market, onOpen }: ChartProps) {
  const { edges } = market.companies;
  const scored = edges.filter(({ momentum }) => momentum?.score != null);
  if (market.momentum == null) return <NotComputed what="Momentum" />;
  const { sizeOf, least: fewest, most } = sizes(scored);
  const points = scored.map((edge): Point => {
    const momentum = edge.momentum?.score ?? 0;
    return {
      domain: edge.node.domain,
      name: edge.node.name,
      x: edge.score,
      y: momentum,
      size: sizeOf(edge),
      interval: intervalOf(edge.momentum?.low, edge.momentum?.high),
      says: `score ${edge.score.toFixed(2)}, ${momentumWords(edge)}, ${employed(edge)}`,
    };
  });
  const scores = points.map(({ x }) => x);
  const [least, greatest] = [Math.min(...scores), Math.max(...scores)];
  return (
    <>
      <p className="quiet said">
        How well each matches the question (score, 0–1) against how much it gains (momentum, 0–100; 50 is the mean).{" "}
        {INTERVALS}
        {market.momentum.asOf != null && ` Data until ${day(market.momentum.asOf)}.`}
      </p>
      {points.length > 0 && (
        <Scatter
          points={points}
          label="Score and momentum"
          x={{
            words: "Score",
            from: Math.max(0, Math.floor(least * 10 - 0.5) / 10),
            to: Math.min(1, Math.ceil(greatest * 10 + 0.5) / 10),
            said: (value) => value.toFixed(2),
          }}
          y={{ words: "Momentum", from: 0, to: 100, said: String }}
          onOpen={onOpen}
        />
      )}
      <Employees points={points} least={fewest} most={most} />
      <Thin edges={scored} onOpen={onOpen} />
      <Off
        words="without momentum"
        edges={edges.filter(({ momentum }) => momentum?.score == null)}
        onOpen={onOpen}
        why={() => "its development is not known"}
      />
      <Notes notes={market.momentum.notes} />
    </>
  );
}

/** Explains the dots' sizes, which are numbers of employees in every chart. */
function Employees({ points, least, most }: { points: readonly Point[]; least: number; most: number }) {
  if (points.length === 0) return null;
  const isSized = points.some(({ size }) => size !== null);
  return (
    <SizeLegend
      least={isSized ? many(least, "employee", "employees") : "size not known"}
      most={isSized ? many(most, "employee", "employees") : "size not known"}
      hasUnsized={isSized && points.some(({ size }) => size === null)}
    />
  );
}

const intervalOf = (low: number | null | undefined, high: number | null | undefined): Point["interval"] =>
  low == null || high == null ? null : { low, high };

function Radar({ market, onOpen }: ChartProps) {
  const { edges } = market.companies;
  if (market.radar == null) return <NotComputed what="Radar" />;
  const on = edges.filter(({ radar }) => radar?.x != null && radar.y != null);
  const { sizeOf, least, most } = sizes(on);
  const points = on.map((edge): Point => {
    const { node, radar } = edge;
    // The graph has the momentum of a radar from 0 to 1; the page shows every momentum from 0 to 100.
    const [x, y] = [radar?.x ?? 0, 100 * (radar?.y ?? 0)];
    return {
      domain: node.domain,
      name: node.name,
      x,
      y,
      size: sizeOf(edge),
      interval: intervalOf(
        radar?.yLow == null ? null : 100 * radar.yLow,
        radar?.yHigh == null ? null : 100 * radar.yHigh,
      ),
      tone: radar?.quadrant == null ? "" : `dot-${radar.quadrant.toLowerCase().replace("_", "-")}`,
      says: [
        `fit ${percent(x)}`,
        momentumWords(edge) || `momentum ${Math.round(y)}`,
        radar?.quadrant == null ? "not known whether ahead or behind" : QUADRANTS[radar.quadrant],
        employed(edge),
      ].join(", "),
    };
  });
  const mean = points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length);
  return (
    <>
      <p className="quiet said">
        The probability that each company offers what is asked for (fit), against its momentum (0–100). The dashed lines
        mark a fit of 50 % and the market's mean momentum. {INTERVALS}
      </p>
      {points.length > 0 && (
        <Scatter
          points={points}
          label="Fit and momentum"
          x={{ words: "Fit", from: 0, to: 1, said: percent }}
          y={{ words: "Momentum", from: 0, to: 100, said: String }}
          cross={{ x: 0.5, y: mean, corners: ["Edge, ahead", "Core, ahead", "Edge, behind", "Core, behind"] }}
          onOpen={onOpen}
        />
      )}
      <Employees points={points} least={least} most={most} />
      <Thin edges={on} onOpen={onOpen} />
      <Off
        words="off the radar"
        edges={edges.filter(({ radar }) => radar?.x == null || radar.y == null)}
        onOpen={onOpen}
        why={({ radar }) => radar?.why ?? "not computed for it"}
      />
      <Notes notes={market.radar.notes} />
    </>
  );
}

function Places({ edges, onOpen }: { edges: readonly Edge[]; onOpen: (domain: string) => void }) {
  const located = edges.flatMap((edge) => {
    const { node, place } = edge;
    if (place == null) return [];
    const says = `${place.city}, ${countryName(place.country)}`;
    return [{ domain: node.domain, name: node.name, says, latitude: place.latitude, longitude: place.longitude }];
  });
  return (
    <>
      {located.length === 0 ? <NotComputed what="Map" /> : <CompanyMap companies={located} onOpen={onOpen} />}
      <Off
        words="without coordinates"
        edges={edges.filter(({ place }) => place == null)}
        onOpen={onOpen}
        why={placeKnown}
      />
    </>
  );
}

/** Says what is known of the place of a company that is not on the map. */
function placeKnown({ node: { city, country } }: Edge): string {
  const of = country == null ? "" : countryName(country);
  if (city == null) return of === "" ? "its record has no place" : `${of}: its record has no city`;
  return `${[city, of].filter((part) => part !== "").join(", ")}: no coordinates`;
}

function NotComputed({ what }: { what: string }) {
  return (
    <Empty title="Not computed yet">
      <p>Publish the market with “{what}” chosen, and it is here once that run has ended.</p>
    </Empty>
  );
}

interface OffProps {
  words: string;
  edges: readonly Edge[];
  why: (edge: Edge) => string;
  onOpen: (domain: string) => void;
}

/** Shows companies that have no place on a chart. */
function Off({ words, edges, why, onOpen }: OffProps) {
  if (edges.length === 0) return null;
  return (
    <details className="off">
      <summary>
        {count(edges.length)} {edges.length === 1 ? "company" : "companies"} {words}
      </summary>
      <ul>
        {edges.map((edge) => (
          <li key={edge.node.id}>
            <button type="button" className="button button-plain button-small" onClick={() => onOpen(edge.node.domain)}>
              {edge.node.name}
            </button>
            <span className="quiet">
              {why(edge)}
              {fitOf(edge.reasons) !== null && ` · fit ${percent(fitOf(edge.reasons) ?? 0)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const MEASURES: Readonly<Record<string, string>> = {
  newsVolume: "number of news",
  revenueChange: "change of revenue",
  sizeChange: "change of employees",
};

/** Replaces the names that the API has for measures and pipeline flags. */
const noteInWords = (note: string): string =>
  note
    .replaceAll(/\b(?:newsVolume|revenueChange|sizeChange)\b/g, (name) => MEASURES[name] ?? name)
    .replaceAll(/\brun[A-Z]\w+/g, (flag) => `“${workName(flag)}”`);

/** Shows an analysis' notes. */
export function Notes({ notes }: { notes: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <div className="notes quiet">
      <p>What limits this:</p>
      <ul>
        {notes.map((note) => (
          <li key={note}>{noteInWords(note)}</li>
        ))}
      </ul>
    </div>
  );
}
