import type { ExportFormat } from "#markets/export-formats";
import { writeCsv } from "./csv.ts";
import { writeNdjson } from "./ndjson.ts";
import { writeParquet } from "./parquet.ts";
import type { WriteFormat } from "./write-format.ts";
import { writeXlsx } from "./xlsx.ts";

/** The writer of each format. */
export const FORMATS: Readonly<Record<ExportFormat, WriteFormat>> = {
  csv: writeCsv,
  ndjson: writeNdjson,
  xlsx: writeXlsx,
  parquet: writeParquet,
};
