import { counted } from "#foundation/language/counted";
import { analyseNews, type NewsDeps } from "#intelligence/news/analyse-news";
import { countNews, hasNews, NO_NEWS_YET } from "#intelligence/news/articles-about";
import { linkStoredNews } from "#intelligence/news/link-stored-news";
import { marketCompanyIds } from "#markets/market-companies";
import { type PipelineJob, pipelineFlag } from "./pipeline-flag.ts";

export const runNews = pipelineFlag({
  name: "runNews",
  does: "links from stored articles to the companies",
  needs: [],
  step: linkMarketNews,
});

/**
 * The pipeline's `runNews`: reads unread articles and links stored ones to the market's companies, including those
 * added after the articles. Idempotent.
 */
export async function linkMarketNews(deps: NewsDeps, { marketId, report, signal }: PipelineJob) {
  const { db } = deps;
  const companyIds = await marketCompanyIds(db, marketId);
  const analysed = await analyseNews(deps, { signal, onProgress: ({ done, total }) => report(done, total) });
  await linkStoredNews(deps, companyIds, { signal, onProgress: ({ done, total }) => report(done, total) });
  const { stories, copies, companies } = await countNews(db, companyIds);
  const notes = (await hasNews(db)) ? [] : [NO_NEWS_YET];
  const joined = copies === 0 ? "" : ` (${counted(copies, "copy", "copies")} joined)`;
  return {
    summary: [
      `${counted(stories, "article")} about ${counted(companies, "company", "companies")}${joined}`,
      ...notes,
    ].join("; "),
    report: { articles: stories, copies, companies, analysed: analysed.analysed, notes },
  };
}
