import { EXPORT_FORMATS, exportPath } from "#markets/export-formats";
import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";
import { Market } from "./market.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

interface Download {
  url: string;
  expiresAt: Date;
}

const ExportFormatEnum = builder.enumType("ExportFormat", {
  description: "CSV, NDJSON with every criterion and its evidence, an Excel workbook, or Apache Parquet.",
  values: enumValues(EXPORT_FORMATS, {
    csv: "Comma-separated values, one row for each company.",
    ndjson: "One JSON object a line, with every criterion and its evidence.",
    xlsx: "An Excel workbook.",
    parquet: "Apache Parquet, with typed columns.",
  }),
});

const MarketDownload = builder.objectRef<Download>("MarketDownload").implement({
  description: "An address that anybody who has it can fetch a market's companies from, until it expires.",
  fields: (t) => ({
    url: t.exposeString("url", { description: "Ends with its key and its session, if they end before." }),
    expiresAt: t.expose("expiresAt", { description: "When the address ends.", type: "DateTime" }),
  }),
});

builder.prismaObjectFields(Market, (t) => ({
  download: t.field({
    type: MarketDownload,
    description: "A signed address of the market's companies as a file, for a quarter of an hour (docs/exports.md).",
    extensions: TELLS_SECRET,
    args: {
      format: t.arg({
        description: "The format of the file.",
        type: ExportFormatEnum,
        required: true,
        defaultValue: "csv",
      }),
    },
    resolve: async ({ id }, { format }, { auth, caller, publicUrl }) => {
      const path = exportPath(id, format);
      const { token, expiresAt } = await auth.createDownloadToken(caller, path);
      return { url: `${publicUrl}${path}?token=${token}`, expiresAt };
    },
  }),
}));
