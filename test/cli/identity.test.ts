import { writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../support/market.ts";
import { freePort } from "../support/ports.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
const BY = `operator ${userInfo().username}`;

/** The environment of the running server. */
const environment = () => ({
  DATABASE_URL: system.database.url,
  DATA_DIR: system.config.dataDir,
  PORT: String(system.config.port),
  NODE_ENV: "test",
});
const market = (...args: string[]) => marketCommand(["companies", ...args], environment());

/** What a command that succeeds prints. */
async function printed(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await market(...args);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
const json = async (...args: string[]) => JSON.parse(await printed(...args, "--json"));
const companyId = async (domain: string): Promise<number> => (await json("show", domain)).companyId;

interface Entry {
  operation: string;
  company: { companyId: number; domain: string };
  other: { companyId: number; domain: string };
}

/** What the log says: "MERGE acme.de acme.com". */
const said = async (...args: string[]): Promise<string[]> =>
  (await json("history", ...args)).entries.map(
    ({ operation, company, other }: Entry) => `${operation} ${company.domain} ${other.domain}`,
  );

/** Imports rows, of which the import keeps some apart. */
async function load(name: string, rows: object[], apart = 0): Promise<void> {
  const path = join(system.config.dataDir, `${name}.ndjson`);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { code, stdout } = await marketCommand(["import", "companies", path, "--json"], environment());
  expect([code, JSON.parse(stdout)]).toMatchObject([apart > 0 ? 1 : 0, { read: rows.length, setAsideCount: apart }]);
}

beforeAll(async () => {
  system = await startSystem();
  await load("companies", [
    { domain: "acme.com", name: "Acme", country: "DE" },
    { domain: "acme.de", name: "Acme AG", country: "DE" },
    { domain: "oracle.com", name: "Oracle", country: "US", city: "Austin" },
  ]);
  const another = { name: "Oracle Financial Services Software", country: "IN", city: "Mumbai" };
  await load("second", [{ domain: "oracle.com", ...another }], 1);
});
afterAll(() => system?.stop());

describe("the operator's commands for the identity of companies", () => {
  it("list, merge, unmerge, split and distinguish companies, and show the history of it", async () => {
    expect(await json("history")).toEqual({ totalCount: 0, offset: 0, entries: [] });
    expect(await printed("history")).toBe("None.\n");

    const pairs = await json("duplicates", "--outcome", "same");
    expect(pairs).toMatchObject([{ outcome: "same", one: { domain: "acme.com" }, other: { domain: "acme.de" } }]);
    const table = await printed("duplicates", "--outcome", "same");
    expect(table).toMatch(/^Score +Domain +Company[^\n]*\n\d\.\d +acme\.com +Acme \(DE\) +acme\.de +Acme AG \(DE\) /);
    expect(await printed("duplicates", "--outcome", "related")).toBe(
      "None.\n1 more is same: --outcome same lists them.\n",
    );

    const [com, de] = [await companyId("acme.com"), await companyId("acme.de")];
    const merge = ["merge", "https://www.acme.de/", "--into", "acme.com", "--reason", "two sites"];
    expect(await printed(...merge)).toBe(`https://www.acme.de/ is company ${com} from now on.\n`);
    expect(await companyId("acme.de")).toBe(com);
    expect(await json("duplicates", "--outcome", "same")).toEqual([]);
    expect(await printed("unmerge", String(de), "--reason", "listed apart")).toBe(`${de} is company ${de} again.\n`);
    expect(await companyId("acme.de")).toBe(de);
    // Whoever takes a merge back has said that they are two.
    expect(await json("duplicates", "--outcome", "same")).toEqual([]);

    const { data } = await system.graph(
      await system.key(null),
      `{ company(identifier: "oracle.com") { recordsApart { recordId } } }`,
    );
    const { recordsApart } = present(data).company as { recordsApart: { recordId: number }[] };
    const recordId = String(recordsApart[0]?.recordId);
    const split = ["split", "oracle.com", "--domain", "ofss.com", "--reason", "its own", "--records", recordId];
    const divided = await printed(...split);
    const ofss = await companyId("ofss.com");
    expect(divided).toBe(`ofss.com is company ${ofss}.\n`);
    const oracle = await companyId("oracle.com");
    const apart = await printed("distinguish", "ofss.com", "--from", "oracle.com", "--reason", "two firms");
    expect(apart).toBe(`Companies ${ofss} and ${oracle} are recorded as different companies.\n`);

    const shown = (await printed("history")).trimEnd().split("\n");
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const [ofssIn, oracleIn] = [`ofss.com (${ofss})`, `oracle.com (${oracle})`];
    const [deIn, comIn] = [`acme.de (${de})`, `acme.com (${com})`];
    expect(shown.map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ["At", "Company", "Was", "Other", "By", "Reason"],
      [at, ofssIn, "distinguished from", oracleIn, BY, "two firms"],
      [at, ofssIn, "split from", oracleIn, BY, "its own"],
      [at, deIn, "unmerged from", comIn, BY, "listed apart"],
      [at, deIn, "merged into", comIn, BY, "two sites"],
      ["1–4 of 4"],
    ]);
    expect(await json("history", "--limit", "1", "--offset", "3")).toEqual({
      totalCount: 4,
      offset: 3,
      entries: [
        {
          sequence: 1,
          at,
          operation: "MERGE",
          company: { companyId: de, domain: "acme.de" },
          other: { companyId: com, domain: "acme.com" },
          by: BY,
          reason: "two sites",
        },
      ],
    });
  }, 120_000);

  it("show the history of one company, which is that of its survivor while it is merged", async () => {
    const rows = ["kites.com", "wings.dk", "sails.fr"].map((domain) => ({ domain, name: domain.slice(0, 5) }));
    await load("others", rows);
    const distinguish = (company: string, from: string) =>
      printed("distinguish", company, "--from", from, "--reason", "different");
    await distinguish("wings.dk", "sails.fr");
    await distinguish("kites.com", "sails.fr");
    const wings = String(await companyId("wings.dk"));
    await printed("merge", "wings.dk", "--into", "kites.com", "--reason", "bought");
    const ofWings = "DISTINGUISH wings.dk sails.fr";
    const all = ["MERGE wings.dk kites.com", "DISTINGUISH kites.com sails.fr", ofWings];
    for (const company of [wings, "wings.dk", "www.kites.com"]) expect(await said(company)).toEqual(all);
    expect(await printed("history", wings, "--limit", "2")).toMatch(/\n1–2 of 3; the next: --offset 2\n$/);
    await printed("unmerge", wings, "--reason", "sold");
    expect(await said(wings)).toEqual(["UNMERGE wings.dk kites.com", all[0], ofWings]);
    // Where no server answers too.
    const alone = { ...environment(), PORT: String(await freePort()) };
    const { stdout } = await marketCommand(["companies", "history", wings, "--limit", "1", "--json"], alone);
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: 3, entries: [{ operation: "UNMERGE", reason: "sold" }] });
  }, 120_000);

  it.each([
    [["history", "nobody.example.com"], "Not Found: company nobody.example.com\n"],
    [["history", "--limit", "0"], "--limit must be 1–100\n"],
    [["history", "--offset", "x"], '--offset "x" is not a whole number\n'],
    [["merge", "acme.de", "--into", "acme.de", "--reason", "one"], "acme.de is already merged into acme.de\n"],
    [
      ["merge", "nobody.example.com", "--into", "acme.com", "--reason", "one"],
      "Not Found: company nobody.example.com\n",
    ],
    [["merge", "acme.de", "--into", "acme.com", "--reason", " "], "--reason is missing\n"],
    [["unmerge", "acme.de", "--reason", "two"], "acme.de is not merged\n"],
    [["distinguish", "acme.de", "--from", "www.acme.de", "--reason", "two"], /already merged/],
    [
      ["split", "oracle.com", "--records", "1", "x", "--domain", "new.com", "--reason", "own"],
      '--records "x" is not a whole number\n',
    ],
    [
      ["split", "oracle.com", "--records", "999999", "--domain", "new.com", "--reason", "own"],
      "--records has records that do not belong to oracle.com\n",
    ],
    [
      ["split", "oracle.com", "--records", "1", "--domain", "acme.de", "--reason", "own"],
      "a company with the domain acme.de already exists\n",
    ],
  ])("%j says what is wrong, exits with 1 and leaves no entry", async (args, message) => {
    const { companyIdentityEntry: log } = system.database.db.prisma;
    const before = await log.count();
    const { code, stdout, stderr } = await market(...args);
    expect([code, stdout]).toEqual([1, ""]);
    if (typeof message === "string") expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
    expect(await log.count()).toBe(before);
  });
});
