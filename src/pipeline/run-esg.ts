import { type CompanyPages, PageTally } from "#companies/company-pages";
import { counted } from "#foundation/language/counted";
import { deriveEsgFromCompanyPages, deriveEsgFromNews, type EsgDeps } from "#intelligence/esg/derive-esg";
import { countEsgItems } from "#intelligence/esg/esg-of-companies";
import { textsOfPages } from "#intelligence/esg/page-texts";
import { articlesAbout, hasNews, NO_NEWS_YET } from "#intelligence/news/articles-about";
import { marketCompanyIds } from "#markets/market-companies";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";
import { runNews } from "./run-news.ts";

export const runEsg = pipelineFlag({
  name: "runEsg",
  does: "ESG items from articles, records and pages",
  // Items are read from linked articles.
  after: [runNews],
  needs: ["companyPages"],
  step: deriveMarketEsg,
});

/** Number of articles or companies between two reports. The pages of a batch of companies are in memory together. */
const BATCH = { articles: 100, companies: 25 };

/**
 * The pipeline's `runEsg`: reads the ESG items of a market's companies from their linked articles, the directory's
 * descriptions, and the pages of their sites. Idempotent.
 */
export async function deriveMarketEsg(
  deps: EsgDeps & { companyPages: CompanyPages },
  { marketId, report, signal }: PipelineJob,
) {
  const { db, companyPages } = deps;
  const companyIds = await marketCompanyIds(db, marketId);
  const articleIds = await articlesAbout(db, companyIds);
  const sites = companyPages.source === "fetch" ? companyIds.length : 0;
  const total = sites + articleIds.length + companyIds.length;
  let done = 0;
  await companyPages.refresh(companyIds, { signal, onSite: () => report(++done, total) });
  const inBatches = async (size: number, ids: readonly number[], derive: (batch: number[]) => Promise<unknown>) => {
    for (let i = 0; i < ids.length; i += size) {
      signal.throwIfAborted();
      const batch = ids.slice(i, i + size);
      await derive(batch);
      done += batch.length;
      report(done, total);
    }
  };
  await inBatches(BATCH.articles, articleIds, (batch) => deriveEsgFromNews(deps, batch));
  const tally = new PageTally(companyIds.length);
  await inBatches(BATCH.companies, companyIds, async (batch) => {
    const pages = await companyPages.read(batch);
    tally.add(pages);
    return deriveEsgFromCompanyPages(deps, batch, textsOfPages(pages));
  });
  const { items, internal, directory, companies } = await countEsgItems(db, companyIds);
  const notes = (await hasNews(db)) ? [] : [NO_NEWS_YET];
  return {
    summary: [
      `${counted(items, "item")} for ${counted(companies, "company", "companies")}`,
      ...tally.silent(companyPages),
      ...notes,
    ].join("; "),
    report: {
      articles: articleIds.length,
      items,
      internal,
      directory,
      companies,
      sites: tally.sites,
      pages: tally.pages,
      notes: [...tally.silent(companyPages), ...notes],
    },
  };
}
