import { z } from "zod";
import { digestOf } from "#foundation/language/canonical-json";

/** EdDSA over Ed25519 (RFC 8037). */
export const ALGORITHM = "EdDSA";
/** The `typ` of the signed object, which nothing else signed by this service has. */
export const TYPE = "market-evidence+jws";
export const FORMAT = "market-evidence/1";

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

const evidence = z.strictObject({ field: z.string(), start: z.int(), end: z.int(), text: z.string() });

const criterion = z.looseObject({
  criterion: z.string(),
  outcome: z.enum(["met", "notMet", "unknown"]),
  evidence: evidence.nullable(),
  note: z.string(),
});

const verdict = z.strictObject({
  jobId: z.int(),
  domain: z.string(),
  verdict: z.string(),
  rule: z.string().nullable(),
  reason: z.string(),
  /** 0–1. */
  score: z.number(),
  rank: z.int().nullable(),
  /** Probability that it offers what is asked, 0–1; null where unknown. */
  probability: z.number().nullable(),
  criteria: z.array(criterion),
  generators: z.array(z.string()),
  judgedBy: z.string(),
  /** The job that judged it, where a later job took the judgement over. */
  judgedInJob: z.int(),
  judgedAt: z.string(),
  /** The digest of the judged record; null for a duplicate, which is not judged. */
  record: sha256Hex.nullable(),
});

const discovery = z.strictObject({
  jobId: z.int(),
  endedAt: z.string().nullable(),
  /** The criteria as sent. */
  criteria: z.looseObject({}),
  plan: z.looseObject({}),
  /** Versions and digests: the shape of `Manifest`. */
  manifest: z.looseObject({ plan: sha256Hex, result: sha256Hex }),
});

const parts = {
  market: z.strictObject({ marketId: z.int(), name: z.string(), status: z.string() }),
  companies: z.array(z.strictObject({ rank: z.int(), domain: z.string(), name: z.string(), reason: z.string() })),
  /** Decisions of people, separate from the verdicts: they change the list but no verdict. */
  reviews: z.array(
    z.strictObject({
      domain: z.string(),
      decision: z.enum(["accepted", "rejected"]),
      reason: z.string(),
      reviewedBy: z.string(),
      reviewedAt: z.iso.datetime(),
    }),
  ),
  discoveries: z.array(discovery),
  verdicts: z.array(verdict),
  /** The companies' records as judged, each under its digest. */
  records: z.record(sha256Hex, z.looseObject({})),
};

export const PARTS = ["market", "companies", "reviews", "discoveries", "verdicts", "records"] as const;
export type Part = (typeof PARTS)[number];

/** The signed content: the parts, and the digest of each. */
export const bundleSchema = z.strictObject({
  format: z.literal(FORMAT),
  issuedAt: z.iso.datetime(),
  digests: z.strictObject({
    market: sha256Hex,
    companies: sha256Hex,
    reviews: sha256Hex,
    discoveries: sha256Hex,
    verdicts: sha256Hex,
    records: sha256Hex,
  } satisfies Record<Part, z.ZodType>),
  ...parts,
});

export type Bundle = z.output<typeof bundleSchema>;
export type BundleParts = Pick<Bundle, Part>;
export type EvidenceVerdict = Bundle["verdicts"][number];

/** Returns the whole content of a bundle. */
export function bundleOf(content: BundleParts, issuedAt: Date): Bundle {
  const { market, companies, reviews, discoveries, verdicts, records } = content;
  const digests = {
    market: digestOf(market),
    companies: digestOf(companies),
    reviews: digestOf(reviews),
    discoveries: digestOf(discoveries),
    verdicts: digestOf(verdicts),
    records: digestOf(records),
  };
  return { format: FORMAT, issuedAt: issuedAt.toISOString(), digests, ...content };
}
