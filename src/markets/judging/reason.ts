import type { CriterionOutcome } from "./judgement.ts";

/** Why a company is in, in a few words: what its record says of the offer, and where it is. */
export function reasonIn(criteria: CriterionOutcome[]): string {
  const offer = criteria.find((one) => one.criterion === "offer");
  const location = criteria.find((one) => one.criterion === "location");
  const words = offer?.evidence ? `“${offer.evidence.text}”` : "Much like the best matches";
  return location ? `${words}. ${location.note}` : `${words}.`;
}
