import { scaleLinear } from "d3-scale";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { type Box, labelsOf } from "./labels.ts";
import { useWidth } from "./use-width.ts";

/** One company on a chart. */
export interface Dot {
  domain: string;
  name: string;
  /** In pixels of the chart's field. */
  x: number;
  y: number;
  radius: number;
  tone?: string;
  /** What the pointer and the screen reader get beside the name. */
  says: string;
  /** An interval up and down, in pixels of the chart's field; null where none is known. */
  span?: { top: number; bottom: number } | null;
}

interface DotsProps {
  dots: readonly Dot[];
  label: string;
  onOpen: (domain: string) => void;
  width: number;
  height: number;
  /** The least position of a name across the chart, in pixels. */
  namesFrom?: number;
  /** Parts of the chart without names of dots. */
  taken?: readonly Box[];
}

const NEXT: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The dots of a chart, large ones behind small ones. The keyboard has one stop for all of them: arrows move from dot to
 * dot, from left to right, and Enter opens one.
 */
export function Dots({ dots, label, onOpen, width, height, namesFrom = 0, taken = [] }: DotsProps) {
  const [current, setCurrent] = useState(0);
  const [shown, setShown] = useState<Dot | null>(null);
  const group = useRef<SVGGElement>(null);
  const byPlace = [...dots].sort((one, other) => one.x - other.x);
  const bySize = [...dots].sort((one, other) => other.radius - one.radius);
  const move = (event: KeyboardEvent, dot: Dot) => {
    const step = NEXT[event.key];
    if (event.key === "Enter" || event.key === " ") onOpen(dot.domain);
    else if (step === undefined) return;
    else {
      const next = Math.min(byPlace.length - 1, Math.max(0, byPlace.indexOf(dot) + step));
      setCurrent(next);
      const domain = CSS.escape(byPlace[next]?.domain ?? "");
      group.current?.querySelector<SVGGElement>(`[data-domain="${domain}"]`)?.focus();
    }
    event.preventDefault();
  };
  return (
    <>
      <g className="spans" aria-hidden="true">
        {bySize.map(
          ({ domain, x, span }) =>
            span != null && (
              <path
                key={domain}
                className={shown?.domain === domain ? "span is-shown" : "span"}
                d={`M${x - CAP} ${span.top}h${2 * CAP}M${x} ${span.top}V${span.bottom}M${x - CAP} ${span.bottom}h${2 * CAP}`}
              />
            ),
        )}
      </g>
      <g ref={group} role="group" aria-label={label}>
        {bySize.map((dot) => (
          <g
            key={dot.domain}
            className={`dot ${dot.tone ?? ""}`}
            role="button"
            tabIndex={byPlace[current]?.domain === dot.domain ? 0 : -1}
            aria-label={`${dot.name}: ${dot.says}`}
            data-domain={dot.domain}
            transform={`translate(${dot.x} ${dot.y})`}
            onClick={() => onOpen(dot.domain)}
            onKeyDown={(event) => move(event, dot)}
            onFocus={() => setShown(dot)}
            onBlur={() => setShown(null)}
            onMouseEnter={() => setShown(dot)}
            onMouseLeave={() => setShown(null)}
          >
            <circle r={dot.radius} />
          </g>
        ))}
      </g>
      <g className="dot-names" aria-hidden="true">
        {labelsOf(bySize, [namesFrom, width], taken).map(({ domain, name, x, y, anchor }) => (
          <text key={domain} x={x} y={y} dy="0.32em" textAnchor={anchor}>
            {name}
          </text>
        ))}
      </g>
      {shown !== null && <Tip dot={shown} width={width} height={height} />}
    </>
  );
}

/** Half the width of an interval's ends, in pixels. */
const CAP = 4;

/** Approximate width of a letter, in pixels. */
const LETTER = 6.6;
/** Height of a line, and of a tip without lines, in pixels. */
const [LINE, TIP] = [17, 31];
/** The most letters of a line on a wide chart. */
const LONGEST = 70;

