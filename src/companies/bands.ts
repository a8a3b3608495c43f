/** A size class: the contract's number and label. 0 is "Unknown". */
export interface Band {
  id: number;
  label: string;
}

const UNKNOWN: Band = { id: 0, label: "Unknown" };

/** The contract's classes: label and lower bound of the next class; the last one is open. */
const REVENUE_USD: [label: string, below: number][] = [
  ["<1M", 1e6],
  ["1–10M", 10e6],
  ["10–50M", 50e6],
  ["50–250M", 250e6],
  ["250M–1B", 1e9],
  ["1–10B", 10e9],
  [">10B", Number.POSITIVE_INFINITY],
];
const EMPLOYEES: [label: string, below: number][] = [
  ["1–10", 11],
  ["11–50", 51],
  ["51–200", 201],
  ["201–1,000", 1_001],
  ["1,001–5,000", 5_001],
  ["5,001–10,000", 10_001],
  [">10,000", Number.POSITIVE_INFINITY],
];

function bandOf(value: number | null, bands: [label: string, below: number][]): Band {
  if (value === null || value < 0) return UNKNOWN;
  const at = bands.findIndex(([, below]) => value < below);
  const band = bands[at];
  return band === undefined ? UNKNOWN : { id: at + 1, label: band[0] };
}

/** Returns the lower bound of each class but "Unknown", ascending. */
const edgesOf = (least: number, bands: [label: string, below: number][]): number[] => [
  least,
  ...bands.map(([, below]) => below).filter(Number.isFinite),
];
export const REVENUE_EDGES: readonly number[] = edgesOf(0, REVENUE_USD);
export const SIZE_EDGES: readonly number[] = edgesOf(1, EMPLOYEES);

/** Returns the class of a year's revenue in US dollars. */
export const revenueBand = (revenueUsd: number | null): Band => bandOf(revenueUsd, REVENUE_USD);

/** Returns the class of a number of employees; 0 employees count as unknown. */
export const sizeBand = (employees: number | null): Band => bandOf(employees === 0 ? null : employees, EMPLOYEES);

/**
 * Returns the change against the previous year as a fraction: 0.1 is a tenth more. Null where a year is unknown or 0.
 */
export function deltaOf(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : (now - before) / before;
}
