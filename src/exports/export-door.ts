import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import anyAscii from "any-ascii";
import type { Logger } from "pino";
import { AppError } from "#foundation/errors/index";
import { EXPORT_TYPES, isExportFormat } from "#markets/export-formats";
import type { GraphServices } from "#schema/context";
import { logFailure } from "#schema/errors";
import { noteBrokenOff } from "#server/answer-end";
import type { HttpAnswer } from "#server/http-answer";
import type { Handled } from "#server/http-server";
import { receive } from "#server/receive";
import { columnsOf } from "./columns.ts";
import { FORMATS } from "./formats/index.ts";
import { type ExportedCompany, marketPages } from "./market-pages.ts";

const PATH = /^\/exports\/markets\/([1-9]\d{0,8})\.([a-z]+)$/;
/** Number of characters of the market's name in the file's name. */
const NAME_CHARACTERS = 60;

/** Returns the file's name for the browser: the market's id and name, in ASCII. */
function fileName(marketId: number, name: string, format: string): string {
  const words =
    anyAscii(name)
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  const slug = words.join("-").slice(0, NAME_CHARACTERS).replace(/-$/, "");
  return `market-${marketId}${slug === "" ? "" : `-${slug}`}.${format}`;
}

/** Whether a transfer ended because its client went away. The file's own errors reach the pipeline before its end does. */
const hasClientLeft = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

/** Logs why a transfer was broken off. After the status line, nobody else tells of a refusal either. */
function logBrokenOff(log: Logger, error: unknown): void {
  if (error instanceof AppError) log.warn({ code: error.code }, "an export was broken off");
  else logFailure(log, error, "an export");
}

/**
 * Serves /exports: a market's companies as a file, written while they are read. A key, a frame token or the token of a
 * download address opens it. Refusals come before the first byte. A later failure breaks the transfer off, so that
 * nobody mistakes half a file for a whole one.
 */
export function createExportHandler(services: GraphServices, { log }: { log: Logger }) {
  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, id, format] = PATH.exec(pathname) ?? [];
    if (id === undefined || !isExportFormat(format)) throw new AppError("NOT_FOUND");
    facts.named?.(() => `export ${format}`);
    if (request.method !== "GET") {
      response.setHeader("allow", "GET");
      throw new AppError("METHOD_NOT_ALLOWED");
    }
    const token = searchParams.get("token");
    const { context } = await receive(services, {
      request,
      response,
      requestId: facts.requestId,
      forgivesIdentity: () => false,
      ...(token === null ? {} : { download: { token, path: pathname } }),
    });
    const marketId = Number(id);
    const pages = marketPages(marketId, context, () => response.destroyed);
    const first = await pages.next();
    if (first.done === true) throw new AppError("NOT_FOUND");
    const begun = first.value;

    async function* companies(): AsyncGenerator<ExportedCompany> {
      yield* begun.companies;
      for await (const page of pages) yield* page.companies;
    }
    response.writeHead(200, {
      "content-type": EXPORT_TYPES[format],
      "content-disposition": `attachment; filename="${fileName(marketId, begun.name, format)}"`,
      "cache-control": "private, no-store",
    });
    const file = FORMATS[format](companies(), columnsOf(begun.columns));
    // By a reset, clients and proxies of HTTP/1.0 too know that the file is not whole.
    file.once("error", (error: unknown) => {
      noteBrokenOff(response, error);
      response.socket?.resetAndDestroy();
    });
    // A pipeline adds seven listeners to those of metrics and traces.
    response.setMaxListeners(20);
    try {
      await pipeline(file, response);
    } catch (error) {
      const told = log.child({ requestId: facts.requestId, team: context.caller.teamId });
      if (!hasClientLeft(error)) logBrokenOff(told, error);
    }
  };
}
