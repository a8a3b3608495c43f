import Table from "cli-table3";
import { countryName } from "#foundation/geography/countries";
import { formatMicroUsd, toMicroUsd } from "#foundation/micro-usd";
import type { AskCriteriaMutation, AskMarketQuery, AskQuoteQuery } from "#generated/operations/graphql";
import { describeConditions } from "#markets/criteria/describe-conditions";
import type { KeptKey } from "./ask-key.ts";

type Criteria = Omit<AskCriteriaMutation["generateSearchCriteria"], "form">;
type Form = Pick<AskCriteriaMutation["generateSearchCriteria"]["form"], "conditions" | "operatesIn">;
type Quote = AskQuoteQuery["quoteDiscovery"];
type Estimate = NonNullable<MarketData["jobs"]["edges"][number]["node"]["estimate"]>;
type MarketData = NonNullable<AskMarketQuery["market"]>;

export interface Explore {
  /** The market's page, which asks for the key. */
  explorer: string;
  /** Null where GraphiQL is off. */
  graphiql: string | null;
  apiDocs: string;
  workflow: string;
  /** For the explorer, and for the header `x-api-key` of the next two; the key itself is never printed. */
  apiKey: Omit<KeptKey, "key">;
}

/** The data that `--json` prints, and from which the text for people is made. */
export interface AskReport {
  criteria: Criteria;
  /** How the criteria were understood, in sentences, as it was known before the start. */
  criteriaNotes: string[];
  market: { marketId: number; name: string; status: string };
  job: {
    jobId: number;
    workflowId: number;
    status: string;
    error: string | null;
    report: unknown;
    costUsd: number;
    estimate: Estimate | null;
  };
  companies: {
    rank: number;
    name: string;
    domain: string;
    country: string | null;
    city: string | null;
    score: number;
    reason: string;
  }[];
  /** Companies near the request but outside the market. */
  related: { name: string; domain: string; country: string | null; reason: string; score: number }[];
  rejected: {
    name: string;
    domain: string;
    country: string | null;
    verdict: string;
    rule: string | null;
    reason: string;
    score: number;
  }[];
  urls: Explore;
}

const round = (score: number) => Math.round(score * 1000) / 1000;

/** Returns the report of a finished discovery. @throws Error when the market has no job */
export function askReport(
  reading: Pick<AskReport, "criteria" | "criteriaNotes">,
  market: MarketData,
  companies: MarketData["companies"]["edges"],
  urls: Explore,
): AskReport {
  const job = market.jobs.edges[0]?.node;
  if (job === undefined) throw new Error(`market ${market.marketId} has no job`);
  const { jobId, workflowId, status, error, report, cost, estimate } = job;
  return {
    ...reading,
    market: { marketId: market.marketId, name: market.name, status: market.status },
    job: {
      jobId,
      workflowId,
      status,
      error: error ?? null,
      report,
      costUsd: cost.costUsd,
      estimate: estimate ?? null,
    },
    companies: companies.map(({ rank, score, reason, node }) => ({
      rank,
      name: node.name,
      domain: node.domain,
      country: node.country ?? null,
      city: node.city ?? null,
      score: round(score),
      reason,
    })),
    related: market.related.map(({ company, domain, reason, score }) => ({
      name: company.name,
      domain,
      country: company.country ?? null,
      reason,
      score: round(score),
    })),
    rejected: market.rejected.map(({ company, domain, verdict, rule, reason, score }) => ({
      name: company.name,
      domain,
      country: company.country ?? null,
      verdict,
      rule: rule ?? null,
      reason,
      score: round(score),
    })),
    urls,
  };
}

const list = (items: readonly string[]) => (items.length === 0 ? "–" : items.join(", "));

