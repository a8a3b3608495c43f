import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedEvent } from "../support/impact.ts";
import { type LocalServer, startLocalServer } from "../support/local-server.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { seedKiteMarket } from "./kite-market.ts";
import { expectAccessible, openPage } from "./pages.ts";

/** A page of another site, which has a market in a frame. */
let portal: LocalServer;
let framed = "";
let width = 900;
let system: TestSystem;
let browser: Browser;
let key: string;
let teamId: number;
let marketId: number;

beforeAll(async () => {
  await buildExplorer();
  portal = await startLocalServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><title>Portal</title><iframe title="Market" width="${width}" height="700" src="${framed}"></iframe>`,
    );
  });
  [system, browser] = await Promise.all([startSystem({ environment: { EMBED_ORIGINS: portal.url } }), startBrowser()]);
  const { db } = system.database;
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const seeded = await seedKiteMarket(db, teamId);
  marketId = seeded.marketId;
  await seedEvent(db, { title: "Storm stops kites", companyIds: seeded.companyIds, alertTypes: ["Storm"] });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await portal?.stop();
});

async function frameToken(ofKey: string): Promise<string> {
  const { body } = await system.rest(ofKey, "GET", "/v2/auth/session");
  return (body as { accessToken: string }).accessToken;
}

/** The portal's page around the frame, and the operations that the frame sends. */
async function openPortal(address: string, { at = portal.url, frameWidth = 900 } = {}) {
  framed = system.url + address;
  width = frameWidth;
  const watched = await openPage(browser, system.url);
  const asked: string[] = [];
  watched.page.on("request", (request) => asked.push(request.postData() ?? ""));
  const answers: Promise<string>[] = [];
  watched.page.on("response", (response) => {
    if (response.request().method() === "POST") answers.push(response.text());
  });
  await watched.page.goto(at);
  return {
    ...watched,
    frame: watched.page.frameLocator("iframe"),
    asked,
    answered: async () => (await Promise.all(answers)).join("\n"),
    inner: (): Frame => present(watched.page.frames().find((one) => one.url().includes("/embed/"))),
  };
}

const openMarket = async (options = {}) =>
  openPortal(`/embed/markets/${marketId}?sessionId=${await frameToken(key)}`, options);

const permit = (explorerPermissions: object, theme = "light") =>
  system.database.db.prisma.team.update({ where: { id: teamId }, data: { theme, explorerPermissions } });

describe("a market in a frame", () => {
  it("shows what the team's permissions allow, in its theme, and hides its session", async () => {
    await permit({ table: true, featureFit: true }, "dark");
    const { page, frame, inner } = await openMarket();
    const table = frame.getByRole("table", { name: "Companies of the market" });
    await table.waitFor();
    const views = frame.getByRole("navigation", { name: "Views of the market" }).getByRole("button");
    expect(await views.allInnerTexts()).toEqual(["Companies", "Features", "Topics"]);
    // Details are "due diligence"; and a frame changes nothing.
    expect(await table.getByRole("button", { name: /Kites|belongs/ }).count()).toBe(0);
    expect(await frame.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(inner().url()).toBe(`${system.url}/embed/markets/${marketId}`);
    await permit({ dueDiligence: true });
    await page.reload();
    await frame.getByText("Your team cannot open this page").waitFor();
    await permit({ table: true, dueDiligence: true });
    await page.reload();
    await frame.getByRole("button", { name: /^Calm Kites/ }).click();
    await frame.getByRole("heading", { name: "Why it is in" }).waitFor();
    expect(await frame.getByText("Your review").count()).toBe(0);
  }, 60_000);

  it.each([
    ["bubble", "Landscape", "Siemens Kites Renewable", "query Landscape"],
    ["events", "Time line", "Storm stops kites", "query TimeLine"],
  ])(
    "shows one view by the permission %s, and asks for no other",
    async (permission, view, shown, operation) => {
      await permit({ [permission]: true });
      const { frame, asked } = await openMarket();
      await frame.getByText(shown).first().waitFor();
      const views = frame.getByRole("navigation", { name: "Views of the market" }).getByRole("button");
      expect(await views.allInnerTexts()).toEqual([view]);
      const operations = asked.flatMap((text) => /(?:query|mutation|subscription) \w+/.exec(text) ?? []);
      expect([...new Set(operations)].sort()).toEqual(["query Embedded", operation].sort());
      // Neither a dot of a chart nor an entry leads to a company's details.
      const dot = frame.locator("svg .dot").first();
      if (permission === "bubble") await dot.press("Enter");
      expect(await frame.getByRole("dialog").count()).toBe(0);
    },
    60_000,
  );

  it("reads the criteria of its companies only where the details of companies are permitted", async () => {
    for (const [dueDiligence, isRead] of [
      [false, false],
      [true, true],
    ] as const) {
      await permit({ table: true, dueDiligence });
      const { frame, answered } = await openMarket();
      await frame.getByRole("table", { name: "Companies of the market" }).waitFor();
      expect(await frame.getByRole("columnheader", { name: "Fit" }).count()).toBe(isRead ? 1 : 0);
      expect((await answered()).includes('"criterion"')).toBe(isRead);
    }
  }, 60_000);

  it.each([
    ["light", 900],
    ["dark", 900],
    ["light", 380],
    ["dark", 380],
  ])(
    "is accessible in the theme %s, %i pixels wide, in every view",
    async (theme, frameWidth) => {
      await permit({ table: true, bubble: true, events: true, featureFit: true, dueDiligence: true }, theme);
      const { frame, inner, mistakes } = await openMarket({ frameWidth });
      const views = frame.getByRole("navigation", { name: "Views of the market" }).getByRole("button");
      await views.first().waitFor();
      for (const view of await views.all()) {
        await view.click();
        await expectAccessible(inner(), `frame-${theme}-${frameWidth}-${(await view.innerText()).toLowerCase()}`);
      }
      await views.first().click();
      await frame.getByRole("button", { name: /^Calm Kites/ }).click();
      await frame.getByRole("heading", { name: "Why it is in" }).waitFor();
      await expectAccessible(inner(), `frame-${theme}-${frameWidth}-company`);
      await permit({}, theme);
      const refused = await openMarket({ frameWidth });
      await refused.frame.getByText("Your team cannot open this page").waitFor();
      await expectAccessible(refused.inner(), `frame-${theme}-${frameWidth}-refused`);
      // The portal is another origin than the server.
      const all = [...mistakes, ...refused.mistakes].filter((one) => one !== `asked ${portal.url}/`);
      expect(all).toEqual([]);
    },
    60_000,
  );

  it("shows no market of another team, and nothing without a session", async () => {
    const others = await system.team({ name: "Rival Research" });
    const { frame } = await openPortal(`/embed/markets/${marketId}?sessionId=${await frameToken(others.key)}`);
    await frame.getByText("It does not exist").waitFor();
    expect(await frame.locator("body").innerText()).not.toContain("Power kites");
    const closed = await openPortal(`/embed/markets/${marketId}`);
    await closed.frame.getByText("opened without its session").waitFor();
    await expectAccessible(closed.inner(), "frame-without-session");
  }, 60_000);

  it("stands in pages of the configured origins alone", async () => {
    const elsewhere = portal.url.replace("127.0.0.1", "localhost");
    const { mistakes, page } = await openMarket({ at: elsewhere });
    await page.waitForFunction(() => document.readyState === "complete");
    expect(mistakes.join()).toContain("frame-ancestors");
    const { headers } = await fetch(`${system.url}/embed/markets/${marketId}`);
    expect([headers.get("x-frame-options"), headers.get("content-security-policy")]).toEqual([
      null,
      expect.stringContaining(`frame-ancestors ${portal.url};`),
    ]);
  }, 60_000);
});
