import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { CompanyRow } from "#companies/company-file";
import { checkCompanyFile, openCompanyFile } from "#companies/company-file";
import { resolveCountryName } from "#foundation/geography/countries";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { zipOf } from "../support/zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

async function write(content: string | Buffer, name = "companies.csv"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const read = async (content: string | Buffer, name?: string) => readFile(await write(content, name));

async function readFile(path: string, encoding?: string) {
  const file = await openCompanyFile(path, { resolveCountry: resolveCountryName, encoding });
  const rows: CompanyRow[] = [];
  for await (const row of file.rows) rows.push(row);
  return { file, rows };
}

/** The rows of a CSV of ours with these lines below the header. */
async function rowsOf(...lines: string[]) {
  return (await read(`domain,name,country,employees\n${lines.join("\n")}\n`)).rows;
}

describe("a file in the layout of FinanceDatabase", () => {
  const header =
    "symbol,name,summary,currency,sector,industry_group,industry,exchange,market,country,state,city,zipcode,website,market_cap,isin";

  test("becomes companies, its labels from the general to the particular", async () => {
    const { file, rows } = await read(
      `${header}\nACM.DE,Acme Gears AG,"Acme Gears AG makes gears, and sells them.",EUR,Industrials,Capital Goods,Machinery,GER,XETRA,Germany,,Bremen,28195,http://www.acme-gears.de,Small Cap,DE0001234561\n`,
    );
    expect(file.source).toBe("financedatabase:companies.csv");
    expect([...file.unknownColumns]).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
        notes: [],
        given: expect.objectContaining({
          symbol: "ACM.DE",
          website: "http://www.acme-gears.de",
          market_cap: "Small Cap",
        }),
        registers: { lei: null, duns: null },
        company: {
          domain: "acme-gears.de",
          name: "Acme Gears AG",
          description: "Acme Gears AG makes gears, and sells them.",
          keywords: [],
          industries: ["Industrials", "Capital Goods", "Machinery"],
          url: "http://www.acme-gears.de/",
          country: "DE",
          state: null,
          city: "Bremen",
          postalCode: "28195",
          latitude: null,
          longitude: null,
          employees: null,
          revenueUsd: null,
          previousEmployees: null,
          previousRevenueUsd: null,
          certifications: [],
          unverifiedCertifications: [],
          naicsCodes: [],
          isin: "DE0001234561",
          founded: null,
          marketCapBand: "small",
          logoUrl: null,
          images: [],
        },
      },
    ]);
  });

  test("may have its columns in any order and case, and others besides", async () => {
    const { file, rows } = await read("Website,colour,NAME,Sector\nacme.com,red,Acme,Energy\n");
    expect(rows[0]?.company).toMatchObject({ domain: "acme.com", name: "Acme", industries: ["Energy"] });
    expect([...file.unknownColumns]).toEqual(["colour"]);
  });
});

