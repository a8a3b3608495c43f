import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { marketCommand } from "../support/market.ts";
import { sends, startSite } from "./support.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pages = (args: string[], env: Record<string, string> = {}) =>
  marketCommand(["pages", ...args], { DATABASE_URL: database.url, FETCH_DELAY_MS: "0", ...env });

describe("market pages", () => {
  test("reads a page for people, without what a terminal would obey, and refuses inner addresses unless allowed", async () => {
    const site = await startSite({ "/": sends("<title>Acme &#27;[2J</title><p>Gears\x1b]0;evil\x07 from Bremen</p>") });
    const refused = await pages(["read", site.url(), "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      status: null,
      error: `${site.url()} is not on the public Internet.`,
    });
    expect(site.requests).toHaveLength(0);

    await database.db.query("DELETE FROM pages", []);
    const { code, stdout } = await pages(["read", site.url()], { FETCH_ALLOW: site.host });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${site.url()}\nAcme [2J\n\nGears ]0;evil from Bremen\n` });
    expect(site.requests.map(({ url }) => url)).toEqual(["/robots.txt", "/"]);
  });
});
