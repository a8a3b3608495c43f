import { Command, Option } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import {
  CliMarketDocument,
  type CliMarketQuery,
  CliMarketsDocument,
  type CliMarketsQuery,
  type MarketStatus,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { jobState } from "../job-lines.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, graphOptions, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

const STATUSES: Record<string, MarketStatus> = {
  discovering: "DISCOVERING",
  "in-review": "IN_REVIEW",
  published: "PUBLISHED",
  failed: "FAILED",
};
const inWords = (status: MarketStatus) => status.toLowerCase().replace("_", " ");

type ListedMarket = CliMarketsQuery["markets"]["edges"][number]["node"];
type Market = NonNullable<CliMarketQuery["market"]>;

const HEADINGS = ["Market", "Team", "Name", "Status", "Companies", "Newest job", "Made"];
const row = ({ marketId, team, name, status, companies, jobs, createdAt }: ListedMarket) => {
  const [newest] = jobs.edges;
  return [
    String(marketId),
    `${team.teamId} ${team.name}`,
    name,
    inWords(status),
    String(companies.totalCount),
    newest === undefined ? "" : `${newest.node.jobId} ${newest.node.workflowName}, ${jobState(newest.node)}`,
    createdAt,
  ];
};

interface ListOptions extends GraphOptions, PageOptions {
  search?: string;
  status?: string;
}

const list = () =>
  pageOptions(
    new Command("list")
      .description("Show markets, newest first")
      .option("--search <text>", "only markets with this text in their name")
      .addOption(new Option("--status <status>", "only markets with this status").choices(Object.keys(STATUSES))),
  ).action(async (options: ListOptions) => {
    const { search = null, status } = options;
    const page = pageOf(options);
    const variables = { ...page, search, status: status === undefined ? null : (STATUSES[status] ?? null) };
    const { result } = await withGraph(options, false, (client) => client.run(CliMarketsDocument, variables));
    const { totalCount, edges } = result.markets;
    const markets = edges.map(({ node }) => ({ ...node, jobs: node.jobs.edges.map((edge) => edge.node) }));
    const text = [
      table(
        HEADINGS,
        edges.map(({ node }) => row(node)),
      ),
      describePage(page, edges.length, totalCount),
    ];
    answer(options, { totalCount, offset: page.offset, markets }, text.join("\n").trimEnd());
  });

const listed = (items: readonly string[]) => (items.length === 0 ? "–" : items.join(", "));

/** Describes a market with the criteria of each completed discovery, newest first. */
function describe({
  marketId,
  name,
  team,
  status,
  createdAt,
  publishedAt,
  companies,
  criteriaHistory,
}: Market): string {
  return [
    `Market ${marketId}: ${name}`,
    `Team        ${team.teamId} ${team.name}`,
    `Status      ${inWords(status)}`,
    `Companies   ${companies.totalCount}`,
    `Made        ${createdAt}`,
    ...(publishedAt == null ? [] : [`Published   ${publishedAt}`]),
    ...criteriaHistory.flatMap(({ jobId, criteria: { userPrompt, marketType, marketRole, keywords, locations } }) => [
      "",
      `Criteria of job ${jobId}`,
      ...(userPrompt === "" ? [] : [`Question    ${userPrompt}`]),
      `Type, role  ${listed([marketType, marketRole].filter((part) => part !== ""))}`,
      `Features    ${listed(keywords.features)}`,
      `Synonyms    ${listed(keywords.synonyms)}`,
      `Users       ${listed(keywords.user)}`,
      `Not wanted  ${listed(keywords.irrelevant)}`,
      `Places      ${listed(locations.map(({ country, address }) => [...(address ?? []), country].join(", ")))}`,
    ]),
  ].join("\n");
}

const show = () =>
  graphOptions(
    new Command("show")
      .description("Show a market and the criteria of its discoveries")
      .argument("<market>", "the market's id"),
  ).action(async (id: string, options: GraphOptions) => {
    const marketId = wholeNumber(id, "market");
    const { result } = await withGraph(options, false, (client) => client.run(CliMarketDocument, { marketId }));
    if (result.market == null) throw new NotFoundError(`market ${marketId}`);
    answer(options, result.market, describe(result.market));
  });

/** `market markets …` */
export function marketsCommand(): Command {
  return new Command("markets").addCommand(list(), { isDefault: true }).addCommand(show());
}
