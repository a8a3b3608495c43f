/** The ways of finding candidates in the directory, independent of each other. */
export const GENERATORS = ["full text", "vectors", "companies like the seeds"] as const;
export type IndexGenerator = (typeof GENERATORS)[number];
/** The directory's generators, and the search of the open web. */
export type GeneratorName = IndexGenerator | "web search";

/** A company that one generator proposes. */
export interface Candidate {
  companyId: number;
  domain: string;
  generator: GeneratorName;
  /** The generator's own measure, 1 for its best within the conditions; comparable within one generator only. */
  score: number;
  /** From 1. */
  rank: number;
  /** False: it fits the topic but fails a condition on place, size or domain; kept to report that. */
  inside: boolean;
}

/** `tokenLikeness` on the scale of one question: the whole text, then its beginning. */
export interface TokenStanding {
  mean: number;
  least: number;
  head: number;
  earlyMean: number;
  earlyLeast: number;
  earlyHead: number;
}

/** Where a company stands in a search. */
export interface Standing {
  /** 0–1, all signals together; comparable within one plan. */
  relevance: number;
  /** This company's part of each signal, 0–1 (above 1 only outside the conditions); null where there is no such signal. */
  signals: {
    lexical: number;
    words: number | null;
    sentences: number | null;
    feedback: number | null;
    seeds: number | null;
    /** How many of the best companies have its classes, 0–1. */
    classes: number;
    /** Cosines without scaling, which show how near anything comes at all. */
    wordCosine: number | null;
    sentenceCosine: number | null;
    /**
     * How near the question's tokens come to those of its text, each number in standard deviations above the directory's likeliest
     * companies. Null where nobody compared them; absent in older recordings.
     */
    tokens?: TokenStanding | null;
  };
}

/** A company that one or more generators proposed, with its place among all. */
export interface FusedCandidate extends Standing {
  companyId: number;
  domain: string;
  /** Where it stands in the search for the whole, then in those for the parts of the plan's group; absent without a group. */
  searches?: Standing[];
  generators: GeneratorName[];
  inside: boolean;
}

/** The scale of relevance for one plan: judging places a company between these values. */
export interface RelevanceScale {
  /** Mean relevance of the directory's best three companies anywhere: a good fit. */
  best: number;
  /** Mean relevance of all companies of the directory: no fit. */
  ordinary: number;
  /** Whether relevance rests on vectors too, or on words alone. */
  vectors: boolean;
  /** How many companies within the conditions speak of what is asked for; absent in older recordings. */
  speaking?: number;
  /** Those of the search for the whole and for the parts of the plan's group, in the order of `searches`; absent without a group. */
  searches?: RelevanceScale[];
}

/** 0 for the directory's average company, 1 for the mean of the plan's best three. */
export function standingOf(relevance: number, scale: RelevanceScale): number {
  return scale.best > scale.ordinary ? (relevance - scale.ordinary) / (scale.best - scale.ordinary) : 0;
}

/** Lists of candidates joined. */
export interface Fusion {
  /** By falling relevance, ties by id. */
  candidates: FusedCandidate[];
  /** Candidates that the retriever does not know: they were found elsewhere, and cannot be compared. */
  unknown: Candidate[];
  scale: RelevanceScale;
}
