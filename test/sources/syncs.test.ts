import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { syncSourcesCommand } from "#cli/sync-sources";
import { addSource, findSource } from "#sources/manage-sources";
import { syncSource } from "#sources/sync-source";
import { emptyTables } from "../support/database.ts";
import { marketCommand } from "../support/market.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { zipOf } from "../support/zip.ts";
import { companiesHouseCsv, gleifCsv, wikidataDump } from "./layouts.ts";
import { ACME, LEI, PARENT_LEI, type Publisher, startPublisher } from "./published-sources.ts";

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher?.stop());
beforeEach(() => publisher.reset());

describe("a sync", () => {
  const many = Array.from({ length: 2_300 }, (_, i) => ({
    id: `Q${i + 1}`,
    name: `Firm ${i} ${"x".repeat(i % 3)}`,
    website: `https://firm-${i % 2_200}.com`,
    employees: i + 1,
  }));
  /** All that a sync leaves, without ids and clocks. */
  const left = async () => ({
    companies: await publisher.db.query(
      "SELECT domain, name, employees, content_hash, source FROM companies ORDER BY domain",
      [],
    ),
    records: await publisher.db.query(
      "SELECT domain, ref, line, facts, keys, digest, sync_id, apart_from IS NULL AS own FROM source_records ORDER BY domain, ref",
      [],
    ),
    sync: await publisher.db.query(
      "SELECT position, joined, inserted, updated, set_aside, notes, error FROM source_syncs",
      [],
    ),
  });

  it("that is cut off in the file and in the middle of its rows goes on there, and leaves what one leaves that is not", async () => {
    await publisher.sync("wikidata-dump", wikidataDump(many));
    const whole = await left();
    await emptyTables(
      publisher.db,
      "TRUNCATE companies, directory_state, sources, source_syncs RESTART IDENTITY CASCADE",
    );
    publisher.dataDir = await temporaryFolder();
    publisher.requests = [];
    publisher.cutOffAfter = 200_000;
    const interrupt = new AbortController();
    await addSource(
      publisher.db,
      { layout: "wikidata-dump", url: `${publisher.server.url}/wikidata-dump` },
      publisher.allowed,
    );
    const cut = syncSource(publisher.reading(), "wikidata-dump", {
      signal: interrupt.signal,
      onProgress: ({ rows }) => rows > 0 && interrupt.abort(new Error("killed")),
    });
    await expect(cut).rejects.toThrow("killed");
    expect((await findSource(publisher.db, "wikidata-dump")).lastSync).toMatchObject({
      position: 1_000,
      endedAt: null,
    });
    expect(await publisher.sync("wikidata-dump", wikidataDump(many))).toMatchObject({
      outcome: "read",
      position: 2_302,
    });
    expect(await left()).toEqual(whole);
    // The second request asked for the rest; the sync that went on asked for nothing.
    expect(publisher.requests.map(({ range }) => range)).toEqual([undefined, "bytes=200000-"]);
  });

  it("reads nothing where neither the file nor the directory has changed, and adds no record where only the directory has", async () => {
    await publisher.directory([ACME]);
    const file = gleifCsv([
      { lei: LEI, name: "Acme Kites", city: "Munich", country: "DE" },
      { lei: PARENT_LEI, name: "Boreas Holding", city: "York", country: "GB" },
    ]);
    await publisher.sync("gleif", file);
    expect(await publisher.sync("gleif", file)).toMatchObject({ outcome: "notModified" });
    await publisher.directory([{ domain: "boreas-holding.com", name: "Boreas Holding", country: "GB", city: "York" }]);
    expect(await publisher.sync("gleif", file)).toMatchObject({ outcome: "read", joined: 2, updated: 0 });
    expect(publisher.requests.map(({ known }) => known !== undefined)).toEqual([false, true, true]);
    expect(await publisher.db.query("SELECT ref FROM source_records WHERE source = 'gleif' ORDER BY id", [])).toEqual([
      { ref: LEI },
      { ref: PARENT_LEI },
    ]);
  });

  it("of Companies House reads the newest month that the publisher has, and never goes back", async () => {
    await publisher.directory([{ ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" }]);
    const now = new Date();
    const [present = "", last = "", before = ""] = [0, 1, 2].map((back) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
      return `/BasicCompanyDataAsOneFile-${month}-01.zip`;
    });
    const file = (postalCode: string) =>
      zipOf({
        "BasicCompanyData.csv": companiesHouseCsv([
          {
            CompanyName: "ACME KITES LIMITED",
            CompanyNumber: "01234567",
            CompanyStatus: "Active",
            "RegAddress.PostTown": "LEEDS",
            "RegAddress.PostCode": postalCode,
          },
        ]),
      });
    const market = async (...args: string[]) => {
      const env = {
        DATABASE_URL: publisher.system.database.url,
        DATA_DIR: publisher.dataDir,
        FETCH_ALLOW: publisher.server.hostAndPort,
        NODE_ENV: "test",
      };
      const asked = publisher.requests.length;
      const { stdout, stderr } = await marketCommand(["sources", ...args], env);
      return { said: stdout + stderr, asked: publisher.requests.slice(asked).map(({ path }) => path) };
    };
    const postalCode = async () => (await publisher.db.query("SELECT postal_code AS code FROM companies", []))[0];
    await market("add", "companies-house");
    expect((await findSource(publisher.db, "companies-house")).url).toContain(
      "BasicCompanyDataAsOneFile-YYYY-MM-01.zip",
    );
    await market("remove", "companies-house");
    const url = `${publisher.server.url}/BasicCompanyDataAsOneFile-YYYY-MM-01.zip`;
    await market("add", "companies-house", "--url", url);

    publisher.published[last] = file("LS1 4AP");
    publisher.published[before] = file("LS9 9ZZ");
    expect((await market("sync", "companies-house")).asked).toEqual([present, last]);
    expect(await postalCode()).toEqual({ code: "LS1 4AP" });
    const again = await market("sync", "companies-house");
    expect(again).toMatchObject({ said: expect.stringContaining("not modified"), asked: [present, last] });

    publisher.published[present] = file("LS2 7EW");
    expect((await market("sync", "companies-house")).asked).toEqual([present]);
    expect(await postalCode()).toEqual({ code: "LS2 7EW" });
    delete publisher.published[present];
    const gone = await market("sync", "companies-house");
    expect(gone).toMatchObject({ said: expect.stringContaining("status 404"), asked: [present] });
    expect(await postalCode()).toEqual({ code: "LS2 7EW" });
  });

  it("that fails says why, and is tried again", async () => {
    const report = await publisher.sync("gleif", "LEI,Name\n1,2\n");
    expect(report).toMatchObject({ outcome: "failed", result: expect.stringContaining("missing: Entity.LegalName") });
    delete publisher.published["/gleif"];
    const again = await syncSource(publisher.reading(), "gleif");
    expect(again.result).toContain("answered with the status 404");
    const { failures, nextSyncAt } = await findSource(publisher.db, "gleif");
    expect(failures).toBe(2);
    expect(((nextSyncAt?.getTime() ?? 0) - Date.now()) / 3_600_000).toBeCloseTo(2, 1);
  });

  it("reads a file of the publisher's that is at hand, and a directory in an ordinary layout", async () => {
    await addSource(
      publisher.db,
      { layout: "companies", name: "house", url: "https://example.com/x.csv", licence: "own", everyHours: 0 },
      new Set(),
    );
    const file = join(publisher.dataDir, "house.csv");
    await writeFile(file, "Company,Website,Country\nAcme,acme.com,DE\n");
    const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    const code = await syncSourcesCommand("house", { file, json: true }, publisher.system.config, (work) =>
      work(publisher.db),
    );
    const [printed] = write.mock.calls.map(([text]) => String(text));
    write.mockRestore();
    expect(code).toBe(0);
    expect(JSON.parse(printed ?? "")).toMatchObject([
      { outcome: "read", sync: { position: 1, inserted: 1, url: "house.csv", licence: "own" } },
    ]);
  });
});

describe("sources", () => {
  it("are the platform's: a team's key sees none and changes none, and inner addresses are refused", async () => {
    await addSource(
      publisher.db,
      { layout: "gleif", url: `${publisher.server.url}/private?token=secret` },
      publisher.allowed,
    );
    const { key } = await publisher.system.team();
    const platform = await publisher.system.key(null);
    const SOURCES = "{ sources { name layout licence url failures lastSync { rows error } } }";
    expect(await publisher.system.graph(key, SOURCES)).toMatchObject({
      data: null,
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
    for (const mutation of [
      'addSource(layout: "gleif", name: "mine")',
      'syncSource(name: "gleif")',
      'removeSource(name: "gleif")',
    ])
      expect(await publisher.system.graph(key, `mutation { ${mutation} { name } }`)).toMatchObject({
        errors: [{ extensions: { code: "FORBIDDEN" } }],
      });
    expect((await publisher.system.graph(platform, SOURCES)).data).toMatchObject({
      sources: [{ name: "gleif", layout: "gleif", licence: "CC0 1.0", failures: 0, lastSync: null }],
    });
    const inner = await publisher.system.graph(
      platform,
      'mutation { addSource(layout: "gleif", name: "inner", url: "http://169.254.169.254/x") { name } }',
    );
    expect(inner.errors?.[0]).toMatchObject({ message: expect.stringContaining("not on the public Internet") });
  });
});
