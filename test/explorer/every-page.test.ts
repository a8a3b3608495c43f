import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  AddMarketColumnDocument,
  CreateMonitorDocument,
  CreateWebhookDocument,
  MonitorStateDocument,
  PingWebhookDocument,
  RunMonitorDocument,
} from "#generated/tests/graphql";
import { createDossier, endedDossierTask, runDossier } from "../support/dossiers.ts";
import { seedEvent } from "../support/impact.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { seedKiteMarket } from "./kite-market.ts";
import { expectAccessible, openPage } from "./pages.ts";

const QUESTION = "Makers of power kites in Germany with at least 500 employees, founded after 1990";

let system: TestSystem;
let browser: Browser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let key: string;
let marketId: number;
let monitorId: number;
let webhookId: number;
let agentId: string;

beforeAll(async () => {
  await buildExplorer();
  receiver = await startReceiver();
  [system, browser] = await Promise.all([
    startSystem({ temporal: true, worker: true, environment: { FETCH_ALLOW: receiver.pair } }),
    startBrowser(),
  ]);
  const { db } = system.database;
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const seeded = await seedKiteMarket(db, teamId);
  marketId = seeded.marketId;
  await makeColumn();
  await makeMonitor(seeded.companyIds);
  await makeWebhook();
  agentId = await createDossier(system, key, { agentType: "MARKET", query: "Who makes power kites?", marketId });
  await endedDossierTask(system, key, await runDossier(system, key, agentId));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await receiver?.stop();
});

/** A column whose answers have quotations. */
async function makeColumn(): Promise<void> {
  const input = { marketId, question: "How many employees do they have?", kind: "NUMBER", name: "Staff" } as const;
  const { addMarketColumn } = await system.answer(key, AddMarketColumnDocument, { input });
  await eventually(
    () => system.database.db.prisma.marketCell.count({ where: { columnId: addMarketColumn.columnId, state: "said" } }),
    (answered) => answered === 3,
  );
}

/** A monitor of events with a notice, whose event follows up on another. */
async function makeMonitor(companyIds: number[]): Promise<void> {
  const { db } = system.database;
  const followsEventId = await seedEvent(db, { title: "Calm Kites plans a strike", age: 60, companyIds });
  const input = { eventFilter: { alertTypes: ["Strike"] }, name: "Strikes" };
  ({ monitorId } = (await system.answer(key, CreateMonitorDocument, { input })).createMonitor);
  const state = () => system.answer(key, MonitorStateDocument, { monitorId });
  await eventually(state, ({ monitor }) => monitor?.runs === 1);
  const eventId = await seedEvent(db, { title: "Calm Kites strikes", alertTypes: ["Strike"], companyIds });
  const developments = [{ frame: "strike", role: "stage", before: "proposed", after: "completed" }];
  await db.prisma.eventFollowUp.create({
    data: { eventId, followsEventId, likelihood: 0.8, sharedNames: ["Calm Kites"], sharedTerms: [], developments },
  });
  await system.answer(key, RunMonitorDocument, { monitorId });
  await eventually(state, ({ monitor }) => monitor?.notices.totalCount === 1);
}

/** A webhook with a delivery. */
async function makeWebhook(): Promise<void> {
  const input = { url: receiver.url, description: "Into our chat" };
  const { createWebhook } = await system.answer(key, CreateWebhookDocument, { input });
  webhookId = createWebhook.webhook.webhookId;
  await system.answer(key, PingWebhookDocument, { webhookId });
  await eventually(
    () => system.database.db.prisma.webhookDelivery.count({ where: { webhookId, status: "delivered" } }),
    (delivered) => delivered === 1,
  );
}

async function openAt(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const watched = await openPage(browser, system.url, options);
  await watched.page.addInitScript((one) => sessionStorage.setItem("explorer.key", one), key);
  await watched.page.goto(`${system.url}/explorer${path}`);
  return watched;
}

const show = (page: Page, chart: string) => page.getByText(chart, { exact: true }).click();

const VIEWS = [
  "companies",
  "landscape",
  "topics",
  "features",
  "time-line",
  "why-not",
  "criteria",
  "history",
  "reviews",
  "runs",
];

const inMarket = (view: string) => `/markets/${marketId}/${view}`;
const onMonitor = () => `/monitors/${monitorId}`;
const onWebhook = () => `/webhooks/${webhookId}`;

const everyPage = () => [
  ...["", "/monitors", "/dossiers", "/webhooks", "/key", `/ask?question=${encodeURIComponent(QUESTION)}`],
  ...[onMonitor(), onWebhook(), `/dossiers/${agentId}`],
  ...VIEWS.map(inMarket),
];

