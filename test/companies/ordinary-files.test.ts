import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type CompanyRow, checkCompanyFile, openCompanyFile } from "#companies/company-file";
import type { ColumnOptions } from "#companies/file/column-answers";
import { resolveCountryName } from "#foundation/geography/countries";
import { temporaryFolder } from "../support/temporary-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

async function read(content: string | Buffer, options: ColumnOptions & { encoding?: string } = {}, name = "list.csv") {
  const path = join(folder, name);
  await writeFile(path, content);
  await checkCompanyFile(path, options);
  const file = await openCompanyFile(path, { ...options, resolveCountry: resolveCountryName });
  const rows: CompanyRow[] = [];
  for await (const row of file.rows) rows.push(row);
  return { file, rows, companies: rows.map(({ company, problem }) => company ?? problem) };
}

const notesOf = ([row]: CompanyRow[]) => (row?.problem === undefined ? row?.notes : [row.problem]);

describe("a list of companies as people keep it", () => {
  test("Name, Website, Country, Description is no file of FinanceDatabase, and keeps its descriptions", async () => {
    const { file, companies } = await read(
      "Name,Website,Country,Description\nAcme Gears,www.acme-gears.com,Germany,Makes gears for wind turbines.\n",
    );
    expect(file.source).toBe("market:list.csv");
    expect(file.readAs).toEqual([{ heading: "Website", field: "url" }]);
    expect(companies).toMatchObject([
      { domain: "acme-gears.com", country: "DE", description: "Makes gears for wind turbines." },
    ]);
  });

  test("is read from a sales tool: other names, headings with spaces, several texts, a place in one cell, ranges", async () => {
    const { file, rows, companies } = await read(
      [
        "Company Name,Company Domain,Short Description,About Us,Industry,Tags,HQ Location,No. of Employees,Annual Revenue,Founded,LEI,LinkedIn URL",
        'Acme Inc.,https://www.acme.com/en,"Acme makes pumps.","Acme makes pumps. It sells them in Ohio, too.","Machinery, heavy","pumps, valves","Dayton, Ohio, United States",51-200,$1.2M,1998,,https://linkedin.com/company/acme',
        'Beta GmbH,beta.de,Beta bakes bread for hotels.,,Food,"bread; rolls","Munich, DE","1,200",unknown,,529900T8BM49AURSDO55,',
        'Gamma,gamma.io,Gamma writes software for ports.,,Software,,"San Francisco, CA",10001+,€5 million,,123,',
      ].join("\n"),
    );
    expect(companies).toMatchObject([
      {
        name: "Acme Inc.",
        description: "Acme makes pumps. It sells them in Ohio, too.",
        industries: ["Machinery, heavy"],
        keywords: ["pumps", "valves"],
        city: "Dayton",
        state: "Ohio",
        country: "US",
        employees: 126,
        revenueUsd: 1_200_000,
      },
      { keywords: ["bread", "rolls"], city: "Munich", country: "DE", employees: 1200, revenueUsd: null },
      { city: "San Francisco", state: "California", country: "US", employees: 10_001, revenueUsd: null },
    ]);
    expect(rows[1]).toMatchObject({ registers: { lei: "529900T8BM49AURSDO55" } });
    expect(rows.flatMap((row) => (row.problem === undefined ? row.notes : []))).toEqual([
      'employees "51-200" is a range: its middle, 126, is taken',
      "Annual Revenue in EUR is left empty: only US dollars are taken",
      'lei: "123" is not 18 letters and digits and 2 digits: left out',
    ]);
    expect(companies.map((company) => (typeof company === "object" ? company.founded : company))).toEqual([
      1998,
      null,
      null,
    ]);
    expect([...file.unknownColumns]).toEqual(["LinkedIn URL"]);
  });

  test("is read from a German Excel: byte order mark, semicolons, decimal commas, millions", async () => {
    const { rows, companies } = await read(
      [
        "\ufeffFirma;Webseite;Land;Ort;PLZ;Branche;Beschreibung;Mitarbeiter;Umsatz (Mio. USD);Gründungsjahr",
        'Müller Maschinenbau GmbH;www.mueller-maschinen.de;Deutschland;Köln;50667;Maschinenbau;"Baut Pressen; auch gebrauchte.";ca. 1.200;12,5;1921',
        "Bäcker AG;baecker.at;Österreich;Wien;1010;Lebensmittel;Backt Brot für Hotels.;k.A.;-;1. Mai 1873",
        ";;;;;;;;;",
      ].join("\r\n"),
    );
    expect(companies).toMatchObject([
      {
        name: "Müller Maschinenbau GmbH",
        domain: "mueller-maschinen.de",
        country: "DE",
        city: "Köln",
        postalCode: "50667",
        industries: ["Maschinenbau"],
        description: "Baut Pressen; auch gebrauchte.",
        employees: 1200,
        revenueUsd: 12_500_000,
      },
      { country: "AT", employees: null, revenueUsd: null, founded: 1873 },
    ]);
    expect(rows).toHaveLength(2);
  });

  test("is read in French and in Spanish, in Latin-1", async () => {
    const french = Buffer.from(
      "Raison sociale;Site web;Pays;Ville;Secteur d'activité;Descriptif;Effectif;Chiffre d'affaires\nSociété Générale d'Éoliennes;eoliennes.fr;France;Orléans;Énergie;Fabrique des pâles d'éoliennes.;1 250;3 000 000\nCafé Noir;cafe-noir.fr;France;Saint-Étienne;Café;Torréfie du café à façon.;12;\nDélices;delices.fr;Belgique;Liège;Épicerie;Prépare des plats cuisinés.;7;\n",
      "latin1",
    );
    await expect(read(french)).rejects.toThrow("--encoding windows-1252");
    const { rows, companies } = await read(french, { encoding: "windows-1252" });
    expect(companies).toMatchObject([
      { name: "Société Générale d'Éoliennes", country: "FR", city: "Orléans", employees: 1250, revenueUsd: null },
      { description: "Torréfie du café à façon." },
      { country: "BE", industries: ["Épicerie"] },
    ]);
    expect(notesOf(rows)).toEqual([
      `Chiffre d'affaires without a currency is left empty: --column "Chiffre d'affaires=revenueUsd" says that it is in US dollars`,
    ]);
    const spanish = await read(
      "Empresa;Página web;País;Ciudad;Descripción;Empleados\nMolinos SA;molinos.es;España;Sevilla;Fabrica molinos.;320\n",
    );
    expect(spanish.companies).toMatchObject([{ name: "Molinos SA", country: "ES", city: "Sevilla", employees: 320 }]);
  });

  test("may be one of people: the company is the name, and a column of another thing than a number costs no row", async () => {
    const { rows, companies } = await read(
      "First Name,Last Name,Name,Company,Website,Company Size,Sales 2023,Sales 2024 (USD m)\nAda,Example,Ada Example,Acme,acme.com,Large,1,2.5\n",
    );
    expect(companies).toMatchObject([{ name: "Acme", employees: null, revenueUsd: 2_500_000 }]);
    expect(notesOf(rows)).toEqual(['Company Size: "Large" is not a number (such as 1250000 or 0.5): left empty']);
  });

  test("may have several sites in a cell, and n/a where nothing is known", async () => {
    const { rows, companies } = await read(
      "Company;Website;Country;State;Description;Tags;Employees\nAcme;acme.com, www.acme.de;n/a;NC;N/A;-;unknown\nBeta;https://beta.com/a,b;NA;;;;\nGamma;n/a;;;;;\n",
    );
    expect(companies).toMatchObject([
      { domain: "acme.com", url: "https://acme.com/", country: null, state: "NC", description: "", keywords: [] },
      { domain: "beta.com", url: "https://beta.com/a,b", country: "NA" },
      "no web site",
    ]);
    expect(notesOf(rows)).toEqual([]);
  });

  test.each<[string, number | null]>([
    ["1,200", 1200],
    ["1.200", 1200],
    ["1 200", 1200],
    ["1'200", 1200],
    ["1.2k", 1200],
    ["51-200", 126],
    ["51 – 200 employees", 126],
    ["10,001+", 10_001],
    [">500", 500],
    ["~ 1,234,567", 1_234_567],
    ["1.234.567", 1_234_567],
    ["n/a", null],
    ["240", 240],
  ])("%s employees are %s", async (written, value) => {
    const { companies } = await read(`Company;Homepage;Employees\nAcme;acme.com;${written}\n`);
    expect(companies).toMatchObject([{ employees: value }]);
  });

  test.each<[string, number | null]>([
    ["$1,250,000", 1_250_000],
    ["US$ 1.2M", 1_200_000],
    ["1.2 million USD", 1_200_000],
    ["USD 3bn", 3e9],
    ["$1M - $10M", 5_500_000],
    ["$1–5 million", 3_000_000],
    ["850.000 $", 850_000],
    ["1.234.567,50 USD", 1_234_567.5],
    ["£3m", null],
  ])("%s of revenue are %s US dollars", async (written, value) => {
    const { companies } = await read(`Company;URL;Revenue\nAcme;acme.com;${written}\n`);
    expect(companies).toMatchObject([{ revenueUsd: value }]);
  });

  test.each<[string, object]>([
    ["Paris (France)", { city: "Paris", country: "FR" }],
    ["Wilmington, DE", { city: "Wilmington", state: "Delaware", country: "US" }],
    ["Toronto, CA", { city: "Toronto", country: "CA" }],
    ["Tbilisi, Georgia", { city: "Tbilisi", country: "GE" }],
    ["Atlanta, Georgia", { city: "Atlanta", state: "Georgia", country: "US" }],
    ["80331 Munich, Bavaria, Germany", { city: "Munich", state: "Bavaria", country: "DE" }],
    ["Hamburg", { city: "Hamburg", country: "DE" }],
    ["Denmark", { city: null, country: "DK" }],
  ])("has its headquarters in %s", async (written, place) => {
    const { companies } = await read(`Organisation;Domain;Headquarters\nAcme;acme.com;"${written}"\n`);
    expect(companies).toMatchObject([place]);
  });
});