describe("a file in our own layout", () => {
  test("holds every field, lists cut at semicolons", async () => {
    const { rows } = await read(
      [
        "domain,name,description,keywords,industries,url,country,state,city,postalCode,latitude,longitude,employees,revenueUsd,certifications,naicsCodes,isin,previousEmployees,previousRevenueUsd,unverifiedCertifications,logoUrl,images",
        "www.Acme.com,Acme,Makes tools.,hammers; saws ;;Hammers,Industrials,https://acme.com/tools,usa,Ohio,Dayton,45402,39.76,-84.19,1200,2.5e8,ISO 9001;ISO 14001,332216;3322,US0378331005,1100,2e8,FSC,https://acme.com/logo.png,https://acme.com/a.jpg https://acme.com/b.jpg",
      ].join("\n"),
    );
    expect(rows[0]?.company).toEqual({
      domain: "acme.com",
      name: "Acme",
      description: "Makes tools.",
      keywords: ["hammers", "saws"],
      industries: ["Industrials"],
      url: "https://acme.com/tools",
      country: "US",
      state: "Ohio",
      city: "Dayton",
      postalCode: "45402",
      latitude: 39.76,
      longitude: -84.19,
      employees: 1200,
      revenueUsd: 250_000_000,
      previousEmployees: 1100,
      previousRevenueUsd: 200_000_000,
      certifications: ["ISO 9001", "ISO 14001"],
      unverifiedCertifications: ["FSC"],
      naicsCodes: [332216, 3322],
      isin: "US0378331005",
      founded: null,
      marketCapBand: null,
      logoUrl: "https://acme.com/logo.png",
      images: ["https://acme.com/a.jpg", "https://acme.com/b.jpg"],
    });
  });

  test.each([
    [";", "semicolons"],
    ["\t", "tabs"],
  ])("may be delimited otherwise (%j)", async (delimiter) => {
    const { rows } = await read(
      `\ufeffname;url;keywords\r\nAcme;acme.com;"saws;files"\r\n`.replaceAll(/;(?!files)/g, delimiter),
    );
    expect(rows[0]?.company).toMatchObject({ name: "Acme", domain: "acme.com", keywords: ["saws", "files"] });
  });

  test("may be as Excel writes it: a line that names the delimiter, names over several lines, empty rows below", async () => {
    const { rows } = await read('\ufeffsep=;\r\nname;"url";"employees\n(of 2025)"\r\nAcme;acme.com;5\r\n;;\r\n;;\r\n');
    expect(rows.map(({ line, company, problem }) => [line, company?.domain ?? problem])).toEqual([[4, "acme.com"]]);
  });

  test("may be NDJSON, with lists as arrays and absent or null fields", async () => {
    const { file, rows } = await read(
      [
        '{"domain":"acme.com","name":"Acme","keywords":["saws; fine"],"employees":5,"country":null,"x":1}',
        "",
        '{"NAME":"Beta","url":"https://beta.dk"}',
      ].join("\n"),
      "companies.ndjson",
    );
    expect(file.format).toBe("ndjson");
    expect(rows.map((row) => [row.line, row.company?.domain, row.company?.keywords, row.company?.employees])).toEqual([
      [1, "acme.com", ["saws; fine"], 5],
      [3, "beta.dk", [], null],
    ]);
    expect([...file.unknownColumns]).toEqual(["x"]);
  });

  test("may be gzip, whatever its name says", async () => {
    const plain = await rowsOf("acme.com,Acme,DE,5");
    const { rows } = await read(gzipSync("domain,name,country,employees\nacme.com,Acme,DE,5\n"), "plain-name.csv");
    expect(rows).toEqual(plain);
  });
});

