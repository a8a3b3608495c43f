import { createHash } from "node:crypto";
import { GENERATORS, type IndexGenerator } from "../../plan/candidates.ts";
import { toldBy } from "../../plan/offer-key.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import { fuseCandidates, generateCandidates, OUTSIDE_SHARE } from "../candidates.ts";
import type { DirectoryLexicon } from "../directory-lexicon.ts";
import { LIKELIEST } from "../embedded-retriever.ts";
import { planDiscovery } from "../plan-discovery.ts";
import { questionVectorOf, searchesOf } from "../question-vectors.ts";
import type { QuestionVector, Retriever } from "../retriever.ts";
import { topDocuments } from "../scoring.ts";
import { meanOf } from "../signals.ts";
import { MIN_SHARE, type Speaking } from "../speaking-companies.ts";
import { askedSearches, tokenStandings } from "../token-standings.ts";
import {
  type CompanyEngine,
  countCompanies,
  countHaving,
  documentsOfDomains,
  frequencies,
  sample,
} from "./company-engine.ts";
import type { EngineSentences } from "./engine-sentences.ts";
import type { StoredCompany } from "./pool.ts";
import { type Pool, PoolSearch } from "./pool-search.ts";
import type { StoredLexicon } from "./stored-lexicon.ts";

/** Number of questions cached between the steps of a discovery. */
const REMEMBERED_QUESTIONS = 12;
/**
 * Number of sampled companies, which represent all others. They give the mean relevance of the directory to within a
 * twentieth.
 */
const SAMPLE = 500;
/** Maximum number of stems that a plan looks up in the engine. A mistyped word has hundreds of words one slip away. */
const MOST_STEMS = 2_000;

/** The parts that a retriever over an engine needs. */
export interface EngineRetrieverDeps {
  engine: CompanyEngine;
  lexicon: StoredLexicon;
  /** The sentence model; null where search uses words and word vectors only. */
  sentences: EngineSentences | null;
}

/**
 * Opens a retriever over companies that an external engine stores. The engine finds the best by each signal in a few
 * requests. The signals are combined by the same code as for an index in memory. The memory of this process depends on
 * the directory's words, not on its companies.
 */
