import type { FeatureName, Features } from "./features.ts";
import { OFFER_BIAS, OFFER_WEIGHTS } from "./offer-model.ts";

/** How likely a company offers what is asked, 0–1: calibrated on judged questions (docs/quality.md has the table). */
export function offerProbability(features: Features): number {
  let sum = OFFER_BIAS;
  for (const [name, value] of Object.entries(features) as [FeatureName, number][]) sum += OFFER_WEIGHTS[name] * value;
  return 1 / (1 + Math.exp(-sum));
}
