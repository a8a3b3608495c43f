/** An observation as the grouping sees it. */
export interface GroupingDocument {
  /** Stable name that no other document has: its URL. */
  key: string;
  title: string;
  /** Empty for a headline without its article. */
  text: string;
  url: string;
  publisher: string;
  /** The source's own section, empty where there is none. */
  category: string;
  publishedAt: Date;
}
