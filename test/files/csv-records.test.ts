import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvRecordReader } from "#foundation/files/csv-records";
import type { Line } from "#foundation/files/lines";
import { LineSplitter } from "#foundation/files/lines";

function read(text: string, columns = 3, delimiter = ",") {
  const reader = new CsvRecordReader(delimiter, columns);
  const lines: Line[] = text.split("\n").map((line, index) => ({ number: index + 1, text: line }));
  return [...reader.push(lines), ...reader.end()];
}

describe("the reader of CSV", () => {
  test("reads quoted fields with delimiters, doubled quotation marks and line breaks", () => {
    expect(read('a,"b, c","say ""hi"""\n"1\n2",x,""\nlast,,')).toEqual([
      { line: 1, cells: ["a", "b, c", 'say "hi"'] },
      { line: 2, cells: ["1\n2", "x", ""] },
      { line: 4, cells: ["last", "", ""] },
    ]);
  });

  test("takes a quotation mark inside an unquoted field as it is", () => {
    expect(read('pipes 5" wide,b,c')).toEqual([{ line: 1, cells: ['pipes 5" wide', "b", "c"] }]);
  });

  test("loses only the line whose quotation mark is never closed", () => {
    const records = read('a,"open,c\nb,"good, really",c\nd,e,f');
    expect(records).toEqual([
      { line: 1, problem: expect.stringContaining("quot") },
      { line: 2, cells: ["b", "good, really", "c"] },
      { line: 3, cells: ["d", "e", "f"] },
    ]);
  });

  test("recovers the records that an open quotation mark swallowed up to the end of the file", () => {
    const records = read('a,b,c\nd,"open,f\ng,h,i\nj,k,l');
    expect(records.map(({ line, cells }) => [line, cells?.join("")])).toEqual([
      [1, "abc"],
      [2, undefined],
      [3, "ghi"],
      [4, "jkl"],
    ]);
  });

  test("recovers the record that was swallowed where two lost quotation marks fit each other", () => {
    const records = read('a,"b,c\nd,e,f\ng,h",i\nj,k,l');
    expect(records.filter(({ cells }) => cells !== undefined).map(({ line }) => line)).toContain(4);
    const swallowing = read('a,"b\nd,e,f\ng,h",i,j');
    expect(swallowing).toEqual([
      { line: 1, problem: expect.any(String) },
      { line: 2, cells: ["d", "e", "f"] },
      { line: 3, problem: expect.stringContaining("4 columns") },
    ]);
  });

  test("sets a record with text after the closing quotation mark aside", () => {
    expect(read('"Acme "Best" GmbH",b,c\nd,e,f')).toEqual([
      { line: 1, problem: expect.stringContaining("after the closing quotation mark of column 1") },
      { line: 2, cells: ["d", "e", "f"] },
    ]);
  });

  test("names the number of columns where it is wrong", () => {
    expect(read("a,b\na,b,c,d").map(({ problem }) => problem)).toEqual([
      "2 columns where the header has 3",
      "4 columns where the header has 3",
    ]);
  });

  test("gives up on a quotation mark that stays open for too long, without losing what follows", () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `a${index},b,c`);
    const records = read(`x,"open,y\n${rows.join("\n")}`);
    expect(records).toHaveLength(30_001);
    expect(records.filter(({ cells }) => cells === undefined).map(({ line }) => line)).toEqual([1]);
  });

  test("cuts lines alike however the bytes arrive", () => {
    const bytes = Buffer.from('name\r\n"grün\r\nblau"\n\nend é');
    const whole = new LineSplitter();
    const expected = [...whole.push(bytes), ...whole.end()];
    expect(expected.map(({ text }) => text)).toEqual(["name", '"grün', 'blau"', "", "end é"]);
    for (let size = 1; size < bytes.length; size += 1) {
      const splitter = new LineSplitter();
      const lines: Line[] = [];
      for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.push(bytes.subarray(at, at + size)));
      expect([...lines, ...splitter.end()]).toEqual(expected);
    }
  });

  test("counts blank lines without holding them, between records and inside of one", () => {
    const splitter = new LineSplitter();
    const lines = splitter.push(
      Buffer.from(`a,b,c\r\n${"\r\n".repeat(5)}  \n\t\n  d,"e${"\n".repeat(4)}f",g\n\n\nh,i,j\n`),
    );
    expect(lines.map(({ number, text, blanks }) => [number, text, blanks])).toEqual([
      [1, "a,b,c", undefined],
      [2, "", 7],
      [9, '  d,"e', undefined],
      [10, "", 3],
      [13, 'f",g', undefined],
      [14, "", 2],
      [16, "h,i,j", undefined],
    ]);
    expect(new CsvRecordReader(",", 3).push(lines)).toEqual([
      { line: 1, cells: ["a", "b", "c"] },
      { line: 9, cells: ["  d", `e${"\n".repeat(4)}f`, "g"] },
      { line: 16, cells: ["h", "i", "j"] },
    ]);
  });

  test("does not hold a line that is longer than it should be", () => {
    const splitter = new LineSplitter();
    const lines = [splitter.push(Buffer.from("first\n"))];
    for (let index = 0; index < 40; index += 1) lines.push(splitter.push(Buffer.alloc(65_536, "x")));
    lines.push(splitter.push(Buffer.from("x\nlast\n")), splitter.end());
    expect(lines.flat()).toEqual([
      { number: 1, text: "first" },
      { number: 2, text: "", problem: expect.stringContaining("longer than") },
      { number: 3, text: "last" },
    ]);
  });

  test("reads back whatever a writer of RFC 4180 wrote", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") });
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("id"), cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const records = read(rows.map((row) => row.map(quoted).join(",")).join("\n"));
        expect(records.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });
});
