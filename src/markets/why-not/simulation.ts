import type { DirectoryCompany } from "#companies/directory-company";
import type { ApartPair, DirectoryIdentity } from "#companies/identity/compared-companies";
import { type DuplicateCompany, resolveCompanies } from "#companies/identity/resolve-companies";
import { canonicalJson } from "#foundation/language/canonical-json";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { candidateLimit, MAX_CANDIDATES } from "../discovery/candidate-limit.ts";
import { generatedLists } from "../discovery/generated-lists.ts";
import {
  greatestScore,
  isFailure,
  type Judged,
  type Judgement,
  judgeCandidate,
  judgeCandidates,
  rankAndCut,
  rankingScore,
} from "../judging/index.ts";
import type { Candidate, FusedCandidate, RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { QuestionVector, Retriever } from "../retrieval/index.ts";

/** What a discovery by given criteria would decide about one company. */
export interface Outcome {
  /** The completed criteria by which it would be judged. */
  criteria: SearchCriteria;
  plan: DiscoveryPlan;
  judgement: Judgement;
  /** 0–1, comparable within one plan. */
  relevance: number;
  /**
   * "in", or the obstacle: a failing criterion, too few candidates, a better record of the same company, too few
   * companies wanted.
   */
  obstacle: null | "criteria" | "reach" | "duplicate" | "cut";
  /** Minimum count by which it would be examined ("reach") or taken ("cut"); null where none suffices. */
  neededCount: number | null;
  /** The better record of the same company; null where there is none. */
  duplicate: Omit<DuplicateCompany<unknown>, "company"> | null;
}

export interface SimulationDeps {
  retriever: Retriever;
  /** Records by id. */
  companies(ids: number[]): Promise<DirectoryCompany[]>;
  /** Companies as they are compared with one another, by id. */
  identities(ids: number[]): Promise<Map<number, DirectoryIdentity>>;
  /** Pairs that a person told apart. */
  apart: readonly ApartPair[];
  /** Returns the plan's question as a vector; null for words alone. */
  questionVector(plan: DiscoveryPlan): Promise<QuestionVector>;
  /** Time in ms after the first simulation at which no more begin; unlimited by default. */
  mostMs?: number;
}

/** Somebody waits, and more changes would have to be tried. */
export class TakesTooLongError extends Error {
  constructor() {
    super("no more changes are tried");
    this.name = "TakesTooLongError";
  }
}

/** Inputs without signals, to see how far the facts of a record decide before any comparison. */
const UNCOMPARED = { candidate: { relevance: 0 }, scale: { best: 1, ordinary: 0, vectors: false } } as const;

/** Returns the plan without parts that a search ignores, so that a retriever recognises an earlier comparison. */
const searchedPlan = (plan: DiscoveryPlan): DiscoveryPlan => ({ ...plan, count: 0, minProbability: null, notes: [] });

/** Candidates of one search, including this company whether it was found or not. */
interface Search {
  candidates: FusedCandidate[];
  scale: RelevanceScale;
  isFound: boolean;
}

/**
 * Runs the steps of a discovery in memory, to see what they would decide about one company. Stores nothing, and uses no
 * language model and no web search.
 */
export function createSimulation(deps: SimulationDeps, company: DirectoryCompany) {
  const records = new Map<number, DirectoryCompany>([[company.id, company]]);

  const identities = new Map<number, DirectoryIdentity>();

  async function recordsOf(ids: number[]): Promise<void> {
    const missing = ids.filter((id) => !identities.has(id));
    if (missing.length === 0) return;
    const [read, compared] = await Promise.all([deps.companies(missing), deps.identities(missing)]);
    for (const record of read) if (!records.has(record.id)) records.set(record.id, record);
    for (const [id, identity] of compared) identities.set(id, identity);
  }

  async function listsOf(plan: DiscoveryPlan, limit: number, question: QuestionVector): Promise<Candidate[][]> {
    return generatedLists(deps.retriever, searchedPlan(plan), limit, question);
  }

  async function search(plan: DiscoveryPlan, question: QuestionVector): Promise<Search> {
    const lists = await listsOf(plan, candidateLimit(plan.count), question);
    const isFound = lists.some((list) => list.some(({ companyId }) => companyId === company.id));
    const own: Candidate = {
      companyId: company.id,
      domain: company.domain,
      generator: "full text",
      score: 0,
      rank: 0,
      inside: true,
    };
    const { candidates, scale } = await deps.retriever.fuse(
      searchedPlan(plan),
      isFound ? lists : [...lists, [own]],
      question,
    );
    return { candidates, scale, isFound };
  }

  /** Returns the minimum count by which a search examines the company; null where none does. */
  async function countToReach(plan: DiscoveryPlan, question: QuestionVector): Promise<number | null> {
    const lists = await listsOf(plan, MAX_CANDIDATES, question);
    const ranks = lists.flatMap((list) =>
      list.filter(({ companyId }) => companyId === company.id).map(({ rank }) => rank),
    );
    if (ranks.length === 0) return null;
    const rank = Math.min(...ranks);
    for (let count = plan.count + 1; candidateLimit(count) < MAX_CANDIDATES; count++)
      if (candidateLimit(count) >= rank) return count;
    return null;
  }

  /** Returns each company among the candidates once, with its record, and the further records of companies. */
  async function identified(candidates: readonly FusedCandidate[]) {
    await recordsOf(candidates.map(({ companyId }) => companyId));
    const known = candidates.flatMap((candidate) => {
      const [record, identity] = [records.get(candidate.companyId), identities.get(candidate.companyId)];
      return record === undefined || identity === undefined ? [] : [{ ...identity, candidate, record }];
    });
    const { kept, duplicates } = resolveCompanies(known, deps.apart);
    return { kept: kept.map(({ record, candidate }) => ({ company: record, candidate })), duplicates };
  }

  async function decide(given: SearchCriteria, whole: boolean): Promise<Outcome> {
    const { criteria } = completeCriteria({
      ...normaliseCriteria(given, "first_pass"),
      countIsOpen: given.countIsOpen ?? false,
    });
    const plan = await deps.retriever.plan(criteria);
    const facts = judgeCandidate(plan, company, UNCOMPARED);
    const base = { criteria, plan, relevance: 0, neededCount: null, duplicate: null };
    // Places, sizes and unwanted kinds are read from the record, so no comparison changes them.
    if (!whole && failuresOf(facts).some((failure) => failure !== "offer"))
      return { ...base, judgement: facts, obstacle: "criteria" };

    await deps.retriever.prepare(plan);
    const question = await deps.questionVector(plan);
    const { candidates, scale, isFound } = await search(plan, question);
    const own = candidates.find(({ companyId }) => companyId === company.id);
    const relevance = own?.relevance ?? 0;
    const judgement = judgeCandidate(plan, company, { candidate: own ?? { relevance }, scale });
    const judgedSo = { ...base, judgement, relevance };
    if (judgement.verdict !== "in") return { ...judgedSo, obstacle: "criteria" };
    if (!isFound) return { ...judgedSo, obstacle: "reach", neededCount: await countToReach(plan, question) };

    const { kept, duplicates } = await identified(candidates);
    const duplicate = duplicates.find((one) => one.company.id === company.id);
    if (duplicate) return { ...judgedSo, obstacle: "duplicate", duplicate };
    // Others cannot precede it, whatever their verdict.
    const rivals = kept.filter(
      ({ candidate }) => mostScore(candidate.relevance, plan) >= rankingScore(relevance, judgement.criteria),
    );
    const judged = judgeCandidates(plan, rivals, scale);
    const rank = rankOf(judged, company.id);
    if (rank <= plan.count) return { ...judgedSo, obstacle: null };
    return { ...judgedSo, obstacle: "cut", neededCount: rank };
  }

  /** Returns how many of the companies that a search examines satisfy its criteria, whatever the wanted number. */
  async function letIn(criteria: SearchCriteria): Promise<{ companies: number; examined: number }> {
    const plan = await deps.retriever.plan(criteria);
    await deps.retriever.prepare(plan);
    const { candidates, scale } = await search(plan, await deps.questionVector(plan));
    const { kept } = await identified(candidates);
    const judged = judgeCandidates(plan, kept, scale);
    return {
      companies: judged.filter(({ judgement }) => judgement.verdict === "in").length,
      examined: kept.length,
    };
  }

  const until = Date.now() + (deps.mostMs ?? Number.POSITIVE_INFINITY);
  const decided = new Map<string, Promise<Outcome>>();
  return {
    /**
     * Returns what a discovery by these criteria would decide.
     * @throws TakesTooLongError
     * @param options.whole judges the offer by comparison even where a fact already keeps the company out
     * @throws InvalidInputError for criteria that no discovery takes
     */
    async simulate(given: SearchCriteria, { whole = false } = {}): Promise<Outcome> {
      if (Date.now() > until) throw new TakesTooLongError();
      const key = canonicalJson([given, whole]);
      const known = decided.get(key) ?? decide(given, whole);
      decided.set(key, known);
      return known;
    },
    letIn,
  };
}

export type Simulation = ReturnType<typeof createSimulation>;

/**
 * Returns the upper bound of a candidate's score: a sure offer, and users and assertions that its record shows, raise
 * it.
 */
const mostScore = (relevance: number, { users, assertions }: DiscoveryPlan): number =>
  users.length + assertions.length > 0 ? 1 : greatestScore(relevance);

/** Returns the rank of a company that is in, from 1, whatever the wanted number. */
function rankOf(judged: Judged[], companyId: number): number {
  const ranked = rankAndCut(judged, judged.length);
  return ranked.find((one) => one.companyId === companyId)?.rank ?? Number.POSITIVE_INFINITY;
}

/** Returns the names of the criteria that keep a company out; "seed" for an example. */
export function failuresOf({ verdict, rule, criteria }: Judgement): string[] {
  if (verdict === "in") return [];
  const failed = criteria.filter(isFailure).map(({ criterion }): string => criterion);
  return rule === "seed" ? [...failed, "seed"] : failed;
}
