/** The file formats for exporting a market's companies; each name is the file's extension. */
export const EXPORT_FORMATS = ["csv", "ndjson", "xlsx", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The media type of each format (IANA). */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
};

/** Guards values from outside, such as a path. */
export const isExportFormat = (value: unknown): value is ExportFormat =>
  EXPORT_FORMATS.some((format) => format === value);

/** Returns the path of a market's export. */
export const exportPath = (marketId: number, format: ExportFormat): string => `/exports/markets/${marketId}.${format}`;
