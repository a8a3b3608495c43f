/** Width of a letter and height of a line of the names, in pixels, and the space between a dot and its name. */
const [LETTER, LINE, GAP] = [6.4, 14, 4];

interface Labelled {
  domain: string;
  name: string;
  x: number;
  y: number;
  radius: number;
}

export interface Label {
  domain: string;
  name: string;
  x: number;
  y: number;
  anchor: "start" | "end";
}

/** A part of a chart that names leave free, in pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Places names beside their dots, in the order of the dots. A name stands right or left of its dot and is left out where
 * it would cover a dot, another name or a taken part.
 * @param room the least and the greatest position of a name across the chart, in pixels
 */
export function labelsOf(
  dots: readonly Labelled[],
  [least, greatest]: readonly [number, number],
  parts: readonly Box[] = [],
): Label[] {
  const circles = dots.map(
    ({ x, y, radius }): Box => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }),
  );
  const taken: Box[] = [...parts];
  return dots.flatMap(({ domain, name, x, y, radius }, own): Label[] => {
    const long = name.length * LETTER;
    for (const anchor of ["start", "end"] as const) {
      const at = anchor === "start" ? x + radius + GAP : x - radius - GAP;
      const left = anchor === "start" ? at : at - long;
      const box = { left, right: left + long, top: y - LINE / 2, bottom: y + LINE / 2 };
      const isFree =
        left >= least &&
        box.right <= greatest &&
        !taken.some((one) => overlap(one, box)) &&
        !circles.some((circle, dot) => dot !== own && overlap(circle, box));
      if (!isFree) continue;
      taken.push(box);
      return [{ domain, name, x: at, y, anchor }];
    }
    return [];
  });
}
