import type { ExportFormat } from "#markets/export-formats";
import { writeCsv } from "./csv.ts";
import { writeNdjson } from "./ndjson.ts";
import { writeParquet } from "./parquet.ts";
import type { WriteFormat } from "./write-format.ts";
import { writeXlsx } from "./xlsx.ts";

/** The writer of each format, and its media type (IANA). */
export const FORMATS: Readonly<Record<ExportFormat, { type: string; write: WriteFormat }>> = {
  csv: { type: "text/csv; charset=utf-8", write: writeCsv },
  ndjson: { type: "application/x-ndjson; charset=utf-8", write: writeNdjson },
  xlsx: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write: writeXlsx },
  parquet: { type: "application/vnd.apache.parquet", write: writeParquet },
};
