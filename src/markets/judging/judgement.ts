/** A field of a company's record that evidence can be cited from. */
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
 * The very words that a decision rests on: `text` is what stands from `start` to `end` (UTF-16 offsets) in the field as
 * `fieldText` writes it; lists are joined by ", ".
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

/** What was found for one criterion. "unknown" means that the record says nothing either way. */
export interface CriterionOutcome {
  criterion: CriterionName;
  outcome: "met" | "notMet" | "unknown";
  evidence: Evidence | null;
  /** One short sentence for a person. */
  note: string;
  /** Of the offer: how likely it is, 0–1, by what was learned from judged questions; absent where too little is known. */
  probability?: number;
  /** Of an offer that is a group: the things of it that the company offers, as the question says them. */
  parts?: string[];
  /** Of an offer that is not met: the company is near it. */
  near?: true;
  /** The language model that found it, where one did; without it the rules did. */
  by?: string;
}

/**
 * The verdict on one company. "excluded": a rule keeps it out (a seed, an excluded domain, an unwanted kind); "failed": it
 * does not satisfy a criterion; `rule` names which; "related": it satisfies all but the offer, and is near that. Who is "in" may still
 * be cut by `rankAndCut`.
 */
export interface Judgement {
  verdict: "in" | "related" | "excluded" | "failed";
  rule?: string;
  criteria: CriterionOutcome[];
  /** Why, in a few words, for a person. */
  reason: string;
}

/** What was found for the offer; undefined where it was not judged. */
export function offerIn<Outcome extends { criterion: string }>(criteria: readonly Outcome[]): Outcome | undefined {
  return criteria.find(({ criterion }) => criterion === "offer");
}

/** Why a company is in, in a few words: what its record says of the offer, and where it is. */
export function reasonIn(criteria: CriterionOutcome[]): string {
  const offer = offerIn(criteria);
  const location = criteria.find((one) => one.criterion === "location");
  const quote = offer?.evidence ? `“${offer.evidence.text}”` : "Much like the best matches";
  const words = offer?.parts?.length ? `Offers ${offer.parts.join(", ")}: ${quote}` : quote;
  return location ? `${words}. ${location.note}` : `${words}.`;
}
