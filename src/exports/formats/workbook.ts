import { PassThrough, pipeline, type Readable } from "node:stream";
import { ZipFile } from "yazl";

/** The cell styles of `STYLES`, by their index in `cellXfs`. */
export const CELL_STYLES = { heading: 1, time: 2 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_PATH = "xl/worksheets/sheet1.xml";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
  `<Override PartName="/${SHEET_PATH}" ContentType="${CONTENT}.worksheet+xml"/></Types>`;

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const PLAIN = 'fontId="0" fillId="0" borderId="0"';
/** The format of times has the first number that is not Excel's own (164). Excel expects both fills and the border. */
const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts>` +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  `<cellStyleXfs count="1"><xf numFmtId="0" ${PLAIN}/></cellStyleXfs>` +
  `<cellXfs count="3"><xf numFmtId="0" ${PLAIN} xfId="0"/>` +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  `<xf numFmtId="164" ${PLAIN} xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const relationships = (targets: Readonly<Record<string, string>>): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(targets)
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** The parts of a workbook with one sheet (ECMA-376, Part 1, clause 12), except for the sheet. */
const partsOf = (sheetName: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": CONTENT_TYPES,
  "_rels/.rels": relationships({ officeDocument: "xl/workbook.xml" }),
  "xl/workbook.xml":
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><bookViews><workbookView/></bookViews>` +
    `<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relationships({ worksheet: "worksheets/sheet1.xml", styles: "styles.xml" }),
  "xl/styles.xml": STYLES,
});

/**
 * Returns the bytes of an XLSX file with one sheet, whose XML is read and compressed as the file is read. Destroys the
 * sheet when the file is destroyed; an error of the sheet ends the file.
 * @param sheetName at most 31 letters, digits and spaces
 */
export function workbookOf(sheetName: string, sheet: Readable): Readable {
  const zip = new ZipFile();
  for (const [path, xml] of Object.entries(partsOf(sheetName))) zip.addBuffer(Buffer.from(XML + xml), path);
  zip.addReadStream(sheet, SHEET_PATH);
  zip.end();

  const file = new PassThrough();
  const fail = (error: Error): void => void file.destroy(error);
  sheet.on("error", fail);
  zip.on("error", fail);
  // yazl does not end what it reads when nobody reads its output any more.
  pipeline(zip.outputStream, file, () => sheet.destroy());
  return file;
}
