import { Readable } from "node:stream";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { Column } from "../columns.ts";
import type { ExportedCompany } from "../market-pages.ts";
import type { WriteFormat } from "./write-format.ts";

/** Maximum number of characters in a cell (Excel's own limit). */
const CELL_CHARACTERS = 32_767;
/** Widths in characters. */
const WIDTHS = { STRING: 28, INT32: 12, DOUBLE: 14, TIMESTAMP: 20 } as const;

function cell(column: Column, company: ExportedCompany) {
  switch (column.type) {
    case "STRING": {
      const value = column.value(company)?.slice(0, CELL_CHARACTERS);
      // Of type String, so that Excel shows what looks like a formula and never runs it.
      return value === undefined ? null : { value, type: String };
    }
    case "TIMESTAMP": {
      const value = column.value(company);
      return value === null ? null : { value, type: Date, format: "yyyy-mm-dd hh:mm" };
    }
    default: {
      const value = column.value(company);
      return value === null ? null : { value, type: Number };
    }
  }
}

async function* bytes(companies: AsyncIterable<ExportedCompany>, shown: readonly Column[]): AsyncGenerator<Buffer> {
  const rows: SheetData = [shown.map(({ name }) => ({ value: name, fontWeight: "bold" as const }))];
  for await (const company of companies) rows.push(shown.map((column) => cell(column, company)));
  const columns = shown.map(({ type }) => ({ width: WIDTHS[type] }));
  yield await writeXlsxFile(rows, { sheet: "Companies", columns, stickyRowsCount: 1 }).toBuffer();
}

/**
 * Writes a workbook with one sheet. It is made as a whole, so memory grows with the market; use the other formats for
 * large ones.
 */
export const writeXlsx: WriteFormat = (companies, columns) => Readable.from(bytes(companies, columns));
