import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { seedCompany, seedEvent, seedMarket } from "../support/impact.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { expectAccessible, openPage } from "./pages.ts";

const KITES = "Nordwind Kites makes kites for beaches. Its founder, Ada Sail, still leads it.";
const OFFERED = "Calloway offers 5.2 billion dollars for Nordwind Kites";
const DONE = "Calloway completes acquisition of Nordwind Kites";

let model: ModelServer;
let system: TestSystem;
let browser: Browser;
let key: string;
let marketId: number;

beforeAll(async () => {
  await buildExplorer();
  model = await startModelServer();
  model.otherwise = () => ({
    text: JSON.stringify({ said: true, value: "Ada Sail", text: 1, quote: "Its founder, Ada Sail, still leads it." }),
  });
  [system, browser] = await Promise.all([
    startSystem({ temporal: true, worker: true, environment: modelEnvironment(model) }),
    startBrowser(),
  ]);
  const { db } = system.database;
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const company = await seedCompany(db, "kites.de", { name: "Nordwind Kites", description: KITES });
  marketId = await seedMarket(db, teamId, [company.id], "Kite makers");
  const followsEventId = await seedEvent(db, { title: OFFERED, age: 90, companyIds: [company.id] });
  const eventId = await seedEvent(db, { title: DONE, companyIds: [company.id] });
  const developments = [{ frame: "acquisition", role: "stage", before: "proposed", after: "completed" }];
  await db.prisma.eventFollowUp.create({
    data: { eventId, followsEventId, likelihood: 0.8, sharedNames: ["Nordwind Kites"], sharedTerms: [], developments },
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await model?.stop();
});

async function openMarket(view: string) {
  const watched = await openPage(browser, system.url);
  await watched.page.goto(`${system.url}/explorer`);
  await watched.page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
  await watched.page.goto(`${system.url}/explorer/markets/${marketId}/${view}`);
  return watched;
}

describe("the explorer, with a language model", () => {
  it("quotes a column before it is added, keeps its cap, and answers it once the cap is raised", async () => {
    const { page, mistakes } = await openMarket("companies");
    await page.getByRole("button", { name: "Add a column" }).click();
    await page.getByLabel("Question to each company").fill("Who runs the company day by day?");
    await page.getByLabel("Heading").fill("Runs it");
    await page.getByLabel("The language model").check();
    await page.getByText("for 1 company").waitFor();
    expect(await page.locator("dialog .quote").innerText()).toMatch(/about (less than )?\$0\.01/);
    expect(model.requests).toEqual([]);
    await page.getByLabel("Never more than (US dollars)").fill("0.000001");
    await expectAccessible(page, "model-column");
    await page.getByRole("button", { name: "Add the column" }).click();
    await page.getByText("1 cells were stopped").waitFor();
    expect(model.requests).toEqual([]);
    await page.getByRole("button", { name: "Columns 1" }).click();
    await page.getByText("nothing spent of at most").waitFor();
    await page.getByLabel("Cap of Runs it in US dollars").fill("1");
    await expectAccessible(page, "column-cap");
    await page.getByRole("button", { name: "Change the cap" }).click();
    await page.getByText("spent of at most $1.00").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Runs it of Nordwind Kites: Ada Sail" }).click();
    await page.getByText("Its founder, Ada Sail, still leads it.").waitFor();
    expect(model.requests).toHaveLength(1);
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("shows the story line of an event: what changed, and why the events are linked", async () => {
    const { page, mistakes } = await openMarket("time-line");
    await page.getByRole("button", { name: `Story line of ${OFFERED}` }).click();
    await page.getByText(`Follows “${OFFERED}”: 80 % likely the same matter, because both mention`).waitFor();
    const events = page.locator("dialog .happening h3");
    expect(await events.allInnerTexts()).toEqual([OFFERED, DONE]);
    const change = page.getByRole("list", { name: "What changed" });
    expect([await change.locator("del").innerText(), await change.locator("ins").innerText()]).toEqual([
      "proposed",
      "completed",
    ]);
    await expectAccessible(page, "story-line");
    expect(mistakes).toEqual([]);
  }, 60_000);
});
