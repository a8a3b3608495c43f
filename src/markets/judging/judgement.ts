/** A field of a company's record that evidence can cite. */
export type EvidenceField =
  | "name"
  | "description"
  | "keywords"
  | "industries"
  | "certifications"
  | "country"
  | "state"
  | "city"
  | "domain"
  | "employees"
  | "revenueUsd"
  | "founded"
  | "marketCapBand";

/**
 * The exact words that a decision is based on. `text` is the part from `start` to `end` (UTF-16 offsets) of the field
 * as `fieldText` writes it. Lists are joined by ", ".
 */
export interface Evidence {
  field: EvidenceField;
  start: number;
  end: number;
  text: string;
}

export type CriterionName =
  | "location"
  | "offer"
  | "role"
  | "exclusion"
  | "user"
  | `constraint:${string}`
  | `stated:${string}`
  | `assertion:${number}`;

/** The result for one criterion. "unknown" means that the record does not say. */
export interface CriterionOutcome {
  criterion: CriterionName;
  outcome: "met" | "notMet" | "unknown";
  evidence: Evidence | null;
  /** One short sentence for people. */
  note: string;
  /**
   * The probability of the offer, 0–1, learned from judged questions. Absent where too little is known, and for other
   * criteria.
   */
  probability?: number;
  /** For an offer that is a group: the parts that the company offers, as the question writes them. */
  parts?: string[];
  /** For an offer that is not met: the company is near it. */
  near?: true;
  /** The language model that judged it; absent where the rules did. */
  by?: string;
}

/**
 * The verdict on one company. `rankAndCut` may still cut a company that is "in".
 * - "excluded": a rule keeps it out (a seed, an excluded domain, an unwanted kind).
 * - "failed": it does not satisfy the criterion that `rule` names.
 * - "related": it satisfies everything but the offer, and is near that.
 */
export interface Judgement {
  verdict: "in" | "related" | "excluded" | "failed";
  rule?: string;
  criteria: CriterionOutcome[];
  /** The reason in a few words, for people. */
  reason: string;
}

/** The outcome for the offer; undefined where it was not judged. */
export function offerIn<Outcome extends { criterion: string }>(criteria: readonly Outcome[]): Outcome | undefined {
  return criteria.find(({ criterion }) => criterion === "offer");
}

/** The reason why a company is in, in a few words: the record's words about the offer, and the location. */
export function reasonIn(criteria: CriterionOutcome[]): string {
  const offer = offerIn(criteria);
  const location = criteria.find((one) => one.criterion === "location");
  const quote = offer?.evidence ? `“${offer.evidence.text}”` : "Much like the best matches";
  const words = offer?.parts?.length ? `Offers ${offer.parts.join(", ")}: ${quote}` : quote;
  return location ? `${words}. ${location.note}` : `${words}.`;
}
