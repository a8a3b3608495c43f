/** The file formats that a market's companies are exported in; the name is the file's extension. */
export const EXPORT_FORMATS = ["csv", "ndjson", "xlsx", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Guards values that come from outside, such as a path. */
export const isExportFormat = (value: unknown): value is ExportFormat =>
  EXPORT_FORMATS.some((format) => format === value);

/** The path that a market's export is served at. */
export const exportPath = (marketId: number, format: ExportFormat): string => `/exports/markets/${marketId}.${format}`;
