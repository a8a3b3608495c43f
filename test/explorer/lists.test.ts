import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { expectAccessible, openPage } from "./pages.ts";

/** More than a page. */
const CLOSE = 30;

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
  const taken = await seedCompany(db, "alpen-kites.de", { name: "Alpen Kites" });
  marketId = await seedMarket(db, teamId, [taken.id], "Kite makers");
  const { id: jobId } = await db.prisma.job.findFirstOrThrow({ where: { marketId } });
  for (let i = 0; i < CLOSE; i++) {
    const name = `Kites ${String(i).padStart(2, "0")}`;
    const domain = `kites-${i}.com`;
    // The closer, the later in the alphabet.
    const country = i % 2 === 0 ? "DE" : "AT";
    const { id } = await seedCompany(db, domain, { name, country, ...(i === 3 ? {} : { employees: (i * 7) % 31 }) });
    await db.prisma.candidate.create({
      data: {
        marketId,
        jobId,
        companyId: id,
        domain,
        verdict: "failed",
        rule: "constraint:minEmployees",
        reason: `${name} is too small.`,
        score: i / 100,
        criteria: [],
        generators: [],
        judgedBy: "x",
        judgedInJob: jobId,
      },
    });
  }
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function openMarket(search = "") {
  const watched = await openPage(browser, system.url);
  await watched.page.addInitScript((one) => sessionStorage.setItem("explorer.key", one), key);
  await watched.page.goto(`${system.url}/explorer`);
  await watched.page.goto(`${system.url}/explorer/markets/${marketId}/companies${search}`);
  return watched;
}

/** Waits until the list begins with these companies. */
async function startsWith(page: Page, names: string[]): Promise<void> {
  const rows = page.getByRole("table", { name: "Close, not met" }).locator("tbody .company-name strong");
  await expect
    .poll(async () => (await rows.allInnerTexts()).slice(0, names.length), { timeout: 10_000 })
    .toEqual(names);
}

describe("the list of companies that were close", () => {
  it("has pages and orders, as the companies of the market have", async () => {
    const { page, mistakes } = await openMarket("?verdict=FAILED");
    await startsWith(page, ["Kites 29", "Kites 28"]);
    await page.getByText("1–25 of 30").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("26–30 of 30").waitFor();
    await startsWith(page, ["Kites 04", "Kites 03"]);

    const sort = (column: string) => page.getByRole("columnheader", { name: column }).getByRole("button");
    await sort("Company").click();
    await page.getByText("1–25 of 30").waitFor();
    await startsWith(page, ["Kites 00", "Kites 01", "Kites 02"]);
    await sort("Place").click();
    await startsWith(page, ["Kites 29", "Kites 27"]);
    expect(await page.getByRole("columnheader", { name: "Place" }).getAttribute("aria-sort")).toBe("ascending");
    await sort("Employees").click();
    // 13 * 7 = 91, which is 29 more than twice 31; 22 * 7 = 154, which is 30 more than four times.
    await startsWith(page, ["Kites 22", "Kites 13"]);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.locator("tbody tr").last().innerText()).toContain("Kites 03");
    await expectAccessible(page, "close-sorted");
    // The same column again goes back to the closest first.
    await sort("Employees").click();
    await startsWith(page, ["Kites 29", "Kites 28"]);

    await page.getByLabel("Search companies").fill("kites 1");
    await page.getByText("1–10 of 10").waitFor();
    await startsWith(page, ["Kites 19"]);
    expect(mistakes).toEqual([]);
  }, 60_000);
});

describe("the address of a market's pages", () => {
  it("has what is typed into its search, and the way back leads to the page before", async () => {
    const { page, mistakes } = await openMarket();
    await page.getByRole("table", { name: "Companies of the market" }).waitFor();
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.getByLabel("Search companies").pressSequentially("alpen kites");
    await page.getByText("1 company matches").waitFor();
    expect(new URL(page.url()).searchParams.get("search")).toBe("alpen kites");
    expect(await entries()).toBe(before);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe("/explorer");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("has the moment that is typed into the history, without an entry for each digit", async () => {
    const { page, mistakes } = await openMarket();
    await page.goto(`${system.url}/explorer/markets/${marketId}/history`);
    await page.getByLabel("From", { exact: true }).selectOption("other");
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    const typed = page.getByLabel("From, day and time");
    for (const minute of ["10", "11", "12"]) await typed.fill(`2026-01-01T10:${minute}:00`);
    expect(new URL(page.url()).searchParams.get("from")).not.toBeNull();
    expect(await entries()).toBe(before);
    expect(mistakes).toEqual([]);
  }, 60_000);
});
