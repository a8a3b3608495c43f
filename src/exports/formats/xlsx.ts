import { Readable } from "node:stream";
import type { Column } from "../columns.ts";
import type { ExportedCompany } from "../market-pages.ts";
import { CELL_STYLES, workbookOf } from "./workbook.ts";
import type { WriteFormat } from "./write-format.ts";

/** Excel's own limits: characters of a cell, and rows of a sheet. */
const CELL_CHARACTERS = 32_767;
const SHEET_ROWS = 1_048_576;
/** Widths in characters. */
const WIDTHS = { STRING: 28, INT32: 12, DOUBLE: 14, TIMESTAMP: 20 } as const;
/** Number of characters of XML that are passed on together. */
const PIECE = 16_384;

const DAY = 86_400_000;
/** The date 1970-01-01 in Excel, which counts days from 1899-12-30. */
const UNIX_EPOCH = 25_569;

/** What XML 1.0 does not allow, not even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** What Excel would read as an escaped character (ECMA-376, Part 1, 22.9.2.19). */
const LIKE_ESCAPED = /_(?=x[\da-f]{4}_)/gi;

const escaped = (text: string): string =>
  text
    .replace(NOT_XML, "")
    .replace(LIKE_ESCAPED, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** Returns the letters of a column: A, B … Z, AA. */
function lettersOf(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? "" : lettersOf(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/**
 * Returns a cell with a text of its own: a table of shared texts would stay in memory until the end. Of this type,
 * Excel shows what looks like a formula and never runs it.
 */
const textCell = (at: string, text: string, style = ""): string =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_CHARACTERS))}</t></is></c>`;

/** Returns a company's cell at an address such as B7, or nothing when it has no value. */
function cell(at: string, column: Column, company: ExportedCompany): string {
  switch (column.type) {
    case "STRING": {
      const value = column.value(company);
      return value === null || value === "" ? "" : textCell(at, value);
    }
    case "TIMESTAMP": {
      const value = column.value(company);
      return value === null
        ? ""
        : `<c r="${at}" s="${CELL_STYLES.time}"><v>${value.getTime() / DAY + UNIX_EPOCH}</v></c>`;
    }
    default: {
      const value = column.value(company);
      return value === null ? "" : `<c r="${at}"><v>${value}</v></c>`;
    }
  }
}

/** Yields the sheet's XML: the headings in a row that stays when one scrolls, then a row for each company. */
async function* sheetXml(
  companies: AsyncIterable<ExportedCompany>,
  columns: readonly Column[],
): AsyncGenerator<string> {
  const letters = columns.map((_, i) => lettersOf(i));
  const widths = columns.map(
    ({ type }, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTHS[type]}" customWidth="1"/>`,
  );
  const headings = columns.map(({ name }, i) => textCell(`${letters[i]}1`, name, ` s="${CELL_STYLES.heading}"`));
  let xml =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join("")}</cols><sheetData><row r="1">${headings.join("")}</row>`;
  let row = 1;
  for await (const company of companies) {
    if (++row > SHEET_ROWS) throw new Error(`a sheet has at most ${SHEET_ROWS} rows`);
    xml += `<row r="${row}">`;
    for (const [i, column] of columns.entries()) xml += cell(`${letters[i]}${row}`, column, company);
    xml += "</row>";
    if (xml.length < PIECE) continue;
    yield xml;
    xml = "";
  }
  yield `${xml}</sheetData></worksheet>`;
}

/** Writes a workbook with one sheet. Fails if the market has more companies than a sheet has rows. */
export const writeXlsx: WriteFormat = (companies, columns) =>
  workbookOf("Companies", Readable.from(sheetXml(companies, columns), { objectMode: false }));
