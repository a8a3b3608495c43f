import type { ArticleKind } from "#intelligence/ingest/article-staging";

/** What `market import` loads beside companies. */
export type RecordKind = ArticleKind | "esg" | "identifiers";

/** Whether more is made of the rows of a kind once they are stored. */
export const isArticleKind = (kind: RecordKind): kind is ArticleKind => kind === "news" || kind === "observations";
