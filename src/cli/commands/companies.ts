import { Command, Option } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import {
  CliCompanyDocument,
  type CliCompanyQuery,
  CliMarketCompaniesDocument,
  CliSearchCompaniesDocument,
  type CompanyLineFragment,
  type MarketCompanyOrder,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, graphOptions, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";
import { identityCommands } from "./identity.ts";

const place = ({ city, country }: CompanyLineFragment) => [city, country].filter(Boolean).join(", ");

const ORDERS: Record<string, MarketCompanyOrder> = { rank: "RANK", name: "NAME", newest: "NEWEST" };

const list = () =>
  pageOptions(
    new Command("list")
      .description("Show the companies of a market, each with the reason why it is in")
      .argument("<market>", "the market's id")
      .addOption(
        new Option("--order <order>", "the order of the companies").choices(Object.keys(ORDERS)).default("rank"),
      ),
  ).action(async (id: string, options: GraphOptions & PageOptions & { order: string }) => {
    const page = pageOf(options);
    const variables = { marketId: wholeNumber(id, "market"), ...page, orderBy: ORDERS[options.order] ?? "RANK" };
    const { result } = await withGraph(options, false, (client) => client.run(CliMarketCompaniesDocument, variables));
    if (result.market == null) throw new NotFoundError(`market ${variables.marketId}`);
    const { totalCount, edges } = result.market.companies;
    const rows = edges.map(({ rank, score, reason, node }) => [
      String(rank),
      node.name,
      node.domain,
      place(node),
      score.toFixed(2),
      reason,
    ]);
    const text = [
      table(["Rank", "Company", "Domain", "In", "Score", "Why"], rows),
      describePage(page, edges.length, totalCount),
    ];
    const companies = edges.map(({ node, ...edge }) => ({ ...edge, ...node }));
    answer(options, { totalCount, offset: page.offset, companies }, text.join("\n").trimEnd());
  });

const search = () =>
  pageOptions(
    new Command("search")
      .description("Search the directory of companies, best first")
      .argument("<words...>", "words; with --domain, a domain, host or URL")
      .option("--location <place>", 'a country by name or code, a state, or a city, such as "Munich, DE"')
      .option("--domain", "search by domain: the domain itself, then its subdomains, then similar domains", false),
  ).action(async (words: string[], options: GraphOptions & PageOptions & { location?: string; domain: boolean }) => {
    const { location = null, domain } = options;
    const page = pageOf(options);
    const asked = {
      keyword: words.join(" "),
      location,
      searchType: domain ? ("DOMAIN" as const) : ("KEYWORD" as const),
    };
    const { result } = await withGraph(options, false, (client) =>
      client.run(CliSearchCompaniesDocument, { search: asked, ...page }),
    );
    const { totalCount, edges } = result.companies;
    const rows = edges.map(({ score, node }) => [node.name, node.domain, place(node), (score ?? 0).toFixed(2)]);
    const text = [table(["Company", "Domain", "In", "Score"], rows), describePage(page, edges.length, totalCount)];
    const companies = edges.map(({ score, node }) => ({ ...node, score: score ?? null }));
    answer(options, { totalCount, offset: page.offset, companies }, text.join("\n").trimEnd());
  });

type Company = NonNullable<CliCompanyQuery["company"]>;

function describe(company: Company): string {
  const { name, domain, state, country, city, employees, revenueUsd } = company;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title.padEnd(15)} ${items.join(", ")}`];
  return [
    `${name} (${domain})`,
    ...list(
      "In",
      [city, state, country].flatMap((part) => part ?? []),
    ),
    ...list(
      "Site",
      [company.url].flatMap((url) => url ?? []),
    ),
    ...list("Employees", employees == null ? [] : [employees.toLocaleString("en")]),
    ...list("Revenue (USD)", revenueUsd == null ? [] : [revenueUsd.toLocaleString("en")]),
    ...list("Industries", company.industries),
    ...list("Keywords", company.keywords),
    ...list("Certifications", company.certifications),
    ...list("Record from", [company.source]),
    ...(company.description == null ? [] : ["", company.description]),
  ].join("\n");
}

const show = () =>
  graphOptions(
    new Command("show")
      .description("Show a company of the directory")
      .argument("<company>", "its id, or its domain as a domain, host or URL"),
  ).action(async (identifier: string, options: GraphOptions) => {
    const { result } = await withGraph(options, false, (client) => client.run(CliCompanyDocument, { identifier }));
    if (result.company == null) throw new NotFoundError(`company ${identifier}`);
    answer(options, result.company, describe(result.company));
  });

/** `market companies …` */
export function companiesCommand(): Command {
  const command = new Command("companies")
    .addCommand(list(), { isDefault: true })
    .addCommand(search())
    .addCommand(show());
  for (const operation of identityCommands()) command.addCommand(operation);
  return command;
}
