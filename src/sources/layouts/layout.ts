import type { SourceKind } from "#companies/records/source-kind";
import type { SourceRowReading } from "#companies/records/source-row";

/** How to read the files of one kind of open data. */
export interface SourceLayout {
  /** One line for people. */
  title: string;
  /**
   * Where it is published; "" where every operator has a separate address. `YYYY-MM` stands for the newest month that
   * the publisher has.
   */
  url: string;
  licence: string;
  /** Hours between two syncs. */
  everyHours: number;
  kind: SourceKind;
  /** `Accept` header of the request. */
  accept?: string;
  /**
   * Yields the rows of a file in its order. `companies` means a directory that the import of companies reads
   * (docs/company-files.md).
   */
  rows: "companies" | ((path: string) => AsyncGenerator<SourceRowReading>);
}
