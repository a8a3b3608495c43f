/** The independent methods of finding candidates in the directory. */
export const GENERATORS = ["full text", "vectors", "companies like the seeds"] as const;
export type IndexGenerator = (typeof GENERATORS)[number];
/** The directory's generators, and web search. */
export type GeneratorName = IndexGenerator | "web search";

/** A company that one generator proposes. */
export interface Candidate {
  companyId: number;
  domain: string;
  generator: GeneratorName;
  /**
   * The generator's own score, 1 for its best candidate within the conditions. Comparable within one generator only.
   */
  score: number;
  /** From 1. */
  rank: number;
  /**
   * False for a candidate that fits the topic but fails a condition on place, size or domain. It is kept to report
   * that.
   */
  inside: boolean;
}

/** `tokenLikeness` on the scale of one question, for the whole text and for its beginning. */
export interface TokenStanding {
  mean: number;
  least: number;
  head: number;
  earlyMean: number;
  earlyLeast: number;
  earlyHead: number;
}

/** The position of a company in a search. */
export interface Standing {
  /** 0–1, all signals combined; comparable within one plan. */
  relevance: number;
  /**
   * This company's value of each signal, 0–1 (above 1 only outside the conditions); null where the signal does not
   * exist.
   */
  signals: {
    lexical: number;
    words: number | null;
    sentences: number | null;
    feedback: number | null;
    seeds: number | null;
    /** The share of the best companies that have its classes, 0–1. */
    classes: number;
    /** Cosines without scaling, which show the absolute similarity of the closest texts. */
    wordCosine: number | null;
    sentenceCosine: number | null;
    /**
     * How close the question's tokens are to those of the company's text. Each number is in standard deviations above
     * the directory's likeliest companies. Null where no comparison was made; absent in older recordings.
     */
    tokens?: TokenStanding | null;
  };
}

/** A company that one or more generators proposed, with its position among all candidates. */
export interface FusedCandidate extends Standing {
  companyId: number;
  domain: string;
  /**
   * Its position in the search for the whole question, then in those for the parts of the plan's group; absent without
   * a group.
   */
  searches?: Standing[];
  generators: GeneratorName[];
  inside: boolean;
}

/** The scale of relevance for one plan. Judging places a company between these values. */
export interface RelevanceScale {
  /** Mean relevance of the directory's three best companies, whatever their place or size: a good fit. */
  best: number;
  /** Mean relevance of all companies in the directory: no fit. */
  ordinary: number;
  /** Whether relevance uses vectors as well as words. */
  vectors: boolean;
  /** Number of companies within the conditions whose text mentions the offer; absent in older recordings. */
  speaking?: number;
  /** The same in the whole directory. */
  speakingAnywhere?: number;
  /**
   * The scales of the searches for the whole and for the parts of the plan's group, in the order of `searches`; absent
   * without a group.
   */
  searches?: RelevanceScale[];
}

/** Places a relevance on the scale: 0 for the directory's average company, 1 for the mean of the plan's three best. */
export function standingOf(relevance: number, scale: RelevanceScale): number {
  return scale.best > scale.ordinary ? (relevance - scale.ordinary) / (scale.best - scale.ordinary) : 0;
}

/** The joined lists of candidates. */
export interface Fusion {
  /** By descending relevance, ties by id. */
  candidates: FusedCandidate[];
  /** Candidates that the retriever does not know, because they were found elsewhere. They cannot be compared. */
  unknown: Candidate[];
  scale: RelevanceScale;
}
