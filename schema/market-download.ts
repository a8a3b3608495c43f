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
  description: "The file format of an export.",
  values: enumValues(EXPORT_FORMATS, {
    csv: "Comma-separated values, with one row for each company.",
    ndjson: "One JSON object per line, with every criterion and its evidence.",
    xlsx: "An Excel workbook.",
    parquet: "Apache Parquet, with typed columns.",
  }),
});

const MarketDownload = builder.objectRef<Download>("MarketDownload").implement({
  description: "A URL for downloading a market's companies. Anyone who has the URL can use it until it expires.",
  fields: (t) => ({
    url: t.exposeString("url", {
      description: "The URL. It stops working earlier if its API key or session ends.",
    }),
    expiresAt: t.expose("expiresAt", { description: "When the URL expires.", type: "DateTime" }),
  }),
});

builder.prismaObjectFields(Market, (t) => ({
  download: t.field({
    type: MarketDownload,
    description:
      "A signed URL for downloading the market's companies as a file, valid for 15 minutes (docs/exports.md).",
    extensions: TELLS_SECRET,
    args: {
      format: t.arg({
        description: "The file format; by default CSV.",
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
