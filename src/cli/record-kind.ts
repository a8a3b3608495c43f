import { ARTICLE_KINDS, type ArticleKind } from "#intelligence/ingest/article-staging";

/** The kinds that `market import` loads beside companies. */
export type RecordKind = ArticleKind | "esg" | "identifiers";

/** Whether rows of a kind are processed after they are stored. */
export const isArticleKind = (kind: RecordKind): kind is ArticleKind =>
  ARTICLE_KINDS.some((articleKind) => articleKind === kind);
