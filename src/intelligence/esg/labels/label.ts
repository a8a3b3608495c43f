export const ESG_CATEGORIES = ["environmental", "social", "governance"] as const;
export type EsgCategory = (typeof ESG_CATEGORIES)[number];

/**
 * A label with what it is read from. Lists are phrases separated by ";". A phrase is words that follow each other, compared
 * by stem, those after "=" as they are written; "a/b" stands for either word, "a .. b" lets up to four words between, "a + b" wants both within twelve words in
 * any order.
 */
export interface EsgLabel {
  name: string;
  category: EsgCategory;
  /** What it is for, one sentence. */
  definition: string;
  /** General issue categories of the SASB Standards (2018 edition, 26 categories); empty where SASB has none. */
  sasb: readonly string[];
  /** Numbers of the Sustainable Development Goals of the United Nations. */
  sdgs: readonly number[];
  /** Phrases of which one is enough. */
  strong: string;
  /** Phrases of which two different ones are needed. */
  weak: string;
  /** True: what a company sells shows it too ("builds wind farms"); false: only what it does ("runs on wind power"). */
  ofOffer: boolean;
  /** Phrases whose words do not count: another sense ("strike a deal"). */
  not: string;
}
