import { expected, type Range } from "#costs/expected-cost";
import type { Queries } from "#foundation/db/database";
import { discoverySeconds } from "#jobs/job-record";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { WebSearch } from "#providers/web-search/web-search";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import { JUDGE_COMPANY } from "../judging/index.ts";
import { judgementCost } from "./judgement-cost.ts";
import { mostJudgedByModel } from "./steps/model-judge.ts";
import { webQueryCount } from "./web/web-queries.ts";

/** The providers that a discovery may pay. */
export interface PaidProviders {
  languageModel: LanguageModel | null;
  webSearch: WebSearch | null;
  /** A paid endpoint for the question's vector, with US dollars per million tokens; null where it costs nothing. */
  embeddings: { model: string; price: number } | null;
}

export interface QuoteItem {
  /** `provider:model`, or the provider's name. */
  provider: string;
  operation: string;
  calls: Range;
  /** Micro-dollars. */
  cost: Range;
  /** The source of the figures. */
  basis: string;
}

export interface DiscoveryQuote {
  /** From the job's start to its end, without the wait in the queue. */
  seconds: Range;
  secondsBasis: string;
  /** Micro-dollars. */
  cost: Range;
  items: QuoteItem[];
}

/** Number of newest jobs in the history. */
const JOBS = 50;

/**
 * Without history: seconds of a job by rules on two cores, with 1,700 and with 28,000 companies, including building the
 * index.
 */
const RULES_SECONDS: Range = { p50: 5, p90: 60 };
/** Without history: seconds per judgement by a model and per web page, including those that wait beside it. */
const SECONDS_PER_JUDGEMENT: Range = { p50: 0.6, p90: 2 };
const SECONDS_PER_QUERY: Range = { p50: 8, p90: 25 };
/** Expected share of the allowed calls. */
const SHARE_MADE = 0.6;
/** English text has about four bytes per token, and no text has more tokens than bytes. */
const TOKENS_A_BYTE: Range = { p50: 0.25, p90: 1 };

const scaled = (range: Range, by: Range): Range => ({ p50: range.p50 * by.p50, p90: range.p90 * by.p90 });
const summed = (ranges: Range[]): Range => ({
  p50: ranges.reduce((sum, { p50 }) => sum + p50, 0),
  p90: ranges.reduce((sum, { p90 }) => sum + p90, 0),
});
const wholeUp = ({ p50, p90 }: Range): Range => ({ p50: Math.ceil(p50), p90: Math.ceil(p90) });

/**
 * Estimates the time and cost of a discovery by these criteria. The basis is the calls that its plan allows, and recent
 * jobs and calls of the same kind. It adds ranges of several items, which overstates p90 a little.
 * @throws InvalidInputError
 */
export async function quoteDiscovery(
  db: Queries,
  { languageModel, webSearch, embeddings }: PaidProviders,
  searchCriteria: unknown,
): Promise<DiscoveryQuote> {
  const { criteria } = completeCriteria(normaliseCriteria(searchCriteria, "first_pass"));
  const items: QuoteItem[] = [];
  const assumedSeconds: Range[] = [RULES_SECONDS];

  if (languageModel !== null) {
    const most = mostJudgedByModel(criteria.count);
    const calls = { p50: Math.ceil(most * SHARE_MADE), p90: most };
    const { basis, ...each } = await judgementCost(db, languageModel, criteria);
    const operation = `judge (${JUDGE_COMPANY.name}@${JUDGE_COMPANY.version})`;
    items.push({ provider: languageModel.name, operation, calls, cost: wholeUp(scaled(calls, each)), basis });
    assumedSeconds.push(scaled(calls, SECONDS_PER_JUDGEMENT));
  }
  if (webSearch !== null) {
    const count = webQueryCount(criteria);
    const calls = { p50: count, p90: count };
    const price = { p50: webSearch.priceMicroUsd, p90: webSearch.priceMicroUsd };
    items.push({
      provider: webSearch.name,
      operation: "search",
      calls,
      cost: scaled(calls, price),
      basis: "the price of the plan",
    });
    assumedSeconds.push(scaled(calls, SECONDS_PER_QUERY));
  }
  if (embeddings !== null) {
    const { features, synonyms } = criteria.keywords;
    // The topic, and the topic again with the nouns that it seems to describe.
    const bytes = 2 * Buffer.byteLength([criteria.marketName, criteria.userPrompt, ...features, ...synonyms].join(" "));
    const price = { p50: bytes * embeddings.price, p90: bytes * embeddings.price };
    items.push({
      provider: `embeddings:${embeddings.model}`,
      operation: "embed",
      calls: { p50: 1, p90: 1 },
      cost: wholeUp(scaled(price, TOKENS_A_BYTE)),
      basis: "the words of the criteria, a token for four bytes; p90: for each byte",
    });
  }

  const { basis: secondsBasis, ...seconds } = await expected(
    db,
    {
      statement: discoverySeconds(JOBS),
      values: [languageModel?.name ?? null, webSearch?.name ?? null],
    },
    summed(assumedSeconds),
    "jobs with these providers",
  );
  return { seconds, secondsBasis, cost: summed(items.map(({ cost }) => cost)), items };
}
