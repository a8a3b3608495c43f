import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { Argument, Command, Option } from "commander";
import { InvalidInputError } from "#foundation/errors/index";
import { EXPORT_FORMATS, type ExportFormat, exportPath, isExportFormat } from "#markets/export-formats";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { graphOptions } from "../page-options.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

interface ExportOptions extends GraphOptions {
  format?: ExportFormat;
  out?: string;
}

/** Returns the named format, or the one of the file's extension; CSV without one. @throws InvalidInputError for another one */
function formatOf({ format, out = "" }: ExportOptions): ExportFormat {
  if (format !== undefined) return format;
  const ending = extname(out).slice(1).toLowerCase();
  if (ending === "") return "csv";
  if (isExportFormat(ending)) return ending;
  throw new InvalidInputError(`there is no export as .${ending}; the formats are ${EXPORT_FORMATS.join(", ")}`);
}

/** `market export MARKET` */
export function exportCommand(): Command {
  return graphOptions(
    new Command("export")
      .addArgument(new Argument("<market>", "the market's id"))
      .addOption(
        new Option(
          "--format <format>",
          "the format of the file (default: the extension of --out, otherwise csv)",
        ).choices(EXPORT_FORMATS),
      )
      .option("--out <file>", "the file to write; - is standard output (default: market-<id>.<format>)"),
  ).action(async (id: string, options: ExportOptions) => {
    const marketId = wholeNumber(id, "market");
    const format = formatOf(options);
    const file = options.out ?? `market-${marketId}.${format}`;
    let bytes = 0;
    await withGraph(options, false, async (client) => {
      const body = await client.download(exportPath(marketId, format));
      const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          yield chunk;
        }
      };
      if (file === "-") await pipeline(body, process.stdout, { end: false });
      else {
        // Renamed when complete, because half a file would be mistaken for all of it.
        const part = `${file}.part`;
        await pipeline(body, counted, createWriteStream(part)).catch(async (error: unknown) => {
          await rm(part, { force: true });
          throw error;
        });
        await rename(part, file);
      }
    });
    if (file !== "-") answer(options, { marketId, file, format, bytes }, `Written ${file}, ${bytes} bytes.`);
  });
}
