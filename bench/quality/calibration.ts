import { table } from "./table.ts";

/**
 * A judged candidate: how likely it offers what is asked, by the judge, and how right it is. Grade 2 counts 1, grade 1
 * counts ½.
 */
export interface JudgedPair {
  probability: number;
  right: number;
}

/** The candidates of a tenth of the probabilities. */
export interface Bin {
  /** Means, 0–1. */
  probability: number;
  right: number;
  candidates: number;
}

export interface Calibration {
  /** By rising probability; empty ones are left out. */
  bins: Bin[];
  /** Expected calibration error, 0–1: the bins' distances of probability and share right, weighted by their candidates. */
  error: number;
}

const BINS = 10;

/** How far probabilities are what they say (Naeini et al. 2015, "Obtaining well calibrated probabilities using Bayesian binning"). */
export function calibrationOf(pairs: readonly JudgedPair[]): Calibration {
  const groups = new Map<number, JudgedPair[]>();
  for (const pair of pairs) {
    const bin = Math.min(BINS - 1, Math.floor(pair.probability * BINS));
    groups.set(bin, [...(groups.get(bin) ?? []), pair]);
  }
  const bins = [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => ({
      probability: own.reduce((sum, one) => sum + one.probability, 0) / own.length,
      right: own.reduce((sum, one) => sum + one.right, 0) / own.length,
      candidates: own.length,
    }));
  const error = bins.reduce((sum, { probability, right, candidates }) => {
    return sum + (Math.abs(probability - right) * candidates) / pairs.length;
  }, 0);
  return { bins, error };
}

export function printCalibration({ bins, error }: Calibration): string {
  const rows = bins.map(({ probability, right, candidates }) => [
    probability.toFixed(2),
    right.toFixed(2),
    String(candidates),
  ]);
  return `${table([["probability of the offer", "share right", "candidates"], ...rows])}\nexpected calibration error ${error.toFixed(3)}\n`;
}
