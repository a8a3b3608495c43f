import { Readable } from "node:stream";
import type { ExportedCompany } from "../market-pages.ts";
import type { WriteFormat } from "./write-format.ts";

async function* lines(companies: AsyncIterable<ExportedCompany>): AsyncGenerator<string> {
  for await (const { node, ...membership } of companies) yield `${JSON.stringify({ ...node, ...membership })}\n`;
}

/** Writes one JSON object per line: the company's fields, why it is in, and its analyses, named as in the graph. */
export const writeNdjson: WriteFormat = (companies) => Readable.from(lines(companies));
