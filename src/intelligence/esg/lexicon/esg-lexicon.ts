import { z } from "zod";
import { PatternIndex } from "../../lexicon/patterns.ts";
import { definition, name, pattern, readLexiconFile, refuseRepeatedNames } from "../../lexicon/read-lexicon-file.ts";
import shipped from "./esg-lexicon.json" with { type: "json" };

export const ESG_CATEGORIES = ["environmental", "social", "governance"] as const;
export type EsgCategory = (typeof ESG_CATEGORIES)[number];

const label = z.strictObject({
  name,
  category: z.enum(ESG_CATEGORIES, { error: `must be one of: ${ESG_CATEGORIES.join(", ")}` }),
  definition,
  /** General issue categories of the SASB Standards (2018 edition, 26 categories); empty where SASB has none. */
  sasb: z.array(name).default([]),
  /** Numbers of the United Nations' Sustainable Development Goals. */
  sdgs: z.array(z.int().min(1, "must be 1–17").max(17, "must be 1–17")).default([]),
  /**
   * True if products and services show it too ("builds wind farms"). False if only the company's own conduct shows it
   * ("runs on wind power").
   */
  ofOffer: z.boolean().default(false),
  /**
   * True if a denied matter did not happen ("no layoffs"). False if a denial is still about the matter ("denies forced
   * labour").
   */
  deniable: z.boolean().default(false),
  /** Patterns of which one is sufficient. */
  strong: z.array(pattern).min(1, "is empty"),
  /** Patterns of which two different ones are needed. */
  weak: z.array(pattern).default([]),
  /** Patterns of another sense, whose words do not count ("strike a deal"). */
  not: z.array(pattern).default([]),
});

/** The layout of a lexicon file: docs/esg.md. */
const lexiconFile = z
  .strictObject({ $comment: z.string().optional(), version: name, labels: z.array(label).min(1, "is empty") })
  .superRefine(({ labels }, context) => refuseRepeatedNames({ labels }, context));

export type EsgLabel = z.infer<typeof label>;

/** A label, and the kind of evidence that a pattern gives for it. */
export interface EsgSign {
  label: EsgLabel;
  kind: "strong" | "weak" | "not";
}

/** What the meaning of a sentence says about labels. */
export interface MeantLabels {
  /** Labels that the sentence probably has, even where no pattern matches. */
  meant: readonly EsgLabel[];
  /** Labels that the sentence hardly has, even where a pattern matches. */
  doubted: readonly EsgLabel[];
}

/** Reads sentences by their meaning. */
export interface EsgMeaning {
  /** Returns the labels of each sentence, in order; no labels where the model cannot answer. */
  labelsOf(sentences: readonly string[], labels: readonly EsgLabel[]): Promise<MeantLabels[]>;
  /** Ends the model's process, which also ends by itself when idle. */
  stop(): void;
}

/** The labels, with all their patterns in one index. */
export interface EsgLexicon {
  labels: readonly EsgLabel[];
  signs: PatternIndex<EsgSign>;
  /** Finds labels that the patterns miss, and doubts labels that they misread; null if only patterns are used. */
  meaning: EsgMeaning | null;
}

/**
 * Loads the lexicon of ESG labels: the operator's file, or the one shipped with the product.
 * @param path absolute or relative to the working directory; undefined for the shipped one
 * @param meaning the reader by meaning, used beside the patterns
 * @throws ConfigurationError that lists every mistake of the file with its place, or says why the file cannot be read
 */
export function loadEsgLexicon(path?: string, meaning: EsgMeaning | null = null): EsgLexicon {
  const { labels } = readLexiconFile({ schema: lexiconFile, shipped, variable: "ESG_LEXICON" }, path);
  const signs = labels.flatMap((label) =>
    (["strong", "weak", "not"] as const).flatMap((kind) =>
      label[kind].map((text): [string, EsgSign] => [text, { label, kind }]),
    ),
  );
  return { labels, signs: new PatternIndex(signs), meaning };
}