export async function openEngineRetriever({ engine, lexicon, sentences }: EngineRetrieverDeps): Promise<Retriever> {
  const remembered = new Map<string, Promise<PoolSearch>>();
  const withStandings = sentences && tokenStandings(sentences.source);
  const ordinary = await sampled();
  const hasVectors = engine.vectors.words !== undefined || sentences !== null;
  const forget = () => remembered.clear();

  return {
    notes: lexicon.notes,
    async plan(criteria) {
      const known = new Set((await seedsOf(criteria.seedDomains)).map(({ domain }) => domain));
      const isKnown = (domain: string) => known.has(domain);
      const unknown = new Set<string>();
      const plan = planDiscovery(criteria, noting(lexicon, unknown), isKnown);
      const words = lexicon.with(await frequenciesOf([...unknown].slice(0, MOST_STEMS)));
      return words === lexicon ? plan : planDiscovery(criteria, words, isKnown);
    },
    async generators(plan) {
      const hasSeeds = (await seedsOf(plan.seedDomains)).length > 0;
      return GENERATORS.filter((name) =>
        name === "companies like the seeds" ? hasSeeds : name !== "vectors" || hasVectors,
      );
    },
    coverage: async () => (sentences === null ? null : coverage()),
    async prepare(plan) {
      if (sentences === null) return;
      const { withVectors, companies } = await coverage();
      if (withVectors >= companies) return;
      const { index, signals } = await (await searchFor(plan, null)).pool([]);
      const share = Math.ceil(LIKELIEST / signals.length);
      const likeliest = signals.flatMap(({ relevance, allowed }) => topDocuments(index, relevance, share, allowed));
      await sentences.give([...new Set(likeliest)].map((document) => index.values.ids[document] as number));
      forget();
    },
    async makeVectors(count) {
      const tried = (await sentences?.giveNext(count)) ?? 0;
      if (tried > 0) forget();
      return tried;
    },
    questionVector: async (plan, embed) => (sentences === null ? null : questionVectorOf(plan, embed)),
    async generate(plan, generator, limit, question) {
      const search = await searchFor(plan, question);
      const first = await search.pool([]);
      const found = await listed(search, first, generator, limit);
      const { index, signals } = await search.pool(found);
      return generateCandidates(index, signals, generator, limit);
    },
    async fuse(plan, lists, question) {
      const search = await searchFor(plan, question);
      const { index, signals } = await search.pool(lists.flat().map(({ companyId }) => companyId));
      const [whole, ...parts] = signals;
      const fusion = fuseCandidates(index, plan, whole, lists, parts, await speaking(plan, search));
      if (withStandings === null || question === null) return fusion;
      return { ...fusion, candidates: await withStandings(index, askedSearches(plan, signals), fusion.candidates) };
    },
  };

  async function sampled(): Promise<StoredCompany[]> {
    const [companies] = await engine.ask([sample(SAMPLE, lexicon.companies)]);
    return companies;
  }

  async function frequenciesOf(stems: string[]): Promise<Map<string, number>> {
    if (stems.length === 0) return new Map();
    const [found] = await engine.ask([frequencies(stems)]);
    return found;
  }

  async function coverage() {
    const [companies, withVectors] = await engine.ask([countCompanies(null), countCompanies("sentences")]);
    return { companies, withVectors };
  }

  async function seedsOf(domains: readonly string[]): Promise<StoredCompany[]> {
    if (domains.length === 0) return [];
    const [companies] = await engine.ask([documentsOfDomains(domains)]);
    // In the order of the plan, independent of the engine's order.
    const byDomain = new Map(companies.map((company) => [company.domain, company]));
    return domains.flatMap((domain) => byDomain.get(domain) ?? []);
  }

  /** Returns the search of a question, cached between steps. */
  function searchFor(plan: DiscoveryPlan, question: QuestionVector): Promise<PoolSearch> {
    const hash = createHash("sha256").update(JSON.stringify(plan));
    if (question !== null) hash.update(new Uint8Array(question.buffer, question.byteOffset, question.byteLength));
    const key = hash.digest("hex");
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const oldest = remembered.keys().next().value;
    if (remembered.size >= REMEMBERED_QUESTIONS && oldest !== undefined) remembered.delete(oldest);
    const search = opened(plan, question);
    remembered.set(key, search);
    // A failure is not cached, because the engine may answer the next time.
    search.catch(() => remembered.delete(key));
    return search;
  }

  async function opened(plan: DiscoveryPlan, question: QuestionVector): Promise<PoolSearch> {
    const searches = searchesOf(plan, question);
    const stems = new Set(searches.flatMap(([{ terms }]) => terms.map(({ stem }) => stem)));
    const unknown = [...stems].filter((stem) => lexicon.termNumber(stem) === undefined);
    const words = lexicon.with(await frequenciesOf(unknown));
    const seeds = await seedsOf(plan.seedDomains);
    const compares = sentences !== null && question !== null;
    const counts = compares ? await coverage() : null;
    return new PoolSearch({
      engine,
      lexicon: words,
      sample: ordinary,
      searches,
      seeds,
      seedVector: compares && seeds.length > 0 ? meanOf(await sentences.vectorsOf(seeds.map(({ id }) => id))) : null,
      model: counts && {
        name: sentences?.source.model ?? "",
        isComplete: counts.withVectors > 0 && counts.withVectors >= counts.companies,
      },
    });
  }

  function listed(search: PoolSearch, pool: Pool, generator: IndexGenerator, limit: number): Promise<number[]> {
    const beyond = Math.ceil(limit * OUTSIDE_SHARE);
    if (generator === "companies like the seeds") return search.likeSeeds(limit, beyond);
    if (generator === "vectors") return search.nearest(limit, beyond);
    return search.fullText(pool, limit, beyond);
  }

  /** Counts as `countSpeaking` does in memory. */
  async function speaking({ offers }: DiscoveryPlan, { filter }: PoolSearch): Promise<Speaking> {
    const wanted = offers.flatMap((offer) => {
      const whole = offer.words.reduce((sum, { idf }) => sum + idf, 0);
      const stems = offer.words.map(({ stem, idf }) => [stem, idf / whole] as const);
      return whole === 0 ? [] : [{ key: toldBy(offer).stem, stems }];
    });
    if (wanted.length === 0) return { inside: 0, anywhere: 0 };
    const [inside, anywhere] = await engine.ask([
      countHaving(wanted, MIN_SHARE, filter),
      countHaving(wanted, MIN_SHARE, null),
    ]);
    return { inside, anywhere };
  }
}

/** Wraps the lexicon, and collects the requested stems that it does not have. */
function noting(lexicon: StoredLexicon, unknown: Set<string>): DirectoryLexicon {
  return {
    companies: lexicon.companies,
    sif: lexicon.sif,
    documentFrequency: (term) => lexicon.documentFrequency(term),
    termNumber(stem) {
      const term = lexicon.termNumber(stem);
      if (term === undefined) unknown.add(stem);
      return term;
    },
    idf(stem) {
      if (lexicon.termNumber(stem) === undefined) unknown.add(stem);
      return lexicon.idf(stem);
    },
  };
}