/** Breaks a text at spaces, because texts of SVG do not break by themselves. */
function linesOf(text: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > longest) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function Tip({ dot, width, height }: { dot: Dot; width: number; height: number }) {
  const lines = linesOf(dot.says, Math.min(LONGEST, Math.floor((width - 24) / LETTER)));
  const longest = Math.max(dot.name.length * 1.08, ...lines.map(({ length }) => length));
  const wide = Math.min(width, longest * LETTER + 24);
  const high = TIP + lines.length * LINE;
  const x = Math.min(width - wide, Math.max(0, dot.x - wide / 2));
  const above = dot.y - dot.radius - high - 8;
  const y = above < 0 ? Math.min(height - high, dot.y + dot.radius + 8) : above;
  return (
    <g className="tip" transform={`translate(${x} ${y})`} aria-hidden="true">
      <rect width={wide} height={high} rx={8} />
      <text x={12} y={20} className="tip-name">
        {dot.name}
      </text>
      {lines.map((line, at) => (
        <text key={line} x={12} y={37 + at * LINE}>
          {line}
        </text>
      ))}
    </g>
  );
}

export interface Point extends Pick<Dot, "domain" | "name" | "says" | "tone"> {
  x: number;
  y: number;
  /** 0–1, in proportion to the dot's area; null where it is not known. */
  size: number | null;
  /** The interval of `y`; null where none is known. */
  interval: { low: number; high: number } | null;
}

export interface Axis {
  words: string;
  from: number;
  to: number;
  /** Formats a value of the axis in words. */
  said: (value: number) => string;
}

interface ScatterProps {
  points: readonly Point[];
  label: string;
  x: Axis;
  y: Axis;
  onOpen: (domain: string) => void;
  /** Lines and words behind the dots, where the quadrants of a radar meet. */
  cross?: { x: number; y: number; corners: readonly [string, string, string, string] };
}

const HEIGHT = 440;
const ROOM = { left: 52, right: 20, top: 16, bottom: 44 };
const [SMALLEST, LARGEST] = [5, 22];
/** Room between the ends of the axes and the edge of the field: dots at the ends cover no figure of an axis. */
const INSET = LARGEST;
/** The size of a dot of which it is not known. */
const UNSIZED = 0.1;

const radiusOf = (size: number | null): number =>
  Math.sqrt(SMALLEST ** 2 + (size ?? UNSIZED) * (LARGEST ** 2 - SMALLEST ** 2));

/** Companies as dots over two axes. */
export function Scatter({ points, label, x, y, onOpen, cross }: ScatterProps) {
  const [frame, width] = useWidth();
  const across = scaleLinear([x.from, x.to], [ROOM.left + INSET, width - ROOM.right - INSET]);
  const up = scaleLinear([y.from, y.to], [HEIGHT - ROOM.bottom - INSET, ROOM.top + INSET]);
  const dots = points.map((point) => ({
    ...point,
    x: across(point.x),
    y: up(point.y),
    radius: radiusOf(point.size),
    span: point.interval && { top: up(point.interval.high), bottom: up(point.interval.low) },
    tone: `${point.tone ?? ""} ${point.size === null ? "dot-unsized" : ""}`,
  }));
  return (
    <div ref={frame} className="chart">
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="group" aria-label={label}>
          <Axes across={across} up={up} x={x} y={y} width={width} />
          {cross !== undefined && <Corners x={across(cross.x)} y={up(cross.y)} width={width} corners={cross.corners} />}
          <Dots
            dots={dots}
            label={`${label}: ${points.length} companies`}
            onOpen={onOpen}
            width={width}
            height={HEIGHT}
            namesFrom={ROOM.left}
            taken={cross === undefined ? [] : cornerBoxes(width, cross.corners)}
          />
        </svg>
      )}
    </div>
  );
}

interface AxesProps {
  across: ReturnType<typeof scaleLinear<number, number>>;
  up: ReturnType<typeof scaleLinear<number, number>>;
  x: Axis;
  y: Axis;
  width: number;
}

