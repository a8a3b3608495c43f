import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ImportCompaniesOptions } from "#cli/import-companies";
import { importCompaniesCommand } from "#cli/import-companies";
import { createTestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let printed: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query("TRUNCATE companies, directory_state RESTART IDENTITY CASCADE", []);
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function run(content: string, options: Partial<ImportCompaniesOptions> = {}): Promise<number> {
  const path = join(folder, "companies.csv");
  await writeFile(path, content);
  return importCompaniesCommand(path, { json: false, dryRun: false, ...options }, (work) => work(database.db));
}

const FILE = `domain,name,country,mood\nacme.com,Acme,DE,good\nbeta.com,Beta,Atlantis,\n,Nobody,DE,\n`;

describe("market import companies", () => {
  test("prints what was imported, what was set aside by line, and the warnings; exit code 0", async () => {
    expect(await run(FILE)).toBe(0);
    expect(printed).toContain("market:companies.csv: 3 rows");
    expect(printed).toMatch(/ inserted 2 · updated 0 · unchanged 0\n/);
    expect(printed).toContain("line 4: no web site");
    expect(printed).toContain('warning: columns that are not used: "mood"');
    expect(printed).toContain('warning: country "Atlantis" is not known: left empty (line 3)');
    expect(printed).toContain("The directory has 2 companies (version 1).");
  });

  test("exits with 0 where everything was known already", async () => {
    await run(FILE);
    expect(await run(FILE)).toBe(0);
    expect(printed).toMatch(/ inserted 0 · updated 0 · unchanged 2\n/);
  });

  test("prints the report as one JSON value with --json", async () => {
    expect(await run(FILE, { json: true })).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      read: 3,
      inserted: 2,
      setAside: [{ line: 4, reason: "no web site" }],
      setAsideCount: 1,
      companies: 2,
    });
  });

  test("exits with 1 where not one row could be taken", async () => {
    expect(await run("domain,name\n,a\n,b\n")).toBe(1);
    expect(printed).toContain("No row could be imported.");
    expect(await run("domain,name\n")).toBe(1);
    expect(printed).toContain("No row was found below the header.");
  });

  test("lists 20 bad rows and writes all of them to the file of --set-aside", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `,Nobody ${index}\n`).join("");
    const setAside = join(folder, "set-aside.ndjson");
    expect(await run(`domain,name\nacme.com,Acme\n${rows}`, { setAside })).toBe(0);
    expect(printed.match(/line \d+: no web site/g)).toHaveLength(20);
    const written = (await readFile(setAside, "utf8")).trim().split("\n");
    expect(written).toHaveLength(30);
    expect(JSON.parse(written[29] ?? "")).toEqual({ line: 32, reason: "no web site" });
  });

  test("writes nothing with --dry-run", async () => {
    expect(await run(FILE, { dryRun: true })).toBe(0);
    expect(printed).toMatch(/ would be inserted 2 · would be updated 0 /);
    expect(await database.db.query("SELECT 1 FROM companies", [])).toEqual([]);
  });

  test("refuses a wrong file before the database is opened", async () => {
    const path = join(folder, "page.csv");
    await writeFile(path, "<!doctype html><title>404</title>");
    const open = vi.fn();
    await expect(importCompaniesCommand(path, { json: false, dryRun: false }, open)).rejects.toThrow("an HTML page");
    expect(open).not.toHaveBeenCalled();
  });

  test("asks what a column of text is, and takes the answer", async () => {
    const list = "Company;Homepage;Profile\nAcme;acme.com;It makes pumps for mines\n";
    await expect(run(list)).rejects.toThrow('--column "Profile=description"');
    expect(await database.db.query("SELECT 1 FROM companies", [])).toEqual([]);
    expect(await run(list, { column: ["Profile=description"] })).toBe(0);
    expect(printed).toContain('Columns read: "Company" as name, "Homepage" as url, "Profile" as description\n');
    expect(await database.db.query("SELECT description FROM companies", [])).toEqual([
      { description: "It makes pumps for mines" },
    ]);
    expect(await run(list, { ignoreColumn: ["Profile"] })).toBe(0);
  });

  test("refuses a file for bad rows that cannot be written before anything is imported", async () => {
    await expect(run(FILE, { setAside: join(folder, "no", "such", "folder") })).rejects.toThrow("--set-aside");
    expect(await database.db.query("SELECT 1 FROM companies", [])).toEqual([]);
  });

  test("is left by Ctrl-C with 130, and the directory as it was", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `company-${index}.com,Company ${index}\n`).join("");
    const path = join(folder, "big.csv");
    await writeFile(path, `domain,name\n${rows}`);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const code = await importCompaniesCommand(path, { json: false, dryRun: false }, (work) => {
      setTimeout(() => process.emit("SIGINT"), 20);
      return work(database.db);
    });
    expect(code).toBe(130);
    expect(await database.db.query("SELECT 1 FROM companies", [])).toEqual([]);
  });
});
