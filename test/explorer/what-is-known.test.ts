import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { MICRO_USD } from "#foundation/micro-usd";
import { temporalWorkflowId } from "#jobs/workflow-runs";
import { seedExtension, seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { seedKiteMarket } from "./kite-market.ts";
import { expectAccessible, openPage } from "./pages.ts";

const QUESTION = "Makers of power kites in Germany with at least 500 employees, founded after 1990";

let system: TestSystem;
let browser: Browser;
let key: string;
let teamId: number;
let marketId: number;
let twinId: number;

beforeAll(async () => {
  await buildExplorer();
  [system, browser] = await Promise.all([startSystem(), startBrowser()]);
  const { db } = system.database;
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const seeded = await seedKiteMarket(db, teamId);
  marketId = seeded.marketId;
  twinId = await seedMarket(db, teamId, seeded.companyIds.slice(0, 1), "Power kites");
  await db.prisma.criteriaVersion.updateMany({
    where: { marketId: twinId },
    data: { locations: [{ country: "AT", address: ["Graz"], coordinates: null }] },
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function openAt(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const watched = await openPage(browser, system.url, options);
  await watched.page.addInitScript((one) => sessionStorage.setItem("explorer.key", one), key);
  await watched.page.goto(`${system.url}/explorer${path}`);
  return watched;
}

/** Nobody reads the criteria again or previews them here: that needs a worker. */
const withoutWorker = (mistakes: readonly string[]) => mistakes.filter((mistake) => !mistake.includes("status of 503"));

const show = (page: Page, chart: string) => page.getByText(chart, { exact: true }).click();

describe("the list of markets", () => {
  it("tells markets of one name apart by their places, sizes and numbers", async () => {
    const { page, mistakes } = await openAt("");
    const rows = page.getByRole("link", { name: /^Power kites/ });
    await rows.nth(1).waitFor();
    const [newer = "", older = ""] = await rows.allInnerTexts();
    expect(newer).toMatch(new RegExp(`Graz, Austria\\s+1 company\\s.*#${twinId}\\s`, "s"));
    expect(older).toMatch(new RegExp(`Germany\\s+3 companies\\s.*#${marketId}\\s`, "s"));
    await expectAccessible(page, "known-home");
    await page.goto(`${system.url}/explorer/monitors`);
    await page.getByText("New monitor", { exact: true }).click();
    const options = page.getByLabel("Market", { exact: true }).locator("option");
    await options.nth(2).waitFor({ state: "attached" });
    expect(await options.allInnerTexts()).toEqual([
      "Choose…",
      expect.stringMatching(new RegExp(`^Power kites · 1 company · .+ · #${twinId}$`)),
      expect.stringMatching(new RegExp(`^Power kites · 3 companies · .+ · #${marketId}$`)),
    ]);
    expect(mistakes).toEqual([]);
  }, 60_000);
});

describe("the charts of a market", () => {
  it("draw the interval of each momentum, and say where it rests on few stories", async () => {
    const { page, mistakes } = await openAt(`/markets/${marketId}/landscape`);
    const spans = page.locator("svg .span");
    const dot = page.getByRole("button", { name: /^Siemens Kites Renewable: .*momentum/ });
    for (const chart of ["Bubbles", "Radar"]) {
      await show(page, chart);
      await dot.waitFor();
      expect(await spans.count()).toBe(3);
      const heights = await spans.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      // The widest interval is that of two stories: 66 of 100 on an axis of 336 pixels.
      expect(Math.max(...heights)).toBeCloseTo(0.66 * 336, -1);
      expect(await dot.getAttribute("aria-label")).toMatch(/between 31 and 97, by only 2 stories/);
      await page.getByText("1 company whose momentum rests on fewer than 5 stories and events").click();
      await dot.hover();
      await expectAccessible(page, `known-${chart.toLowerCase()}`);
    }
    expect(await dot.getAttribute("aria-label")).toContain("not known whether ahead or behind");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("show one size of a company in all of them", async () => {
    const { page } = await openAt(`/markets/${marketId}/landscape`);
    const dot = page.getByRole("button", { name: /^Siemens Kites Renewable: / });
    const radii: (string | null)[] = [];
    for (const chart of ["Bubbles", "Radar"]) {
      await show(page, chart);
      await page.getByLabel("Sizes of the dots").getByText("8,000 employees").waitFor();
      expect(await dot.getAttribute("aria-label")).toContain("8,000 employees");
      expect(await page.getByText("size not known").count()).toBe(0);
      radii.push(await dot.locator("circle").getAttribute("r"));
    }
    expect(radii[0]).toBe(radii[1]);
  }, 60_000);

  it("list companies that are not on the map with what is known of their place", async () => {
    const { page } = await openAt(`/markets/${marketId}/landscape`);
    await show(page, "Map");
    await page.getByText("2 companies without coordinates").click();
    const off = page.locator(".off li");
    expect(await off.nth(0).innerText()).toMatch(/Brisk Kites of Hamburg\s+Kleinkleckersdorf, Germany: no coordinates/);
    expect(await off.nth(1).innerText()).toMatch(/Calm Kites\s+Germany: its record has no city/);
    await expectAccessible(page, "known-map");
  }, 60_000);
});

describe("the criteria", () => {
  it("can be changed in every condition that a discovery reads, by the keyboard", async () => {
    const { page, mistakes } = await openAt(`/ask?question=${encodeURIComponent(QUESTION)}`);
    const least = page.getByLabel("Employees, at least");
    await least.waitFor();
    // What the question states is there to be changed.
    expect(await least.inputValue()).toBe("500");
    expect(await page.getByLabel("Founded, at least").inputValue()).toBe("1991");
    const strict = page.getByLabel("Leave out companies of which the figure is not known");
    expect(await strict.isChecked()).toBe(false);
    await least.fill("200");
    await page.keyboard.press("Tab");
    await page.keyboard.type("100");
    await page.getByText("No company is in between").waitFor();
    await page.getByLabel("Employees, at most").fill("9000");
    await page.getByLabel("Revenue in US dollars, at least").fill("1000000");
    // An empty field takes the question's condition back.
    await page.getByLabel("Founded, at least").fill("");
    await page.getByLabel("mid", { exact: true }).check();
    await page.getByLabel("small", { exact: true }).check();
    await page.getByText("Further conditions").focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Certifications").fill("ISO 9001, ISO 14001");
    await page.getByLabel("Companies to leave out").fill("orsted.com");
    await page.getByLabel("Statements about each company").fill("It sews by hand, in Europe\n\nIt sells to schools");
    await page.getByLabel("Probability of the offer, at least").fill("12.5");
    await page.getByLabel("Completeness, at least").fill("90");
    await page.getByLabel("Not wanted").fill("Bavaria");
    await page.keyboard.press("Enter");
    await page.getByLabel("Companies, at most").fill("7");
    await page.getByLabel("Role").selectOption("distributor");
    const only = page.getByLabel("Take only these, and search for no others");
    expect(await only.isDisabled()).toBe(true);
    await page.getByLabel("Example companies").fill("brisk-kites.de");
    await page.keyboard.press("Enter");
    await only.check();
    expect(await strict.isChecked()).toBe(false);
    await page.getByText("They stay in, and are said to be unknown.").waitFor();
    await expectAccessible(page, "known-criteria");
    const sent = page.waitForRequest((request) => request.postData()?.includes("mutation StartDiscovery") === true);
    await page.getByRole("button", { name: "Start the discovery" }).click();
    const { variables } = (await sent).postDataJSON() as { variables: { searchCriteria: Record<string, unknown> } };
    expect(variables.searchCriteria).toMatchObject({
      count: 7,
      marketRole: "distributor",
      performSearch: false,
      seedDomains: ["brisk-kites.de"],
      locations: [{ country: "DE" }],
      keywords: { irrelevant: ["Bavaria"] },
      assertions: ["It sews by hand, in Europe", "It sells to schools"],
      constraints: {
        minEmployees: 200,
        maxEmployees: 9_000,
        minRevenue: 1_000_000,
        foundedFrom: null,
        keepUnknown: true,
        marketCapBands: ["mid", "small"],
        certifications: ["ISO 9001", "ISO 14001"],
        excludeDomains: ["orsted.com"],
        minProbability: 0.125,
        targetRecall: 0.9,
      },
    });
    await page.getByRole("heading", { name: "Discovering" }).waitFor();
    expect(withoutWorker(mistakes)).toEqual([]);
  }, 60_000);

  const asked = { minEmployees: 500, maxEmployees: null, foundedFrom: 1991, foundedTo: null };
  it.each([
    ["conditions of the question", ["tick", "untick", "tick"], asked],
    ["conditions of the question, left as they are", ["tick", "untick"], null],
    ["a bound that was edited", ["edit"], { minEmployees: 200, maxEmployees: null, keepUnknown: true }],
    ["a bound that was edited before the tick", ["edit", "tick"], { ...asked, minEmployees: 200 }],
    ["a bound that was edited after the tick", ["tick", "edit"], { ...asked, minEmployees: 200 }],
    [
      "a bound that was edited, and the tick taken back",
      ["tick", "edit", "untick"],
      { minEmployees: 200, maxEmployees: null, keepUnknown: true },
    ],
  ])(
    "leave out unknown figures only where that is ticked: %s",
    async (_what, steps, constraints) => {
      const { page } = await openAt(`/ask?question=${encodeURIComponent(QUESTION)}`);
      const strict = page.getByLabel("Leave out companies of which the figure is not known");
      for (const step of steps) {
        if (step === "edit") await page.getByLabel("Employees, at least").fill("200");
        else await strict.setChecked(step === "tick");
      }
      const isTicked = steps.findLast((step) => step !== "edit") === "tick";
      expect(await strict.isChecked()).toBe(isTicked);
      const told = isTicked
        ? "Only companies that are known to fit are in."
        : "They stay in, and are said to be unknown.";
      await page.getByText(told).waitFor();
      const sent = page.waitForRequest((request) => request.postData()?.includes("mutation StartDiscovery") === true);
      await page.getByRole("button", { name: "Start the discovery" }).click();
      const { variables } = (await sent).postDataJSON() as { variables: { searchCriteria: { constraints: unknown } } };
      expect(variables.searchCriteria.constraints).toEqual(constraints);
    },
    60_000,
  );

  it("set by hand leave nobody out for a figure that is not known, until that is ticked", async () => {
    const { page } = await openAt(`/ask?question=${encodeURIComponent("Makers of power kites in Germany")}`);
    const strict = page.getByLabel("Leave out companies of which the figure is not known");
    const least = page.getByLabel("Employees, at least");
    await least.waitFor();
    expect(await strict.count()).toBe(0);
    await least.fill("50");
    expect(await strict.isChecked()).toBe(false);
    await strict.check();
    const sent = page.waitForRequest((request) => request.postData()?.includes("mutation StartDiscovery") === true);
    await page.getByRole("button", { name: "Start the discovery" }).click();
    const { variables } = (await sent).postDataJSON() as { variables: { searchCriteria: { constraints: unknown } } };
    expect(variables.searchCriteria.constraints).toEqual({ minEmployees: 50, maxEmployees: null });
  }, 60_000);
});

describe("a company's verdict", () => {
  it("says how many criteria are met, and which are not known", async () => {
    const { page } = await openAt(`/markets/${marketId}/companies?company=siemens-kites.de`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Meets 2 of 3 criteria; not known: role.").waitFor();
    expect(await dialog.getByText("Meets every criterion").count()).toBe(0);
    await expectAccessible(page, "known-company");
    await page.goto(`${system.url}/explorer/markets/${marketId}/companies?company=brisk-kites.de`);
    await dialog.getByText("Meets every criterion.").waitFor();
  }, 60_000);
});

describe("reviews of a market", () => {
  it("are named beside the order and the estimate that they change", async () => {
    const { page, mistakes } = await openAt(`/markets/${marketId}/companies`);
    await page.getByText(/This is about the 3 companies that discovery \d+ found/).waitFor();
    expect(await page.getByText("Order and scores follow").count()).toBe(0);
    await page.getByText("Below the cut").click();
    await page.getByRole("button", { name: "Drift Kites belongs to the market" }).click();
    const note = page.getByRole("region", { name: "Order" });
    await note.getByText("Order and scores follow 1 review").waitFor();
    expect(await note.innerText()).toContain("Drift Kites belongs.");
    await page.getByText("without reviews. With 1 review, the market has 4 companies now.").waitFor();
    await page.getByText("In the market").first().click();
    await page.getByRole("button", { name: "Calm Kites does not belong" }).click();
    await note.getByText("follow 2 reviews").waitFor();
    expect(await note.innerText()).toContain("Calm Kites does not belong");
    await expectAccessible(page, "known-reviewed");
    await page
      .getByRole("button", { name: /^Drift Kites/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Why it is in" }).waitFor();
    await page.getByRole("dialog").getByText("A review accepted it").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await note.getByRole("link", { name: "See the reviews" }).click();
    await page.getByRole("heading", { name: /^Reviews 2/ }).waitFor();
    expect(mistakes).toEqual([]);
  }, 60_000);
});

describe("the criteria's history", () => {
  it("marks what each version added and took away, for eyes and for screen readers", async () => {
    const { db } = system.database;
    await seedExtension(db, twinId, { userPrompt: "kites for sport", features: ["sport kites"] }, []);
    const { page, mistakes } = await openAt(`/markets/${twinId}/criteria`);
    const now = page.getByRole("region", { name: "Criteria now" });
    await now.waitFor();
    expect(await now.locator("ins").allInnerTexts()).toEqual(["kites for sport", "sport kites"]);
    expect(await now.locator("del").allInnerTexts()).toEqual(["kites"]);
    expect(await now.getByRole("insertion").count()).toBe(2);
    expect(await now.getByRole("deletion").count()).toBe(1);
    // What stayed the same is not marked, and the first version has nothing before it.
    expect(await now.locator(".changes span").allInnerTexts()).toContain("Graz, Austria");
    const first = page.getByRole("region", { name: "Version 1" });
    expect(await first.innerText()).toContain("Graz, Austria");
    expect(await first.locator("ins, del").count()).toBe(0);
    await expectAccessible(page, "known-criteria-history");
    expect(mistakes).toEqual([]);
  });
});

const inMicroUsd = (usd: number) => BigInt(usd * MICRO_USD);

describe("the runs of a market", () => {
  it("say what each cost and may cost, and lead operators to its workflow", async () => {
    const { prisma } = system.database.db;
    const { id: jobId, workflowRunId } = await prisma.job.findFirstOrThrow({ where: { marketId } });
    await prisma.job.update({ where: { id: jobId }, data: { costCap: inMicroUsd(2.5) } });
    const paid = { provider: "anthropic", operation: "messages", requestHash: "x", leasedUntil: new Date() };
    for (const [usd, state] of [
      [1, "settled"],
      [0.25, "intent"],
    ] as const)
      await prisma.ledgerEntry.create({
        data: {
          ...{ ...paid, teamId, month: "2026-05", purpose: "job", jobId, state },
          ...{ cap: inMicroUsd(usd), amount: inMicroUsd(usd) },
        },
      });
    const { page, mistakes } = await openAt(`/markets/${marketId}/runs`);
    const run = page
      .getByRole("table")
      .getByRole("row")
      .filter({ hasText: `job ${jobId}` });
    await run.waitFor();
    expect(await run.innerText()).toMatch(/\$1\.25\s+of at most \$2\.50/);
    const link = run.getByRole("link", { name: "Temporal (in a new tab)" });
    const { uiUrl, namespace } = system.config.temporal;
    expect(await link.getAttribute("href")).toBe(
      `${uiUrl}/namespaces/${namespace}/workflows/${temporalWorkflowId("discovery", workflowRunId)}`,
    );
    expect(await link.getAttribute("rel")).toContain("noopener");
    // A run that asked nobody for money cost nothing.
    await page.goto(`${system.url}/explorer/markets/${twinId}/runs`);
    await page.getByText("nothing", { exact: true }).first().waitFor();
    expect(mistakes).toEqual([]);
  });
});
