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
  /** Numbers of the Sustainable Development Goals of the United Nations. */
  sdgs: z.array(z.int().min(1, "must be 1–17").max(17, "must be 1–17")).default([]),
  /** True: what a company sells shows it too ("builds wind farms"); false: only what it does ("runs on wind power"). */
  ofOffer: z.boolean().default(false),
  /** True: what is denied did not happen ("no layoffs"); false: a denial is about the matter too ("denies forced labour"). */
  deniable: z.boolean().default(false),
  /** Patterns of which one is enough. */
  strong: z.array(pattern).min(1, "is empty"),
  /** Patterns of which two different ones are needed. */
  weak: z.array(pattern).default([]),
  /** Patterns whose words do not count: another sense ("strike a deal"). */
  not: z.array(pattern).default([]),
});

/** The layout of a lexicon file: docs/esg.md. */
const lexiconFile = z
  .strictObject({ $comment: z.string().optional(), version: name, labels: z.array(label).min(1, "is empty") })
  .superRefine(({ labels }, context) => refuseRepeatedNames({ labels }, context));

export type EsgLabel = z.infer<typeof label>;

/** How a pattern speaks of a label. */
export interface EsgSign {
  label: EsgLabel;
  kind: "strong" | "weak" | "not";
}

/** What the meaning of a sentence says of labels. */
export interface MeantLabels {
  /** Labels that it has, also where no pattern knows its words. */
  meant: readonly EsgLabel[];
  /** Labels that it hardly has, also where a pattern shows them. */
  doubted: readonly EsgLabel[];
}

/** Reads sentences by their meaning. */
export interface EsgMeaning {
  /** What is said of each sentence, in order; nothing where the model cannot answer. */
  labelsOf(sentences: readonly string[], labels: readonly EsgLabel[]): Promise<MeantLabels[]>;
  /** Ends what it runs; it ends by itself when it is idle. */
  stop(): void;
}

/** The labels, and all their patterns in one index. */
export interface EsgLexicon {
  labels: readonly EsgLabel[];
  signs: PatternIndex<EsgSign>;
  /** Reads what the patterns miss, and doubts what they misread; null: they alone read. */
  meaning: EsgMeaning | null;
}

/**
 * The lexicon of ESG labels: the operator's file, or the one that comes with the product.
 * @param path absolute or relative to the working directory; undefined for the shipped one
 * @param meaning what reads beside the patterns
 * @throws ConfigurationError that names every mistake of the file with its place, or why it cannot be read
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
