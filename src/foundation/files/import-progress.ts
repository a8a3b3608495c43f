/** How far an import is. `bytesTotal` is null where the size is not known (standard input). */
export interface ImportProgress {
  phase: "reading" | "writing";
  bytesRead: number;
  bytesTotal: number | null;
  rows: number;
}
