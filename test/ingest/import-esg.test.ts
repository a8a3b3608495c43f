import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deriveEsgFromCompanyPages } from "#intelligence/esg/derive-esg";
import { importEsg } from "#intelligence/esg/import-esg";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { SENTIMENT_RULES } from "#intelligence/sentiment/sentiment-reader";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: TestDatabase;
let folder: string;
const esgLexicon = loadEsgLexicon();
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
  await seedCompany(database.db, "kites.com");
});
afterAll(() => database.drop());
beforeEach(() => database.db.query("TRUNCATE esg_items RESTART IDENTITY CASCADE", []));

async function load(content: string) {
  const path = join(folder, "esg");
  await writeFile(path, content);
  return importEsg({ db: database.db, esgLexicon }, { path }, { now: new Date("2026-06-15T12:00:00Z") });
}
const stored = () => database.db.query<Record<string, unknown>>("SELECT * FROM esg_items ORDER BY id", []);

test("items about companies of the directory are kept as the file says", async () => {
  const report = await load(
    "domain,url,title,snippet,date,publisher,environmental,social,governance,sentiment,awards,certifications,logo\n" +
      "https://www.kites.com/en,https://press.example.com/1,Kites honoured,They won.,2026-05-01,Press,Own label; own label ;Another,,,0.5,yes,no,https://press.example.com/logo.png\n" +
      "kites.com,https://kites.com/about,About us,We fly.,,,,Fair pay,,-0.25,false,true,\n",
  );
  expect(report).toMatchObject({ inserted: 2, setAsideCount: 0 });
  expect(await stored()).toMatchObject([
    {
      url: "https://press.example.com/1",
      is_internal: false,
      published_at: new Date("2026-05-01"),
      publisher: "Press",
      environmental: ["Own label", "Another"],
      sentiment_score: 0.5,
      awards: true,
      certifications: false,
      source_logo_url: "https://press.example.com/logo.png",
    },
    {
      url: "https://kites.com/about",
      is_internal: true,
      published_at: null,
      publisher: "kites.com",
      social: ["Fair pay"],
      sentiment_score: -0.25,
      certifications: true,
    },
  ]);
});

test("labels and sentiment that the file leaves out are read from the words", async () => {
  await load(
    "domain,url,title,snippet\nkites.com,https://press.example.com/2,Kites cuts its greenhouse gas emissions,The company reduced its carbon emissions by a third and won an award for it.\n",
  );
  const [item] = await stored();
  expect(item?.environmental).not.toEqual([]);
  expect(item).toMatchObject({ awards: true });
});

test("labels of a CSV field may be a JSON array, and a damaged one is set aside", async () => {
  const report = await load(
    'domain,url,title,environmental\nkites.com,https://press.example.com/3,Kites,"[""Own label"", ""Another; one""]"\n' +
      'kites.com,https://press.example.com/4,Kites,"[""Own label"\n',
  );
  expect(report.setAside).toEqual([{ line: 3, reason: "environmental: a JSON array of labels expected" }]);
  expect(await stored()).toMatchObject([{ environmental: ["Own label", "Another; one"] }]);
});

test("rows that cannot be taken are set aside with the reason", async () => {
  const report = await load(
    "domain,url,title,date,sentiment,awards\n" +
      "unknown.com,https://press.example.com/1,A,,,\n" +
      "not a domain,https://press.example.com/1,A,,,\n" +
      ",https://press.example.com/1,A,,,\n" +
      "kites.com,nowhere,A,,,\n" +
      "kites.com,https://press.example.com/1,,,,\n" +
      "kites.com,https://press.example.com/1,A,soon,,\n" +
      "kites.com,https://press.example.com/1,A,,2,\n" +
      "kites.com,https://press.example.com/1,A,,,perhaps\n",
  );
  expect(report).toMatchObject({ read: 8, inserted: 0, setAsideCount: 8 });
  expect(report.setAside.map(({ line, reason }) => `${line} ${reason}`).sort()).toEqual([
    "2 no company of the directory has the domain unknown.com",
    '3 domain: "not a domain" is not the domain of a company',
    "4 no domain",
    '5 the url "nowhere" is not a web address',
    "6 no title",
    '7 the date "soon" cannot be read',
    '8 sentiment: "2" is not a number from -1 to 1',
    '9 awards: "perhaps" is neither true nor false',
  ]);
});

test("the same file again changes nothing; a changed row is written, a repeated one counted", async () => {
  const header = "domain,url,title,social\n";
  const row = "kites.com,https://press.example.com/3,Title,Fair pay\n";
  expect(await load(header + row + row)).toMatchObject({ inserted: 1, duplicatesInFile: 1 });
  expect(await load(header + row)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  expect(await load(header + row.replace("Title", "Other"))).toMatchObject({ updated: 1 });
  expect(await stored()).toMatchObject([{ id: 1, title: "Other" }]);
});

test("an item that a file has replaced is the file's from then on", async () => {
  const { db } = database;
  const page = (text: string) => [
    {
      companyId: 1,
      url: "https://kites.com/pay",
      title: "Pay",
      text,
      isHome: false,
      retrievedAt: new Date("2026-06-15T12:00:00Z"),
    },
  ];
  await deriveEsgFromCompanyPages(
    { db, esgLexicon, sentiment: SENTIMENT_RULES },
    [1],
    page("We reduced our greenhouse gas emissions by a third."),
  );
  expect((await stored()).map(({ url }) => url)).toEqual(["https://kites.com/pay"]);
  const report = await load("domain,url,title,social\nkites.com,https://kites.com/pay,Title of the file,Fair pay\n");
  expect(report).toMatchObject({ updated: 1 });
  await deriveEsgFromCompanyPages(
    { db, esgLexicon, sentiment: SENTIMENT_RULES },
    [1],
    page("We cut our carbon emissions and won an award for it."),
  );
  await deriveEsgFromCompanyPages({ db, esgLexicon, sentiment: SENTIMENT_RULES }, [1], page("We say nothing."));
  expect(await stored()).toMatchObject([{ title: "Title of the file", social: ["Fair pay"] }]);
});
