import { z } from "zod";
import { definition, name, pattern, refuseRepeatedNames } from "../../lexicon/read-lexicon-file.ts";

const score = z.number().min(0, "must be 0–3").max(3, "must be 0–3");
const patterns = z.array(pattern);
/** Weight of each pattern: how strongly it indicates the type, above 0 up to 1. */
const weighted = z.record(pattern, z.number().gt(0, "must be over 0").max(1, "must be 1 or less"));
const steps = z
  .array(z.strictObject({ atLeast: z.number().min(0), add: score }))
  .min(1, "is empty")
  .refine((list) => list.every((step, i) => i === 0 || step.atLeast > (list[i - 1]?.atLeast ?? 0)), {
    error: "must ascend in atLeast",
  });

const alertType = z.strictObject({
  name,
  category: name,
  definition,
  /** Severity 0–3 before amplifiers. */
  severity: score,
  terms: weighted.refine((terms) => Object.keys(terms).length > 0, { error: "has no term" }),
  /** The effect on a company that the statement is about; omitted if it can be either. */
  effect: z.enum(["good", "bad"]).optional(),
  /** A term that overlaps one of these patterns does not count. */
  except: patterns.default([]),
  /** True if the type is about works of fiction, so that signs of fiction do not invalidate it. */
  aboutFiction: z.boolean().default(false),
  /** Entities that it affects even if the text names none. */
  touches: z.array(z.strictObject({ name, entityType: name })).default([]),
});

const datapoint = z.strictObject({
  name,
  definition,
  /** Words for the measure. They need a word of direction nearby. */
  terms: patterns,
  /** Words whose rise is a fall of the measure ("loss" for profit). */
  inverse: patterns.default([]),
  /** Words that state measure and direction together. */
  up: patterns.default([]),
  down: patterns.default([]),
  /** Kinds of quantities that can be its change or level: `percent`, `money`, `points`, or a name in `units`. */
  units: z.array(name).min(1, "is empty"),
});

/** The layout of a taxonomy file: docs/event-taxonomy.md. */
export const taxonomyFile = z
  .strictObject({
    $comment: z.string().optional(),
    version: name,
    alertTypes: z.array(alertType).min(1, "is empty"),
    datapoints: z.array(datapoint),
    directions: z.strictObject({ up: patterns, down: patterns, except: patterns.default([]) }),
    /** Nouns of each kind of count. */
    units: z.record(name, patterns),
    /** In order of precedence: the first level that is found decides. A statement without a sign is a reported fact. */
    certainty: z.array(
      z.strictObject({
        name,
        likelihood: score,
        /** Signs at most five words before the term, at most one word before it, or anywhere in the sentence. */
        before: patterns.default([]),
        close: patterns.default([]),
        anywhere: patterns.default([]),
        /** Whether a question is such a sign too. */
        asked: z.boolean().default(false),
        /** Whether such a statement describes fiction, so that the term does not count. */
        fiction: z.boolean().default(false),
      }),
    ),
    /** Likelihood of a reported fact, and what further sources add. */
    fact: z.strictObject({ likelihood: score, perSource: score, mostForSources: score }),
    amplifiers: z.array(
      z.strictObject({
        name,
        terms: patterns.default([]),
        /** What a term adds; negative if it mitigates. */
        add: z.number().min(-3).max(3).default(0),
        /** Kind of quantity that adds by its size. */
        unit: name.optional(),
        steps: steps.optional(),
      }),
    ),
    industries: z.array(z.strictObject({ name, terms: patterns.min(1, "is empty") })),
    entityTypes: z.array(
      z.strictObject({
        name,
        definition,
        /** Last words of such names, and words before and after them, in any case. */
        endings: z.array(name).default([]),
        before: z.array(name).default([]),
        after: patterns.default([]),
      }),
    ),
  })
  .superRefine((file, context) => {
    const kinds = new Set(["percent", "money", "points", ...Object.keys(file.units)]);
    const unknown = (path: (string | number)[], kind: string) =>
      context.addIssue({ code: "custom", path, message: `"${kind}" is no kind of quantity: ${[...kinds].join(", ")}` });
    file.datapoints.forEach(({ units }, i) => {
      units.forEach((kind, j) => {
        if (!kinds.has(kind)) unknown(["datapoints", i, "units", j], kind);
      });
    });
    file.amplifiers.forEach(({ unit, steps: by }, i) => {
      if (unit !== undefined && !kinds.has(unit)) unknown(["amplifiers", i, "unit"], unit);
      if ((unit === undefined) !== (by === undefined))
        context.addIssue({ code: "custom", path: ["amplifiers", i], message: "needs unit and steps together" });
    });
    const { alertTypes, datapoints, industries, entityTypes, certainty } = file;
    refuseRepeatedNames({ alertTypes, datapoints, industries, entityTypes, certainty }, context);
  });

export type TaxonomyFile = z.infer<typeof taxonomyFile>;