/** Each dialog: its title, the page it is on, and the buttons that open it. */
const DIALOGS: [title: string, path: () => string, ...clicks: (string | RegExp)[]][] = [
  ["Calm Kites", () => inMarket("companies?company=calm-kites.de")],
  ["Export the companies", () => inMarket("companies"), "Export"],
  ["Publish “Power kites”", () => inMarket("companies"), /^Publish/],
  ["Add a column", () => inMarket("companies"), "Add a column"],
  ["Columns", () => inMarket("companies"), "Columns 1"],
  ["Staff: Calm Kites", () => inMarket("companies"), /^Staff of Calm Kites/],
  ["Story line", () => inMarket("time-line"), /story/i],
  ["Delete the monitor “Strikes”?", onMonitor, "Delete"],
  ["Delete this webhook?", onWebhook, "Delete"],
];

describe.each([
  ["light", 390],
  ["dark", 390],
  ["dark", 1280],
] as const)("%s, in a window of %i pixels,", (colorScheme, width) => {
  const open = (path: string) => openAt(path, { viewport: { width, height: 844 }, colorScheme });

  it("no page is wider than the window, and the whole bar of pages is seen", async () => {
    const { page, mistakes } = await open("");
    for (const path of everyPage()) {
      await page.goto(`${system.url}/explorer${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const name = path.slice(1).replace(/\?.*/, "").replaceAll("/", "-") || "home";
      await expectAccessible(page, `${width}-${colorScheme}-${name}`);
      const bar = page.getByRole("navigation", { name: "Main" });
      expect(await bar.getByRole("link").count()).toBe(5);
      expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
    await page.goto(`${system.url}/explorer/markets/${marketId}/landscape`);
    for (const chart of ["Bubbles", "Radar", "Map"]) {
      await show(page, chart);
      await page.locator("svg .dot").first().waitFor();
      await page.locator("svg .dot[tabindex='0']").focus();
      await expectAccessible(page, `${width}-${colorScheme}-${chart.toLowerCase()}`);
      if (chart === "Map") continue;
      // On the radar, the name of Brisk Kites has too little room on both sides.
      // No name stands over the figures of the axes, the words of the corners, or beyond the chart.
      const overlaps = await page.evaluate(() => {
        const boxes = (all: string) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect());
        const others = boxes(".chart .axes text, .chart .corners text");
        return boxes(".dot-names text").filter((name) =>
          others.some(
            (other) =>
              name.left < other.right && other.left < name.right && name.top < other.bottom && other.top < name.bottom,
          ),
        ).length;
      });
      expect(overlaps, chart).toBe(0);
    }
    expect(mistakes).toEqual([]);
  });

  it.each(DIALOGS)(
    "the dialog %s is accessible",
    async (title, path, ...clicks) => {
      const { page, mistakes } = await open(path());
      for (const name of clicks) await page.getByRole("button", { name }).first().click();
      await page.getByRole("dialog", { name: title }).waitFor();
      await expectAccessible(page, `${width}-${colorScheme}-dialog-${title}`);
      expect(mistakes).toEqual([]);
    },
    60_000,
  );
});

/** The element with the keyboard's focus, and what is wrong with the ring around it; null at the end of the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`.slice(0, 60);
    // A dot of a chart shows it by its own edge, and other controls by the box that they stand in.
    if (element.matches(".dot")) {
      const width = getComputedStyle(element.querySelector("circle") ?? element).strokeWidth;
      return { name, problem: Number.parseFloat(width) < 2.5 ? "no edge" : "" };
    }
    const label = element.matches(".segment input") ? element.nextElementSibling : null;
    const ring = [element, element.closest(".words, .question-box"), label].find((one) => {
      const style = one ? getComputedStyle(one) : null;
      return style !== null && style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    });
    if (!ring) return { name, problem: "no ring" };
    const { outlineOffset, outlineWidth } = getComputedStyle(ring);
    const by = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const box = ring.getBoundingClientRect();
    for (let outer = ring.parentElement; outer !== null && outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX === "visible") continue;
      const edge = outer.getBoundingClientRect();
      const cut = [edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom];
      if (Math.max(...cut) + by > 0.5) return { name, problem: `cut off by .${outer.className}` };
    }
    return { name, problem: "" };
  });

describe("the keyboard", () => {
  it("is seen on every control of every page, by a ring that nothing cuts off", async () => {
    const { page } = await openAt("", { colorScheme: "dark" });
    for (const path of everyPage()) {
      await page.goto(`${system.url}/explorer${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector(".loading") === null);
      const wrong: unknown[] = [];
      let count = 0;
      for (; count < 60; count++) {
        await page.keyboard.press("Tab");
        const one = await focused(page);
        if (one === null) break;
        if (one.problem !== "") wrong.push(one);
      }
      expect(wrong, path).toEqual([]);
      expect(count, path).toBeGreaterThan(0);
    }
  });
});