function Axes({ across, up, x, y, width }: AxesProps): ReactNode {
  const [bottom, middle] = [HEIGHT - ROOM.bottom, (HEIGHT - ROOM.bottom + ROOM.top) / 2];
  return (
    <g className="axes" aria-hidden="true">
      {across.ticks(Math.max(2, width / 120)).map((tick) => (
        <g key={tick} transform={`translate(${across(tick)} 0)`}>
          <line y1={ROOM.top} y2={bottom} />
          <text y={bottom + 18} textAnchor="middle">
            {x.said(tick)}
          </text>
        </g>
      ))}
      {up.ticks(5).map((tick) => (
        <g key={tick} transform={`translate(0 ${up(tick)})`}>
          <line x1={ROOM.left} x2={width - ROOM.right} />
          <text x={ROOM.left - 8} dy="0.32em" textAnchor="end">
            {y.said(tick)}
          </text>
        </g>
      ))}
      <text className="axis-name" x={(width + ROOM.left - ROOM.right) / 2} y={HEIGHT - 6} textAnchor="middle">
        {x.words}
      </text>
      <text className="axis-name" transform={`translate(12 ${middle}) rotate(-90)`} textAnchor="middle">
        {y.words}
      </text>
    </g>
  );
}

interface CornersProps {
  x: number;
  y: number;
  width: number;
  corners: readonly [string, string, string, string];
}

/** Approximate width of a letter of the corners' words, in pixels. */
const BOLD = 7;

/** Returns where the words of the corners stand. */
function cornerBoxes(width: number, corners: CornersProps["corners"]): Box[] {
  return corners.map((words, corner) => {
    const long = words.length * BOLD;
    const left = corner % 2 === 0 ? ROOM.left + 8 : width - ROOM.right - 8 - long;
    const top = corner < 2 ? ROOM.top + 4 : HEIGHT - ROOM.bottom - 20;
    return { left, right: left + long, top, bottom: top + 16 };
  });
}

function Corners({ x, y, width, corners: [topLeft, topRight, bottomLeft, bottomRight] }: CornersProps) {
  const [right, bottom] = [width - ROOM.right, HEIGHT - ROOM.bottom];
  return (
    <g className="corners" aria-hidden="true">
      <line x1={x} x2={x} y1={ROOM.top} y2={bottom} />
      <line x1={ROOM.left} x2={right} y1={y} y2={y} />
      <text x={ROOM.left + 8} y={ROOM.top + 16}>
        {topLeft}
      </text>
      <text x={right - 8} y={ROOM.top + 16} textAnchor="end">
        {topRight}
      </text>
      <text x={ROOM.left + 8} y={bottom - 8}>
        {bottomLeft}
      </text>
      <text x={right - 8} y={bottom - 8} textAnchor="end">
        {bottomRight}
      </text>
    </g>
  );
}

interface SizeLegendProps {
  /** What the smallest and the largest dot stand for. */
  least: string;
  most: string;
  /** Whether some dots have no known size. */
  hasUnsized: boolean;
}

/** Explains the sizes of the dots. */
export function SizeLegend({ least, most, hasUnsized }: SizeLegendProps) {
  const sizes: [size: number | null, words: string][] = [
    ...(least === most ? [] : [[0, least] satisfies [number, string]]),
    [1, most],
    ...(hasUnsized ? [[null, "size not known"] satisfies [null, string]] : []),
  ];
  return (
    <ul className="legend" aria-label="Sizes of the dots">
      {sizes.map(([size, words]) => {
        const edge = 2 * (radiusOf(size) + 1);
        return (
          <li key={words}>
            <svg width={edge} height={edge} aria-hidden="true">
              <g className={size === null ? "dot dot-unsized" : "dot"} transform={`translate(${edge / 2} ${edge / 2})`}>
                <circle r={radiusOf(size)} />
              </g>
            </svg>
            {words}
          </li>
        );
      })}
    </ul>
  );
}