describe("a column of text that nothing would read", () => {
  const list = (rows: number) =>
    `Name,Website,Mood,Profile\n${Array.from({ length: rows }, (_, at) => `Acme ${at},acme-${at}.com,good,Makes gears number ${at} for wind turbines\n`).join("")}`;

  test("stops the import with the question what it is", async () => {
    await expect(read(list(3))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(
        /The column "Profile" holds text .* such as "Makes gears number 0 for wind turbines".*--column "Profile=description".*--ignore-column "Profile"/,
      ),
    });
  });

  test("is read as what it is said to be, or left out", async () => {
    const said = await read(list(1), { columns: ["profile=Description"] });
    expect(said.companies).toMatchObject([{ description: "Makes gears number 0 for wind turbines" }]);
    expect([...said.file.unknownColumns]).toEqual(["Mood"]);
    const ignored = await read(list(1), { ignoredColumns: ["Profile", "mood"] });
    expect(ignored.companies).toMatchObject([{ description: "" }]);
    expect([...ignored.file.unknownColumns]).toEqual([]);
  });

  test("is noticed where it begins behind the beginning of the file, and in NDJSON", async () => {
    const empty = Array.from({ length: 4_000 }, (_, at) => `Acme ${at},acme-${at}.com,,\n`).join("");
    const path = join(folder, "late.csv");
    await writeFile(path, `Name,Website,Mood,Profile\n${empty}Last,last.com,,It makes pumps for mines\n`);
    await checkCompanyFile(path);
    const file = await openCompanyFile(path, { resolveCountry: resolveCountryName });
    const reading = async () => {
      for await (const _row of file.rows);
    };
    await expect(reading()).rejects.toThrow('"It makes pumps for mines"');
    await expect(
      read('{"name":"A","url":"a.com","story":"It makes pumps for mines"}\n', {}, "x.ndjson"),
    ).rejects.toThrow('The column "story" holds text');
  });

  test.each<[ColumnOptions, string]>([
    [
      { columns: ["Profil=description"] },
      'the file has no column "Profil"; it has "Name", "Website", "Mood", "Profile"',
    ],
    [{ columns: ["Profile=colour"] }, '"colour" is not a field of a company'],
    [{ columns: ["Profile"] }, "give a heading and a field"],
    [{ ignoredColumns: ["Website"] }, "needed: one for its web site"],
  ])("is not answered by %j", async (options, message) => {
    await expect(read(list(1), options)).rejects.toThrow(message);
  });

  test("is none where it holds names, dates, addresses of the web or figures", async () => {
    const { companies } = await read(
      "Company,Website,Manager,Since,Blog,Score,Address\nAcme,acme.com,Ada Example,12 March 2024,https://acme.com/a-blog-of-ours,4.5 / 5,12 Long Street of Springfield\n",
    );
    expect(companies).toMatchObject([{ name: "Acme" }]);
  });
});
