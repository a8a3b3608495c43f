import { COMMON_CRAWL_TERMS } from "#intelligence/ingest/warc/archive";
import type { ArticleArchive } from "./layout.ts";

/** Common Crawl's news: pages of news media, in some twenty files of about 1 GB a day. */
export const COMMON_CRAWL_NEWS: ArticleArchive = {
  title: "Common Crawl, news (WARC): articles of news media worldwide, a file of about 1 GB an hour",
  url: "https://data.commoncrawl.org/crawl-data/CC-NEWS/YYYY/MM/warc.paths.gz",
  licence: COMMON_CRAWL_TERMS,
  everyHours: 1,
  kind: "articles",
};