describe("a bad row", () => {
  test("is set aside with its physical line, and reading goes on", async () => {
    const rows = await rowsOf(
      "acme.com,Acme,DE,5",
      ",No Domain,DE,5",
      '"acme.de","Multi',
      'line name",DE,7',
      "127.0.0.1,Address,DE,5",
      "beta.com,,DE,5",
      "beta.com,Beta,DE,many",
      "beta.com,Beta,DE,-4",
      "beta.com,Beta,DE,4.5",
      "beta.com,Beta,DE",
      "beta.com,Be\0ta,DE,4",
      `beta.com,${"B".repeat(301)},DE,4`,
      "gamma.com,Gamma,DE,4",
    );
    expect(rows.map((row) => [row.line, row.company?.name ?? row.problem])).toEqual([
      [2, "Acme"],
      [3, "no web site"],
      [4, "Multi line name"],
      [6, '"127.0.0.1" is an IP address, not a domain'],
      [7, "no name"],
      [8, 'employees: "many" is not a number (such as 1250000 or 0.5)'],
      [9, "employees: -4 is not between 0 and 2147483647"],
      [10, "employees: 4.5 is not a whole number"],
      [11, "3 columns where the header has 4"],
      [12, "name: holds control characters"],
      [13, "name: 301 characters, at most 300 are taken"],
      [14, "Gamma"],
    ]);
  });

  test("that is not UTF-8 is set aside where the others are", async () => {
    const rows = await read(
      Buffer.concat([
        Buffer.from("domain,name\na.com,Grün\nb.com,Gr"),
        Buffer.from([0xfc]),
        Buffer.from("n\nc.com,Blau\n"),
      ]),
    );
    expect(rows.rows.map((row) => row.company?.name ?? row.problem)).toEqual([
      "Grün",
      expect.stringContaining("not UTF-8"),
      "Blau",
    ]);
  });

  test("of NDJSON is no JSON, no object, or of a wrong type", async () => {
    const { rows } = await read(
      [
        '{"domain":"a.com","name":"A"}',
        "{oops}",
        "[1]",
        '{"name":"B"}',
        '{"domain":"c.com","name":["C"]}',
        '{"domain":"d.com","name":"D","employees":true}',
        '{"domain":"e.com","name":"E"}',
      ].join("\n"),
      "x.ndjson",
    );
    expect(rows.map((row) => row.company?.name ?? row.problem)).toEqual([
      "A",
      expect.stringContaining("not JSON"),
      "not a JSON object",
      expect.stringContaining("needed: one for its web site"),
      "name: text expected, found a list",
      "employees: text expected, found a boolean",
      "E",
    ]);
  });

  test("is not one whose country nobody knows: that is left empty, with a note", async () => {
    const [row] = await rowsOf("acme.com,Acme,Atlantis,5");
    expect(row?.company?.country).toBeNull();
    expect(row).toMatchObject({ notes: ['country "Atlantis" is not known: left empty'] });
  });
});

test("descriptions lose their HTML and keep their signs", async () => {
  const { rows } = await read(
    '{"domain":"a.com","name":"A &amp; B","description":"<p>Makes R&amp;D tools &lt;b&gt;for&lt;/b&gt; x < y,<br/>AT&T and\\nothers.<script>alert(1)</script></p>"}\n',
    "html.ndjson",
  );
  expect(rows[0]?.company).toMatchObject({ name: "A & B", description: "Makes R&D tools for x < y, AT&T and others." });
});

const LATIN = Buffer.from("domain,name\na.de,Grün\nb.de,Größe\nc.de,Käse\n", "latin1");

describe("a file in another encoding than UTF-8", () => {
  const namesOf = async (content: Buffer, encoding?: string) => {
    const path = await write(content);
    await checkCompanyFile(path, { encoding });
    const { rows } = await readFile(path, encoding);
    return rows.map(({ company, problem }) => company?.name ?? problem);
  };

  test.each<[string, Buffer, string | undefined]>([
    ["in Windows-1252, as is said", LATIN, "windows-1252"],
    ["in UTF-16, as its mark says", Buffer.from(`\ufeff${LATIN.toString("latin1")}`, "utf16le"), undefined],
    ["in UTF-16 the other way round", Buffer.from(LATIN.toString("latin1"), "utf16le").swap16(), "utf-16be"],
  ])("is read (%s)", async (_what, content, encoding) => {
    expect(await namesOf(content, encoding)).toEqual(["Grün", "Größe", "Käse"]);
  });

  test("loses one line of it only, and is told what to do", async () => {
    const content = Buffer.concat([
      Buffer.from("domain,name\na.de,Grün\nb.de,"),
      LATIN.subarray(17, 21),
      Buffer.from("\n"),
    ]);
    expect(await namesOf(content)).toEqual([
      "Grün",
      expect.stringMatching(/^not UTF-8 text: .*--encoding windows-1252/),
    ]);
  });

  test("that is not the one that is named, or that nobody knows, is refused", async () => {
    await expect(namesOf(LATIN, "utf-16le")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(namesOf(LATIN, "shift_jis")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "the file is not in the encoding shift_jis that it declares",
    });
    await expect(namesOf(LATIN, "klingon")).rejects.toThrow('the encoding "klingon" is unknown; use one');
  });
});