/** Describes the criteria for a person to check before a start. */
export function describeCriteria(criteria: Criteria, { conditions, operatesIn }: Form): string {
  const { keywords, locations } = criteria;
  const places = locations.map(({ country, address }) => [...(address ?? []), countryName(country)].join(", "));
  const stated = describeConditions(conditions);
  const shown = places.length > 12 ? [...places.slice(0, 12), `and ${places.length - 12} more`] : places;
  return [
    `Market      ${criteria.marketName}`,
    `Type, role  ${[criteria.marketType, criteria.marketRole].filter((part) => part !== "").join(", ") || "–"}`,
    `Features    ${list(keywords.features)}`,
    `Synonyms    ${list(keywords.synonyms)}`,
    `Users       ${list(keywords.user)}`,
    `Not wanted  ${list(keywords.irrelevant)}`,
    `Examples    ${list(criteria.seedDomains)}`,
    `Places      ${shown.length === 0 ? "anywhere" : shown.join("; ")}`,
    ...(operatesIn.length > 0 ? [`Work in     ${operatesIn.join(" or ")}`] : []),
    `Companies   up to ${criteria.count}`,
    ...(stated.length > 0 ? [`Conditions  ${list(stated)}, or not known`] : []),
  ].join("\n");
}

/** Lists how the question was understood, one note a line; nothing where it was as it was written. */
export const describeNotes = (notes: readonly string[]): string[] =>
  notes.map((note, i) => `${i === 0 ? "Reading" : ""}`.padEnd(12) + note);

const dollars = (usd: number) => formatMicroUsd(toMicroUsd(usd));
const duration = (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/** Describes the expected time and cost of a start, in one or two lines. */
export function describeQuote({ seconds, costUsd, items }: Quote, maxCostUsd: number | undefined): string {
  const takes = `Takes       about ${duration(seconds.p50)}, and less than ${duration(seconds.p90)} in nine of ten cases`;
  if (items.length === 0) return `${takes}; costs nothing`;
  const parts = items.map(
    ({ provider, operation, calls }) => `${provider} up to ${calls.p90} times (${operation.split(" ")[0]})`,
  );
  const cap = maxCostUsd === undefined ? "" : `, never more than ${dollars(maxCostUsd)}`;
  return `${takes}\nCosts       about ${dollars(costUsd.p50)}, and less than ${dollars(costUsd.p90)} in nine of ten cases${cap}: ${parts.join(", ")}`;
}

/** Formats companies one per line under a heading; nothing where there are none. */
function lines(heading: string, companies: AskReport["related"]): string[] {
  if (companies.length === 0) return [];
  return [
    "",
    heading,
    ...companies.map(({ name, domain, country, reason }) => `  ${name} (${domain}, ${country ?? "?"}): ${reason}`),
  ];
}

/** Formats the result as tables and links, for a terminal of `width` columns. */
export function describeReport(
  { companies, related, rejected, job, urls, criteria }: AskReport,
  width: number,
): string {
  const reasonWidth = Math.max(30, Math.min(90, width - 82));
  const table = new Table({
    head: ["#", "Company", "Domain", "In", "Score", "Why"],
    colWidths: [5, 30, 26, 4, 7, reasonWidth + 2],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { rank, name, domain, country, score, reason } of companies)
    table.push([rank, name, domain, country ?? "?", score.toFixed(2), reason]);
  const notes =
    typeof job.report === "object" && job.report !== null && "notes" in job.report
      ? (job.report.notes as string[])
      : [];
  return [
    companies.length === 0 ? "No company satisfies every criterion." : table.toString(),
    ...notes,
    ...(job.estimate === null ? [] : [job.estimate.sentence]),
    ...(job.costUsd === 0 ? [] : [`It cost ${dollars(job.costUsd)}.`]),
    ...lines("Related, but not quite what you asked for:", related),
    ...lines("Closest companies that were rejected:", rejected),
    "",
    "Explore it",
    `  Explorer     ${urls.explorer}`,
    ...(urls.graphiql === null ? [] : [`  GraphiQL     ${urls.graphiql}`]),
    `  API docs     ${urls.apiDocs}`,
    `  Temporal UI  ${urls.workflow}`,
    `  x-api-key    the key ${urls.apiKey.prefix} in ${urls.apiKey.file}; create your own: npm run market -- keys create --team ${urls.apiKey.teamId} --scopes all`,
    ...(criteria.count > companies.length
      ? [
          "",
          "To get more companies, name other places, drop a condition, or import a larger directory (npm run market -- import companies FILE).",
        ]
      : []),
  ].join("\n");
}
