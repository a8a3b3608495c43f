import { Command, Option } from "commander";
import { type Config, readConfig } from "#foundation/config/config";
import type { CompanyFacts, Sourced } from "#providers/pages/facts/company-facts";
import type { Page } from "#providers/pages/page";
import type { Pages } from "#providers/pages/pages";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { table } from "../table.ts";
import { changeDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);

async function withPages<Result>(config: Config, work: (pages: Pages) => Promise<Result>): Promise<Result> {
  // Loaded late: the readers of pages take a second, too long for a help text.
  const { createPoliteFetcher } = await import("#providers/fetching/polite-fetcher");
  const { createPages } = await import("#providers/pages/pages");
  return changeDatabase(config, { operation: "readPages", subject: {} }, async (db) => {
    const fetcher = createPoliteFetcher(config.fetching);
    try {
      return await work(createPages({ db, fetcher, keepHours: config.pages.keepHours }));
    } finally {
      await fetcher.close();
    }
  });
}

const describePage = ({ finalUrl, title, text, error }: Page) =>
  [finalUrl, ...(error === null ? [] : [error]), title, "", text].join("\n").trim();

/** Describes the facts, each with its source. */
function describeFacts(facts: CompanyFacts): string {
  const row = (what: string, fact: Sourced<unknown>, shown: string) => [what, shown, fact.method, fact.pageUrl];
  const one = (what: string, fact: Sourced<string> | null) => (fact === null ? [] : [row(what, fact, fact.value)]);
  const { address } = facts;
  const place = address === null ? "" : Object.values(address.value).filter(Boolean).join(", ");
  return table(
    ["What", "Fact", "From", "Page"],
    [
      ...one("name", facts.name),
      ...one("legal name", facts.legalName),
      ...one("description", facts.description),
      ...(address === null ? [] : [row("address", address, place)]),
      ...facts.certifications.flatMap((fact) => one("certification", fact)),
      ...facts.people.map((fact) => row("person", fact, `${fact.value.name}, ${fact.value.role}`)),
      ...one("logo", facts.logo),
    ],
  );
}

const read = () =>
  new Command("read")
    .description("Read one page of the web, or its stored copy while that is fresh")
    .argument("<url>", "an http(s) address")
    .addOption(json())
    .action(async (url: string, options: { json: boolean }) => {
      const page = await withPages(readConfig(), (pages) => pages.page(url));
      answer(options, page, describePage(page));
      if (page.error !== null) process.exitCode = 1;
    });

const company = () =>
  new Command("company")
    .description("Read the most informative pages of a company's site, and the facts on them")
    .argument("<domain>", "such as example.com")
    .option("--pages <number>", "the maximum number of pages", "6")
    .addOption(json())
    .action(async (domain: string, options: { pages: string; json: boolean }) => {
      const maxPages = wholeNumber(options.pages, "--pages");
      const found = await withPages(readConfig(), (pages) => pages.companyPages(domain, { maxPages }));
      const pages = found.map(({ kind, finalUrl, title }) => ({ kind, url: finalUrl, title }));
      const { companyFacts } = await import("#providers/pages/facts/company-facts");
      const facts = companyFacts(found);
      answer(options, { pages, facts }, found.length === 0 ? `${domain} could not be read.` : describeFacts(facts));
      if (found.length === 0) process.exitCode = 1;
    });

/** `market pages …` */
export function pagesCommand(): Command {
  return new Command("pages").addCommand(read()).addCommand(company());
}
