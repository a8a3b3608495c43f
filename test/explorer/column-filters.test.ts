import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { cellOf } from "../support/market-cells.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { expectAccessible, openPage } from "./pages.ts";

const COLUMNS = [
  { name: "Staff", kind: "number", unit: "employees", choices: [] },
  { name: "Do they export?", kind: "yesNo", unit: null, choices: [] },
  { name: "Founder", kind: "text", unit: null, choices: [] },
  { name: "Sells to", kind: "choice", unit: null, choices: ["Shops", "Schools, clubs"] },
] as const;

/** Companies by rank, with their answers in the order of the columns; null: it is not said. */
const COMPANIES: [name: string, staff: number | null, exports: string | null, founder: string | null, to: string][] = [
  ["Alpen Drachen", 40, "yes", "Ada Sail", "Shops"],
  ["Baltic Kites", 90, "no", "Bo Lind", "Schools, clubs"],
  ["Coast Kites", 1000, "yes", null, "Schools, clubs"],
  ["Dune Kites", null, null, "Adam Ost", "Shops"],
];

let system: TestSystem;
let browser: Browser;
let key: string;
let marketId: number;

beforeAll(async () => {
  await buildExplorer();
  [system, browser] = await Promise.all([startSystem(), startBrowser()]);
  const { db } = system.database;
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES);
  const ids: number[] = [];
  for (const [name] of COMPANIES)
    ids.push((await seedCompany(db, `${name.toLowerCase().replace(" ", "-")}.de`, { name })).id);
  marketId = await seedMarket(db, teamId, ids, "Kite makers");
  for (const [at, { choices, ...column }] of COLUMNS.entries()) {
    const { id: columnId } = await db.prisma.marketColumn.create({
      data: {
        ...column,
        choices: [...choices],
        marketId,
        question: column.name,
        createdBy: "00000000-0000-4000-8000-000000000000",
      },
    });
    for (const [i, [, ...answers]] of COMPANIES.entries()) {
      const answer = answers[at] ?? null;
      const value = typeof answer === "number" ? `${answer} employees` : answer;
      await db.prisma.marketCell.create({
        data: {
          columnId,
          marketId,
          companyId: ids[i] ?? 0,
          ...cellOf(value, typeof answer === "number" ? answer : null, "https://kites.example/about"),
        },
      });
    }
  }
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

/** The list of companies, signed in. */
async function openCompanies(search = "", options = {}) {
  const watched = await openPage(browser, system.url, options);
  const { page } = watched;
  await page.addInitScript((one) => sessionStorage.setItem("explorer.key", one), key);
  await page.goto(`${system.url}/explorer/markets/${marketId}/companies${search}`);
  const table = page.getByRole("table", { name: "Companies of the market" });
  const filter = (column: RegExp) => page.getByRole("group", { name: column });
  return {
    ...watched,
    filter,
    /** The listed companies, once the page says that so many match. */
    async listed(words: string): Promise<string[]> {
      await page.getByText(words, { exact: true }).waitFor();
      return table.locator("tbody .company-name strong").allInnerTexts();
    },
    /** Opens the filters as the keyboard does. */
    async open() {
      await table.waitFor();
      await page.getByText("Filter by column", { exact: true }).focus();
      await page.keyboard.press("Enter");
      await filter(/^Staff/).waitFor();
    },
  };
}

describe("the filters by a market's own columns", () => {
  it("fit the kind of each column, and say how many companies match", async () => {
    const { page, mistakes, open, filter, listed } = await openCompanies();
    await open();
    await filter(/^Staff/)
      .getByLabel("From")
      .fill("90");
    expect(await listed("2 companies match")).toEqual(["Baltic Kites", "Coast Kites"]);
    await filter(/^Do they export/)
      .getByLabel("Answer")
      .selectOption("yes");
    expect(await listed("1 company matches")).toEqual(["Coast Kites"]);
    await expectAccessible(page, "column-filters");

    // The address can be sent to others; it goes back to all companies by the buttons alone.
    await page.reload();
    expect(await listed("1 company matches")).toEqual(["Coast Kites"]);
    const set = page.getByRole("list", { name: "Filters by column" });
    expect(await set.getByRole("listitem").allInnerTexts()).toEqual([
      "Staff: at least 90 employees",
      "Do they export? yes",
    ]);
    await page.getByRole("button", { name: "Remove Do they export? yes" }).focus();
    await page.keyboard.press("Enter");
    expect(await listed("2 companies match")).toHaveLength(2);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Filter by column");
    await page.getByRole("button", { name: "Remove Staff: at least 90 employees" }).click();
    await set.waitFor({ state: "detached" });
    await page.getByText("1–4 of 4").waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("search texts, choose values, and find what is not said", async () => {
    const { page, mistakes, open, filter, listed } = await openCompanies();
    await open();
    const founder = filter(/^Founder/);
    await founder.getByLabel("Contains").fill("ada");
    expect(await listed("2 companies match")).toEqual(["Alpen Drachen", "Dune Kites"]);
    await founder.getByLabel("Answer").selectOption({ label: "Not said" });
    expect(await listed("1 company matches")).toEqual(["Coast Kites"]);
    expect(await founder.getByLabel("Contains").inputValue()).toBe("");
    await founder.getByLabel("Answer").selectOption({ label: "Answered" });
    expect(await listed("3 companies match")).not.toContain("Coast Kites");
    await filter(/^Sells to/)
      .getByLabel("Answer")
      .selectOption("Schools, clubs");
    expect(await listed("1 company matches")).toEqual(["Baltic Kites"]);
    expect(mistakes).toEqual([]);
    await page.context().close();
  }, 60_000);

  it("say when no number is within the bounds", async () => {
    const { page, mistakes, open, filter } = await openCompanies();
    await open();
    const staff = filter(/^Staff/);
    await staff.getByLabel("From").fill("100");
    await staff.getByLabel("To").fill("50");
    await page.getByText("no answer is between them").waitFor();
    expect(await staff.getByLabel("From").getAttribute("aria-invalid")).toBe("true");
    await page.getByText("0 companies match", { exact: true }).waitFor();
    await page.getByText("No company matches", { exact: true }).waitFor();
    await staff.getByLabel("To").fill("2000");
    await page.getByText("1 company matches", { exact: true }).waitFor();
    expect(await page.getByText("no answer is between them").count()).toBe(0);
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("are as usable on a phone in the dark, and pass over columns that are not there", async () => {
    const address = "?column-999=said&search=kites";
    const { page, mistakes, open, filter, listed } = await openCompanies(address, {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    expect(await listed("3 companies match")).toEqual(["Baltic Kites", "Coast Kites", "Dune Kites"]);
    expect(await page.getByLabel("Search companies").inputValue()).toBe("kites");
    await open();
    await filter(/^Founder/)
      .getByLabel("Contains")
      .fill("lind");
    expect(await listed("1 company matches")).toEqual(["Baltic Kites"]);
    await expectAccessible(page, "phone-column-filters");
    expect(mistakes).toEqual([]);
  }, 60_000);
});