describe("a file that is something else", () => {
  const pages = "domain,name\nacme.com,Acme\n";
  test.each<[string, Buffer | string, string]>([
    ["empty", "", "the file is empty"],
    ["white space", " \n\n", "nothing but white space"],
    ["a PDF", "%PDF-1.7\n%âãÏÓ", "a PDF"],
    ["a PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "a PNG image"],
    ["a workbook", zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" }), "Excel"],
    ["a cut off ZIP archive", Buffer.from("PK\x03\x04\x14\0", "latin1"), "damaged or cut off"],
    ["random bytes", Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 37) % 251)), "binary"],
    ["HTML", "<!DOCTYPE html><html><body>domain,name</body></html>", "an HTML page"],
    ["XML", '<?xml version="1.0"?><companies/>', "XML"],
    ["UTF-16 without a mark", Buffer.from(pages, "utf16le"), "UTF-16 (name it by --encoding utf-16le, or save it as"],
    ["UTF-16 the other way round", Buffer.from(pages, "utf16le").swap16(), "UTF-16 (name it by --encoding utf-16be,"],
    ["Latin-1", LATIN, "Latin-1 or Windows-1252, by its look: name it by --encoding windows-1252, or save it as UTF-8"],
    ["a JSON array", '[{"domain":"a.com","name":"A"}]', "JSON array"],
    ["JSON over lines", '{\n  "domain": "a.com"\n}', "several lines"],
    ["CR line ends", pages.replaceAll("\n", "\r"), "CR alone"],
    [
      "a CSV of other things",
      "id,colour\n1,red\n",
      'found "id", "colour"; needed: a column for the company\'s name ("name", "company", …) and one for its web site',
    ],
    ["a column twice", "domain,name,Name\na.com,A,B\n", 'the column "Name" is there twice'],
    ["gzip of HTML", gzipSync("<html></html>"), "an HTML page"],
  ])("is refused at once: %s", async (_kind, content, reason) => {
    await expect(checkCompanyFile(await write(content, "something"))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(reason),
    });
  });

  test("where its first line is longer than any header", async () => {
    const names = Array.from({ length: 8_000 }, (_, at) => `column ${at}`).join(",");
    await expect(checkCompanyFile(await write(`domain,name,${names}\na.com,A\n`))).rejects.toThrow(
      "the first line is longer than 65,536 bytes",
    );
    await expect(checkCompanyFile(await write(`${"\n".repeat(70_000)}domain,name\na.com,A\n`))).rejects.toThrow(
      "begins with 65,536 bytes of white space, and no header",
    );
  });

  test("and while reading, where its gzip unpacks to what no table does", async () => {
    // 100 MB of line breaks in 100 kB.
    const packed = gzipSync(Buffer.concat([Buffer.from("domain,name\na.com,A\n"), Buffer.alloc(100_000_000, "\n")]));
    await expect(read(packed, "blank.csv.gz")).rejects.toThrow("unpacks to more than 200 times its size");
  });

  test("with what is expected instead", async () => {
    await expect(checkCompanyFile(await write("%PDF-1.4", "x.csv"))).rejects.toThrow(
      "Expected is CSV (with a header) or NDJSON",
    );
  });

  test("where it is not there, or a folder", async () => {
    await expect(checkCompanyFile(join(folder, "nothing.csv"))).rejects.toThrow("there is no file");
    await expect(checkCompanyFile(folder)).rejects.toThrow("is a folder");
  });

  test("and while reading, where its gzip is cut off", async () => {
    const packed = gzipSync(
      `domain,name\n${Array.from({ length: 50_000 }, (_, index) => `a${index}.com,Name ${index * 7919}`).join("\n")}`,
    );
    await expect(read(packed.subarray(0, packed.length - 5000), "cut.csv.gz")).rejects.toThrow("damaged or cut off");
  });
});
