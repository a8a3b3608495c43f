import { Readable } from "node:stream";
import type { ExportedCompany } from "../market-pages.ts";
import type { WriteFormat } from "./write-format.ts";

async function* lines(companies: AsyncIterable<ExportedCompany>): AsyncGenerator<string> {
  for await (const { node, ...membership } of companies) yield `${JSON.stringify({ ...node, ...membership })}\n`;
}

/** A JSON object a line: the company's fields, and beside them why it is in and what analyses say, named as in the graph. */
export const writeNdjson: WriteFormat = (companies) => Readable.from(lines(companies));
