import { Command } from "commander";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import {
  CliReviewDocument,
  CliReviewsDocument,
  type CliReviewsQuery,
  CliWithdrawReviewDocument,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import type { GraphClient } from "../graph-client.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

interface Options extends GraphOptions, PageOptions {
  accept: boolean;
  reject: boolean;
  withdraw: boolean;
  reason?: string;
}

type Market = NonNullable<CliReviewsQuery["market"]>;

const inWords = (verdict: string | undefined) => (verdict ?? "").toLowerCase().replace("_", " ");

/** From this chance to its counterpart, nobody can tell whether a company belongs. */
const UNSURE = 0.35;

/** Returns why an answer about a company teaches much: it is uncertain itself, or stands for others. */
function askedBecause(chance: number): string {
  if (chance < UNSURE) return "unlikely to belong; others like it depend on the answer";
  if (chance > 1 - UNSURE) return "likely to belong; others like it depend on the answer";
  return "may belong or not, and so may others like it";
}

/** Describes a market's reviews and suggestions for reviews. */
function describe({ reviews, reviewSuggestions }: Market, page: { offset: number }): string {
  const made = reviews.edges.map(({ node: { decision, company, reason, reviewedAt, candidate } }) => [
    decision.toLowerCase(),
    company.domain,
    inWords(candidate?.verdict),
    reviewedAt,
    reason ?? "",
  ]);
  const wanted = reviewSuggestions.map(({ domain, company, chance, verdict, reason }) => [
    domain,
    company.name,
    `${Math.round(100 * chance)} %`,
    askedBecause(chance),
    inWords(verdict),
    reason,
  ]);
  return [
    "Reviews",
    table(["Review", "Domain", "Verdict was", "At", "Because"], made),
    ...(made.length === 0 ? [] : [describePage(page, made.length, reviews.totalCount)]),
    "",
    "Answers about these companies would help most to rank the others, whether you accept or reject them. They are questions, not recommendations.",
    table(["Domain", "Company", "Belongs", "Asked because", "Verdict", "Reason of the verdict"], wanted),
  ].join("\n");
}

async function list(marketId: number, options: Options): Promise<void> {
  const page = pageOf(options);
  const { result } = await withGraph(options, false, (client) => client.run(CliReviewsDocument, { marketId, ...page }));
  if (result.market == null) throw new NotFoundError(`market ${marketId}`);
  const { reviews, reviewSuggestions } = result.market;
  const shown = { totalCount: reviews.totalCount, reviews: reviews.edges.map(({ node }) => node), reviewSuggestions };
  answer(options, shown, describe(result.market, page));
}

/** Writes or withdraws a review. @returns the text to print */
async function write(client: GraphClient, marketId: number, domain: string, { accept, withdraw, reason }: Options) {
  if (withdraw) {
    const { market } = (await client.run(CliWithdrawReviewDocument, { marketId, domain })).withdrawReview;
    return { review: null, companies: market.companies.totalCount };
  }
  const decision = accept ? ("ACCEPTED" as const) : ("REJECTED" as const);
  const variables = { marketId, domain, decision, reason: reason ?? null };
  const { review, market } = (await client.run(CliReviewDocument, variables)).reviewCompany;
  return { review: review ?? null, companies: market.companies.totalCount };
}

/** `market review MARKET [DOMAIN]` */
export function reviewCommand(): Command {
  return pageOptions(
    new Command("review")
      .argument("<market>", "the market's id")
      .argument("[domain]", "the domain of a company or candidate; without it, reviews and suggestions are listed")
      .option("--accept", "accept: the company belongs to the market", false)
      .option("--reject", "reject: the company does not belong to the market", false)
      .option("--withdraw", "withdraw the review of the company", false)
      .option("--reason <words>", "the reason for the decision"),
  ).action(async (id: string, domain: string | undefined, options: Options) => {
    const marketId = wholeNumber(id, "market");
    const chosen = [options.accept, options.reject, options.withdraw].filter(Boolean).length;
    if (domain === undefined && chosen === 0) return list(marketId, options);
    if (domain === undefined || chosen !== 1)
      throw new InvalidInputError("give a domain and one of --accept, --reject and --withdraw");
    const { result } = await withGraph(options, true, (client) => write(client, marketId, domain, options));
    const what = result.review === null ? "Withdrawn" : result.review.decision === "ACCEPTED" ? "Accepted" : "Rejected";
    answer(
      options,
      { marketId, domain, ...result },
      `${what}: ${domain}. The market has ${result.companies} companies.`,
    );
  });
}
