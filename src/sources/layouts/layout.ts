import type { SourceKind } from "#companies/records/source-kind";
import type { SourceRowReading } from "#companies/records/source-row";

/** How the files of a kind of open data are read. */
export interface SourceLayout {
  /** One line for people. */
  title: string;
  /** Where it is published; "": every operator has an address of their own. */
  url: string;
  licence: string;
  /** Hours between two syncs. */
  everyHours: number;
  kind: SourceKind;
  /** Sent with the request. */
  accept?: string;
  /** The rows of a file, in its order; `companies`: a directory that the import of companies reads (docs/company-files.md). */
  rows: "companies" | ((path: string) => AsyncGenerator<SourceRowReading>);
}
