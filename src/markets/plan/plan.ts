import type { Role } from "#companies/analysis/roles";
import type { StatedConditions } from "../criteria/stated-conditions.ts";
import type { Relation } from "./relations.ts";

/** Where a term of the plan comes from; `weight` falls in this order. */
export type TermSource = "question" | "feature" | "synonym" | "user" | "wordnet" | "relative" | "definition";

/** A stem to look for. */
export interface PlanTerm {
  stem: string;
  /** As the question, the keywords or the dictionary write it: for explanations. */
  text: string;
  /** 0–1. */
  weight: number;
  /** How specific it is in this directory: its inverse document frequency. */
  idf: number;
  source: TermSource;
}

/** One alternative of the offer; any one is enough. */
export interface PlanOffer {
  phrase: string;
  /** Stem of the head noun: "blade" of "wind turbine rotor blades". */
  head: string;
  /** Stems of all content words, the head among them, with their idf and how many companies use them (absent in older plans). */
  words: { stem: string; idf: number; companies?: number }[];
}

/** One of the things that a question names side by side, as a search of its own: what it has other than the whole plan. */
export interface PlanPart {
  /** As the question says it. */
  phrase: string;
  topic: string;
  terms: PlanTerm[];
  coreStems: string[];
  offers: PlanOffer[];
  role: Role | null;
}

/** A place condition: a country, or lines of an address in it of which one must be the company's city or state. */
export interface PlanPlace {
  country: string;
  /** Each line in its spellings ("munich", "munchen"), the client's first, folded as `foldCase` does. */
  lines: string[][];
  /** The first line as the client wrote it, for people; "" without an address. */
  name: string;
}

/** A kind of company or offer that is not wanted. */
export interface PlanExclusion {
  phrase: string;
  /**
   * The stems that must be found: those of its content words, without role words ("suppliers") unless there are no
   * others.
   */
  stems: string[];
  /** The role that makes it the kind ("makers" of "battery makers"); absent in older plans, null where it names none. */
  role?: Role | null;
  /** Its head noun in the singular, as a text must write it where all its stems are wanted words; absent in older plans. */
  head?: string;
}

/** A statement that each company is judged against, for information: an unknown one fails nobody. */
export interface PlanAssertion {
  text: string;
  stems: string[];
}

/**
 * A discovery's search and its basis of judging: criteria turned into weighted terms, conditions and notes. Plain JSON,
 * made once a job; the same plan over the same directory gives the same result.
 */
export interface DiscoveryPlan {
  version: 1;
  /** What the companies offer, in words: the text that sentence models see. "" when only examples are given. */
  topic: string;
  /** The question as it was put, which sentence models see beside the topic; absent in older plans. */
  prompt?: string;
  terms: PlanTerm[];
  /** Stems of which a company's text must show some to have offered evidence: those of the question and the keywords. */
  coreStems: string[];
  /** What is offered, any of it: the alternatives that the question names, or the features where it names none. */
  offers: PlanOffer[];
  /**
   * Things of which any one is enough, or all are asked for, each also searched and judged by itself. Absent where the question names one
   * thing, and in older plans.
   */
  group?: { of: "any" | "all"; parts: PlanPart[] };
  /** Stems that say more of all of these: "light-emitting diodes" of lamps. */
  qualifiers: { stem: string; idf: number }[];
  role: Role | null;
  /** What the question says that the companies do with it; null where it leaves that open, absent in older plans. */
  relation?: Relation | null;
  exclusions: PlanExclusion[];
  users: PlanAssertion[];
  assertions: PlanAssertion[];
  /** Any place will do when empty. */
  places: PlanPlace[];
  /** Places where no company may be. */
  excludedPlaces: PlanPlace[];
  excludeDomains: string[];
  minEmployees: number | null;
  maxEmployees: number | null;
  minRevenue: number | null;
  maxRevenue: number | null;
  /** Bounds of founding years and bands of market capitalisation that constraints set: what is not known fails; absent in older plans. */
  required?: StatedConditions;
  /** What the prompt states and no constraint says: a company of which it is not known stays; absent in older plans. */
  stated?: StatedConditions;
  certifications: string[];
  /** From this probability of offering what is asked on a company is in, 0–1; null: the judge's own. */
  minProbability: number | null;
  /** The recall that the lower bound of the estimate has to reach, 0–1; null: no matter. */
  targetRecall: number | null;
  /** Registrable domains of example companies, in the directory or not. They are never candidates themselves. */
  seedDomains: string[];
  count: number;
  /** Criteria that could not be used, and why, for people. */
  notes: string[];
}
