import type { SourceKind } from "#companies/records/source-kind";
import type { SourceRowReading } from "#companies/records/source-row";

interface Publication {
  /** One line for people. */
  title: string;
  /**
   * Where it is published; "" where every operator has a separate address. `YYYY-MM` and `YYYY/MM` stand for the newest
   * month that the publisher has.
   */
  url: string;
  licence: string;
  /** Hours between two syncs. */
  everyHours: number;
  /** `Accept` header of the request. */
  accept?: string;
}

/** Data about companies. */
export interface CompanyData extends Publication {
  kind: SourceKind;
  /**
   * Yields the rows of a file in its order. `companies` means a directory that the import of companies reads
   * (docs/company-files.md).
   */
  rows: "companies" | ((path: string) => AsyncGenerator<SourceRowReading>);
}

/** Articles (docs/article-files.md). Its address is a list of files, one path a line, of which each sync reads one. */
export interface ArticleArchive extends Publication {
  kind: "articles";
}

/** How to read the files of one kind of open data. */
export type SourceLayout = CompanyData | ArticleArchive;
