import type { Role } from "#companies/analysis/roles";
import type { StatedConditions } from "../criteria/stated-conditions.ts";
import type { Relation } from "./relations.ts";

/** The source of a plan's term. `weight` falls in this order. */
export type TermSource = "question" | "feature" | "synonym" | "user" | "wordnet" | "relative" | "definition";

/** A stem to look for. */
export interface PlanTerm {
  stem: string;
  /** As the question, the keywords or the dictionary write it. Shown in explanations. */
  text: string;
  /** 0–1. */
  weight: number;
  /** How specific it is in this directory: its inverse document frequency. */
  idf: number;
  source: TermSource;
}

/** One alternative of the offer. A company needs to offer only one. */
export interface PlanOffer {
  phrase: string;
  /** Stem of the head noun: "blade" of "wind turbine rotor blades". */
  head: string;
  /**
   * Stems of all content words, including the head, with their idf and the number of companies that use them (absent in
   * older plans).
   */
  words: { stem: string; idf: number; companies?: number }[];
  /** Whether it is a kind of what a trade makes or runs, added to the trade's name: milk for dairy companies. */
  isKind?: true;
}

/**
 * One of several things that a question lists, searched by itself. It has the fields in which it differs from the whole
 * plan.
 */
export interface PlanPart {
  /** As the question says it. */
  phrase: string;
  topic: string;
  terms: PlanTerm[];
  coreStems: string[];
  offers: PlanOffer[];
  role: Role | null;
}

/**
 * A place condition: a country, or lines of an address in it. The company's city or state must match one of the lines.
 */
export interface PlanPlace {
  country: string;
  /** The spellings of each line ("munich", "munchen"), the client's first, folded by `foldCase`. */
  lines: string[][];
  /** For a state alone: its cities, of which one is enough for a company whose state is unknown. */
  cities?: string[];
  /** The first line as the client wrote it, shown to people; "" without an address. */
  name: string;
}

/** An unwanted kind of company or offer. */
export interface PlanExclusion {
  phrase: string;
  /**
   * The stems that must be found: those of its content words. Role words ("suppliers") are left out unless there are no
   * others.
   */
  stems: string[];
  /** The role that defines the kind ("makers" of "battery makers"). Null where it names none; absent in older plans. */
  role?: Role | null;
  /**
   * Its head noun in the singular. A text must write this noun when all stems of the kind are wanted words. Absent in
   * older plans.
   */
  head?: string;
  /** A kind of what the companies of an unwanted trade make or run: "letters" of postal operators. Absent where it is none. */
  kind?: string;
}

/** A statement that each company is judged against, for information. An unknown outcome does not fail a company. */
export interface PlanAssertion {
  text: string;
  stems: string[];
}

/**
 * The input to a discovery's search and judging: the criteria as weighted terms, conditions and notes. Plain JSON, made
 * once per job. The same plan over the same directory gives the same result.
 */
/** Places where the companies must have sites or be at work; any one is enough. */
export interface PlanOperations {
  /** As people name them. */
  names: string[];
  places: PlanPlace[];
  /** Stems of the places' names. A record that has all stems of none of them names no such place. */
  words: string[][];
}

export interface DiscoveryPlan {
  version: 1;
  /** What the companies offer, in words. Sentence models read this text. "" when only examples are given. */
  topic: string;
  /** The question as the client wrote it, which sentence models read beside the topic; absent in older plans. */
  prompt?: string;
  terms: PlanTerm[];
  /** Stems of the question and the keywords. A company's text must show some of them as evidence of the offer. */
  coreStems: string[];
  /** The alternatives that the question names, or the features where it names none. Any one is enough. */
  offers: PlanOffer[];
  /**
   * Several things, of which any one is enough or all are required. Each is also searched and judged by itself. Absent
   * where the question names one thing, and in older plans.
   */
  group?: { of: "any" | "all"; parts: PlanPart[] };
  /** Stems that describe all offers further: "light-emitting diodes" of lamps. */
  qualifiers: { stem: string; idf: number }[];
  role: Role | null;
  /** What the companies do with the offer. Null where the question does not say; absent in older plans. */
  relation?: Relation | null;
  exclusions: PlanExclusion[];
  users: PlanAssertion[];
  assertions: PlanAssertion[];
  /** Empty when the criteria accept any place. */
  places: PlanPlace[];
  /** Where the companies must work, wherever they are based. Absent where the criteria do not say, and in older plans. */
  operations?: PlanOperations;
  /** Places where no company may be. */
  excludedPlaces: PlanPlace[];
  excludeDomains: string[];
  minEmployees: number | null;
  maxEmployees: number | null;
  minRevenue: number | null;
  maxRevenue: number | null;
  /**
   * Founding years and bands of market capitalisation that constraints set. An unknown value fails. Absent in older
   * plans.
   */
  required?: StatedConditions;
  /**
   * Conditions that the prompt states and no constraint sets, and with `keepUnknown` those of the constraints. A company
   * with an unknown value stays. Absent in older plans.
   */
  stated?: StatedConditions;
  certifications: string[];
  /** The minimum probability of the offer for a company to be in, 0–1; null means the judge's default. */
  minProbability: number | null;
  /** The recall that the lower bound of the estimate must reach, 0–1; null means no target. */
  targetRecall: number | null;
  /** Registrable domains of example companies, whether or not the directory has them. They are never candidates. */
  seedDomains: string[];
  count: number;
  /** Criteria that could not be used, with the reason. Shown to people. */
  notes: string[];
}
