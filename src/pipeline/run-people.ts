import { type CompanyPages, PageTally } from "#companies/company-pages";
import type { Database } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { hasNews, NO_NEWS_YET } from "#intelligence/news/articles-about";
import { findPeople } from "#intelligence/people/find-people";
import { marketCompanyIds } from "#markets/market-companies";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { runEsg } from "./run-esg.ts";
import { runNews } from "./run-news.ts";

export const runPeople = pipelineFlag({
  name: "runPeople",
  does: "people and their roles from articles, records and pages",
  // People are read from linked articles, and from the pages that were fetched for ESG.
  after: [runNews, runEsg],
  needs: ["companyPages"],
  step: findMarketPeople,
});

/**
 * The pipeline's `runPeople`: reads the people of a market's companies from their linked articles, the directory's
 * descriptions, and the pages of their sites. Idempotent.
 */
export async function findMarketPeople(
  { db, companyPages }: { db: Pick<Database, "query" | "pool">; companyPages: CompanyPages },
  { marketId, report, signal }: PipelineJob,
) {
  const companyIds = await marketCompanyIds(db, marketId);
  const sites = companyPages.source === "fetch" ? companyIds.length : 0;
  const total = sites + companyIds.length;
  let asked = 0;
  await companyPages.refresh(companyIds, { signal, onSite: () => report(++asked, total) });
  const tally = new PageTally(companyIds.length);
  const found = await findPeople(db, companyIds, {
    pagesOf: async (batch) => {
      const pages = await companyPages.read(batch);
      tally.add(pages);
      return pages;
    },
    report: (done) => report(sites + done, total),
    signal,
  });
  const notes = (await hasNews(db)) ? [] : [NO_NEWS_YET];
  return {
    summary: [
      `${counted(found.people, "person", "people")} at ${counted(found.companies, "company", "companies")}`,
      ...tally.silent(companyPages),
      ...notes,
    ].join("; "),
    report: { ...found, sites: tally.sites, pages: tally.pages, notes: [...tally.silent(companyPages), ...notes] },
  };
}
