import { InvalidInputError } from "#foundation/errors/index";
import { COMMON_CRAWL_NEWS } from "./common-crawl.ts";
import { COMPANIES_HOUSE } from "./companies-house.ts";
import { GLEIF, GLEIF_PARENTS } from "./gleif.ts";
import type { SourceLayout } from "./layout.ts";
import { SEC_FACTS, SEC_SUBMISSIONS, SEC_TICKERS } from "./sec.ts";
import { WIKIDATA_DUMP, WIKIDATA_QUERY } from "./wikidata.ts";

const FINANCE_DATABASE: SourceLayout = {
  title: "FinanceDatabase, equities (CSV): listed companies with descriptions",
  url: "https://raw.githubusercontent.com/JerBouma/FinanceDatabase/main/database/equities.csv",
  licence: "MIT",
  everyHours: 24 * 7,
  kind: "directory",
  rows: "companies",
};

const COMPANY_FILE: SourceLayout = {
  title: "A directory in an ordinary layout (CSV or NDJSON, docs/company-files.md); needs --url",
  url: "",
  licence: "",
  everyHours: 24,
  kind: "directory",
  rows: "companies",
};

/** The supported kinds of open data, by the names of their layouts (docs/sources.md). */
export const SOURCE_LAYOUTS: Readonly<Record<string, SourceLayout>> = {
  gleif: GLEIF,
  "gleif-parents": GLEIF_PARENTS,
  "sec-tickers": SEC_TICKERS,
  "sec-submissions": SEC_SUBMISSIONS,
  "sec-facts": SEC_FACTS,
  "companies-house": COMPANIES_HOUSE,
  "wikidata-query": WIKIDATA_QUERY,
  "wikidata-dump": WIKIDATA_DUMP,
  financedatabase: FINANCE_DATABASE,
  companies: COMPANY_FILE,
  "common-crawl-news": COMMON_CRAWL_NEWS,
};

/** @throws InvalidInputError for an unknown name */
export function layoutOf(name: string): SourceLayout {
  const layout = Object.hasOwn(SOURCE_LAYOUTS, name) ? SOURCE_LAYOUTS[name] : undefined;
  if (layout === undefined)
    throw new InvalidInputError(`there is no layout "${name}"; there are ${Object.keys(SOURCE_LAYOUTS).join(", ")}`);
  return layout;
}
