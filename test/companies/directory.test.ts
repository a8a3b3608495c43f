import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directoryState, directoryVersion, findCompany, readDirectory } from "#companies/directory";
import type { DirectoryCompany } from "#companies/directory-company";
import { importCompanies } from "#companies/import-companies";
import { registrableDomain } from "#companies/registrable-domain";
import { loadSample } from "#companies/sample";
import { loadSampleNotes } from "#intelligence/ingest/sample-notes";
import { createTestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
}, 60_000);
afterAll(() => database.drop());

async function readAll(): Promise<DirectoryCompany[]> {
  const companies: DirectoryCompany[] = [];
  for await (const company of readDirectory(database.db)) companies.push(company);
  return companies;
}

test("an empty directory has version 0 and no companies", async () => {
  expect(await directoryState(database.db)).toEqual({ version: 0, companies: 0, updatedAt: null });
  expect(await readAll()).toEqual([]);
});

test("the sample fills an empty directory, once, without a row set aside", async () => {
  const report = await loadSample(database.db);
  expect(report).toMatchObject({ source: "sample", setAsideCount: 0, duplicatesInFile: 0, warnings: [], version: 1 });
  expect(report?.inserted).toBeGreaterThan(1_000);
  expect(await loadSample(database.db)).toBeNull();
  expect(await directoryVersion(database.db)).toBe(1);
}, 60_000);

test("the sample holds facts in clean labels, and at most a line of its own about what a company does", async () => {
  const companies = await readAll();
  for (const { domain, name, description, country, keywords, industries } of companies) {
    expect(registrableDomain(domain), name).toBe(domain);
    expect(description.length, name).toBeLessThanOrEqual(200);
    expect(description, name).toMatch(/^(?:[A-Z].*\.)?$/);
    expect(country, name).toMatch(/^[A-Z]{2}$/);
    expect(keywords.length + industries.length + description.length, name).toBeGreaterThan(0);
    for (const label of [...keywords, ...industries]) {
      expect(label.length, label).toBeLessThanOrEqual(70);
      expect(label, name).not.toMatch(/[[\]{}<>|;]|\blist of\b|https?:/i);
    }
  }
});

test("the sample's notes are taken without a row set aside, and each says in a sentence of its own which record it follows", async () => {
  const taken = { read: 217, inserted: 217, setAsideCount: 0, duplicatesInFile: 0, warnings: [] };
  expect(await loadSampleNotes(database.db)).toMatchObject(taken);
  expect(await database.db.prisma.observation.count()).toBe(taken.read);
  const notes = await database.db.prisma.newsItem.findMany({ select: { title: true, text: true, publisher: true } });
  for (const { title, text, publisher } of notes) {
    expect(publisher, title).toMatch(/^Sample note after: \S/);
    expect(text, title).toMatch(/^\p{Lu}.*[.]$/u);
  }
});

test("reading goes through all pages in the order of the ids", async () => {
  const path = join(folder, "many.ndjson");
  await writeFile(
    path,
    Array.from({ length: 12_000 }, (_, index) => `{"domain":"page-${index}.com","name":"Page ${index}"}\n`).join(""),
  );
  await importCompanies(database.db, path);
  const companies = await readAll();
  const { companies: count } = await directoryState(database.db);
  expect(companies).toHaveLength(count);
  expect(companies.every((company, index) => index === 0 || company.id > (companies[index - 1]?.id ?? 0))).toBe(true);
}, 60_000);

test("a company is found by its id and by its domain in any spelling", async () => {
  const company = await findCompany(database.db, "page-7.com");
  expect(company?.name).toBe("Page 7");
  expect(await findCompany(database.db, company?.id ?? 0)).toEqual(company);
  expect(await findCompany(database.db, String(company?.id))).toEqual(company);
  expect(await findCompany(database.db, "https://www.PAGE-7.com/about?x=1")).toEqual(company);
  for (const nobody of ["nobody.com", "not a domain", "", 0, -1, 1.5, 2_147_483_647, 99_999_999_999, "9999999999"])
    expect(await findCompany(database.db, nobody)).toBeNull();
});
