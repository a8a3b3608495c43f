import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { createUser } from "#accounts/teams/create-user";
import { projectRoot } from "#foundation/config/project-root";
import { explorerPages } from "#server/explorer-pages";
import { HttpAnswer } from "#server/http-answer";
import { pageSender } from "#server/page";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { WIND_CRITERIA } from "../support/discovery.ts";
import { holdTable } from "../support/hold-table.ts";
import { seedEsgItem, seedEvent, seedNews } from "../support/impact.ts";
import { startLocalServer } from "../support/local-server.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { expectAccessible, openPage } from "./pages.ts";

const QUESTION =
  "Find 5 manufacturers of wind turbine components in Germany and Austria, not wind farm operators, family owned";

let system: TestSystem;
let browser: Browser;
let worker: RunningWorker | undefined;
let key: string;
let teamId: number;

beforeAll(async () => {
  await buildExplorer();
  // An allow-list of no documents but the product's own: the explorer goes on working.
  const listed = join(await temporaryFolder(), "documents.json");
  await writeFile(listed, "{}");
  const environment = {
    PERSISTED_DOCUMENTS: listed,
    PERSISTED_DOCUMENTS_ONLY: "on",
  };
  [system, browser] = await Promise.all([startSystem({ temporal: true, environment }), startBrowser()]);
  await importTestCompanies(system.database.db);
  // Figures of two years, from which momentum is known.
  await system.database.db.pool.query(
    "UPDATE companies SET previous_employees = employees - 10 + id % 19 WHERE employees > 40",
  );
  ({ key, teamId } = await system.team({ name: "Wind research" }));
  const reader = {
    email: "reader@explorer.example",
    firstName: "Ada",
    lastName: "Lovelace",
    password: "correct horse",
  };
  await createUser(system.database.db.prisma, { teamId, ...reader });
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop();
  await system?.stop();
});

describe("the explorer's files", () => {
  it("are one page below /explorer, whose other files never change and are kept for a year", async () => {
    const page = await fetch(`${system.url}/explorer/markets/7/companies`);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    const [script = ""] = /\/explorer\/assets\/[^"]+\.js/.exec(html) ?? [];
    const file = await fetch(system.url + script);
    expect([file.status, file.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect((await fetch(`${system.url}/explorer/assets/none.js`)).status).toBe(404);
  });

  it("are replaced by a page that says how to build them, where they are not there", async () => {
    const pages = explorerPages({ embedOrigins: [] }, await temporaryFolder());
    const page = await pages("/explorer")?.();
    expect(String(page?.body)).toContain("npm ci &amp;&amp; npm run build");
  });

  it("are those of the latest build under a running server: an open page gets 404 for replaced files, and loads after a reload", async () => {
    const folder = await temporaryFolder();
    await cp(join(projectRoot(), "dist/web"), folder, { recursive: true });
    const send = pageSender({ get: explorerPages({ embedOrigins: [] }, folder) });
    const server = await startLocalServer(async (request, response) => {
      const path = new URL(request.url ?? "", "http://server").pathname;
      if (!(await send(path, request, response as HttpAnswer))) response.writeHead(404).end();
    }, HttpAnswer);
    const { page } = await openPage(browser, server.url);
    await page.goto(`${server.url}/explorer`);
    await page.getByLabel("API key").waitFor();
    const assets = await readdir(join(folder, "assets"));
    const statusOf = async (name: string) => (await fetch(`${server.url}/explorer/assets/${name}`)).status;
    const [script = ""] = assets.filter((name) => name.endsWith(".js"));
    expect(await statusOf(script)).toBe(200);

    await renameAssets(folder, assets);
    expect(await statusOf(script)).toBe(404);
    expect(await statusOf(renamed(script))).toBe(200);
    expect(await statusOf("..%2findex.html")).toBe(404);
    await page.reload();
    await page.getByLabel("API key").waitFor();
    const loaded = await page.locator("script[src]").evaluateAll((all) => all.map((one) => one.getAttribute("src")));
    expect(loaded).toEqual([expect.stringContaining("-next.js")]);
    // Between two builds there is no page for a moment.
    await rm(join(folder, "index.html"));
    expect(await (await fetch(`${server.url}/explorer`)).text()).toContain("The explorer is not built");
    await server.stop();
  }, 60_000);
});

const renamed = (name: string) => name.replace(/(\.\w+)$/, "-next$1");

/** Replaces the explorer's files as a build of changed sources does: by others, under other names. */
async function renameAssets(folder: string, assets: readonly string[]): Promise<void> {
  const withNewNames = (text: string) => assets.reduce((all, name) => all.replaceAll(name, renamed(name)), text);
  for (const name of assets) {
    const text = await readFile(join(folder, "assets", name), "utf8");
    await rm(join(folder, "assets", name));
    await writeFile(join(folder, "assets", renamed(name)), withNewNames(text));
  }
  const index = join(folder, "index.html");
  await writeFile(index, withNewNames(await readFile(index, "utf8")));
}

describe("the explorer, in a browser", () => {
  it("leads from a question to a published market, and tells why each company is in, or not", async () => {
    const { page, mistakes, received } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.getByLabel("API key").fill("mk_live_no");
    await page.getByRole("button", { name: "Open the explorer" }).click();
    await page.getByText("This key is not valid").waitFor();
    await expectAccessible(page, "sign-in");
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Open the explorer" }).click();
    await page.getByText("No market yet").waitFor();
    await expectAccessible(page, "home");
    // In bytes over the wire, compressed; answers of the graph included.
    expect(await received()).toBeLessThan(300_000);

    await page.getByLabel("Your question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByText("“family owned”").waitFor();
    await page.getByText("Costs").waitFor();
    await page.getByLabel("Places", { exact: true }).fill("Hamburg, Atlantis");
    await page.keyboard.press("Enter");
    await page.getByText("does not end with a country").waitFor();
    await page.getByLabel("Places", { exact: true }).fill("Denmark");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove Denmark" }).waitFor();
    await page.getByLabel("Companies, at most").fill("12");
    await expectAccessible(page, "ask");
    await page.getByRole("button", { name: "Start the discovery" }).click();

    // Nothing takes the work yet: the page waits with it, and goes on by itself when somebody does.
    await page.getByRole("heading", { name: "Discovering" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await expectAccessible(page, "progress");
    const release = await holdTable(system.database.db, "market_companies", "EXCLUSIVE");
    onTestFinished(release);
    worker = await system.startWorker();
    // The judgements are stored, the market is not: companies are shown as they are judged.
    const arriving = page.getByRole("list", { name: "The best so far" }).getByRole("listitem");
    await arriving.filter({ hasText: "Oresund Blades A/S" }).waitFor();
    await page.getByText("meet the criteria, as far as known").waitFor();
    await expectAccessible(page, "arriving");
    await release();
    await page.getByRole("table", { name: "Companies of the market" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(1 + 9);
    await expectAccessible(page, "companies");

    await page.getByRole("button", { name: "Company" }).click();
    await page.getByLabel("Search companies").fill("oresund");
    await page.getByRole("row").nth(2).waitFor({ state: "detached" });
    expect(await page.getByRole("row").nth(1).innerText()).toContain("Oresund Blades A/S");
    const name = page.getByRole("button", { name: "Oresund Blades A/S oresund-blades.dk", exact: true });
    await name.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Why it is in" }).waitFor();
    expect(await page.locator("dialog q").allInnerTexts()).toContain(
      "Oresund Blades makes rotor blades for wind turbines at sea.",
    );
    expect(await page.locator("dialog mark").allInnerTexts()).toContain("makes");
    await expectAccessible(page, "company");
    await page.getByLabel("Comment").fill("Blades for the sea count");
    await page.getByRole("button", { name: "Belongs", exact: true }).click();
    await page.getByText("Accepted on").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Why not?" }).click();
    await page.getByLabel("Domain").fill("iberia-windparks.com");
    await page.keyboard.press("Enter");
    await page.getByText("The smallest change that would include it").waitFor();
    await expectAccessible(page, "why-not");

    await page.getByRole("link", { name: "Reviews" }).click();
    await page.getByText("“Blades for the sea count”").waitFor();
    await expectAccessible(page, "reviews");

    await page.getByRole("link", { name: "History", exact: true }).click();
    const changes = page.getByRole("table", { name: "Changes" });
    await changes.waitFor();
    expect(await changes.getByText("Entered").count()).toBe(9);
    await expectAccessible(page, "history");
    await page.getByLabel("From", { exact: true }).selectOption({ index: 0 });
    await changes.getByText("Moved").first().waitFor();
    // The tick has put it first.
    expect(await changes.getByRole("row").nth(1).innerText()).toMatch(/^Moved\s+Oresund Blades A\/S[^#]+#9[^#]+#1\s/);
    await page.getByText("The criteria at that time").click();
    await page.getByText("up to 12").waitFor();
    await expectAccessible(page, "history-review");

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("Published", { exact: true }).waitFor();
    for (const view of ["Landscape", "Topics", "Features", "Time line", "Criteria", "Runs"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.locator(".views [aria-current=page]", { hasText: view }).waitFor();
      await expectAccessible(page, view.toLowerCase());
    }
    await page.getByRole("link", { name: "Companies", exact: true }).click();
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByLabel("CSV").check();
    await expectAccessible(page, "export");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const rows = await readFile(await (await download).path(), "utf8");
    expect(rows).toContain("oresund-blades.dk");
    await page.goto(`${system.url}/explorer/markets/1/landscape`);
    const momenta: Record<string, string[]> = {};
    for (const chart of ["Bubbles", "Radar", "Map"]) {
      await page.getByText(chart, { exact: true }).click();
      const dots = page.locator("svg .dot");
      await dots.first().waitFor();
      const labels = await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("aria-label") ?? ""));
      momenta[chart] = labels.map((label) => label.replace(/^([^:]+):.* (momentum \d+).*$/, "$1 $2")).sort();
      await expectAccessible(page, `chart-${chart.toLowerCase()}`);
    }
    // Both show momentum from 0 to 100.
    expect(momenta.Radar).not.toEqual([]);
    expect(momenta.Bubbles).toEqual(expect.arrayContaining(momenta.Radar ?? []));
    await page.locator("svg .dot[tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Why it is in" }).waitFor();
    expect(page.url()).not.toContain(key.slice(-8));

    await page.goto(`${system.url}/explorer/monitors`);
    await page.getByText("New monitor", { exact: true }).click();
    await page.getByLabel("Market", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("companies match. Changes are reported from now on").waitFor();
    const moved = TEST_COMPANIES.filter(({ domain }) => domain === "oresund-blades.dk");
    await importTestCompanies(
      system.database.db,
      moved.map((company) => ({ ...company, country: "ES", city: "Madrid" })),
    );
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByText("Oresund Blades A/S (oresund-blades.dk) left").waitFor();
    await page.getByText("before and now").click();
    expect(await page.locator("del").allInnerTexts()).toContain("DK");
    await expectAccessible(page, "monitor");
    await page.getByRole("button", { name: "Create an address" }).click();
    const feed = await page.getByRole("link", { name: /\.atom$/ }).innerText();
    expect(await (await fetch(system.url + new URL(feed).pathname)).text()).toContain("Oresund Blades A/S");
    await page.getByLabel("E-mail address of a user").fill("reader@explorer.example");
    await page.getByRole("button", { name: "Send the digest" }).click();
    await page.getByText("reader@explorer.example, every day").waitFor();
    await expectAccessible(page, "monitor-readers");
    await page.getByRole("button", { name: "End the digest of reader@explorer.example" }).click();
    await page.getByText("reader@explorer.example, every day").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Create an address" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(mistakes).toEqual([]);
  }, 120_000);

  it("asks an overloaded server again, when the server says", async () => {
    const { page } = await openPage(browser, system.url);
    let refused = 0;
    await page.route("**/graphql", async (route) => {
      if (++refused > 2) return route.fallback();
      const body = JSON.stringify({
        errors: [{ message: "too much is asked at once", extensions: { code: "SERVICE_UNAVAILABLE" } }],
      });
      return route.fulfill({ status: 503, headers: { "retry-after": "1", "content-type": "application/json" }, body });
    });
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/markets/1/criteria`);
    await page.getByText("Criteria now").waitFor();
    expect(refused).toBeGreaterThan(2);
  }, 60_000);

  it("tells how a question is read before the start, and lets unknown figures be left out", async () => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(
      `${system.url}/explorer/ask?question=${encodeURIComponent("Makers of rotor blades within 50 km of Xyzburg founded after 2015")}`,
    );
    const read = page.getByText("“Xyzburg” is no place that is known here");
    await read.waitFor();
    const years = page.getByText(/The year of founding is in the records of \d+ of \d+ companies/);
    await years.filter({ hasText: "The others stay in" }).waitFor();
    await page.getByLabel("Leave out companies of which the figure is not known").check();
    await years.filter({ hasText: "The others are left out" }).waitFor();
    await expectAccessible(page, "reading");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("previews the likeliest companies of the criteria, and takes the preview back when they change", async () => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/ask?question=${encodeURIComponent(QUESTION)}`);
    await page.getByRole("button", { name: "Show the likeliest companies" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(/compan(y|ies) match/).waitFor();
    expect(await preview.getByRole("listitem").count()).toBeGreaterThan(2);
    await expectAccessible(page, "preview");
    await page.getByLabel("Role").selectOption("distributor");
    await preview.getByRole("listitem").first().waitFor({ state: "detached" });
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("shows the words of the record behind a cell of the feature map", async () => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/markets/1/features`);
    const cell = page
      .getByRole("table")
      .getByRole("button", { name: /^stated: / })
      .first();
    await cell.click();
    const quote = (await page.locator(".quote-line q").innerText()).replace(/[“”]/g, "");
    const company = await page.locator(".quote-line strong").innerText();
    const { description } = await system.database.db.prisma.company.findFirstOrThrow({ where: { name: company } });
    expect(description).toContain(quote);
    await expectAccessible(page, "cell");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("tells news, ESG and events on one time line, each text once", async () => {
    const { db } = system.database;
    const { id } = await db.prisma.company.findUniqueOrThrow({ where: { domain: "oresund-blades.dk" } });
    const subscribed = await system.key(teamId, SCOPES, ["events-monitor"]);
    await seedNews(db, [id], 1, "A strike at the blade works");
    const { url } = await db.prisma.newsItem.findFirstOrThrow({ where: { title: { startsWith: "A strike" } } });
    await seedEsgItem(db, id, url);
    await seedEvent(db, { title: "Floods close a harbour", companyIds: [id], alertTypes: ["Flood"], age: 2 });
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), subscribed);
    await page.goto(`${system.url}/explorer/markets/1/time-line`);
    const entries = page.locator(".happening");
    const strike = entries.filter({ hasText: "A strike at the blade works" });
    await strike.waitFor();
    expect(await strike.locator(".badge").allInnerTexts()).toEqual(expect.arrayContaining(["News", "ESG"]));
    const flood = entries.filter({ hasText: "Floods close a harbour" });
    expect(await flood.innerText()).toContain("Oresund Blades A/S · Flood");
    await expectAccessible(page, "time-line");
    await page.getByText(/^Events/).click();
    await strike.waitFor({ state: "detached" });
    await flood.waitFor();
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("adds a column, shows the words behind its answers, sorts by it and deletes it", async () => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/markets/1/companies`);
    await page.getByRole("button", { name: "Add a column" }).click();
    await page.getByLabel("Question to each company").fill("How many employees do they have?");
    await page.getByLabel("An answer is").selectOption("NUMBER");
    await page.getByLabel("Heading").fill("Staff");
    await page.getByRole("textbox", { name: /^Unit/ }).fill("people");
    await expectAccessible(page, "add-column");
    await page.getByRole("button", { name: "Add the column" }).click();
    const answer = page.getByRole("button", { name: /^Staff of .+: [\d,]+ people$/ }).first();
    await answer.waitFor();
    await expectAccessible(page, "columns");
    await answer.click();
    await page.getByText("Field employees of the record").waitFor();
    expect(await page.locator("dialog blockquote").innerText()).toMatch(/^\d+$/);
    await expectAccessible(page, "answer");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Staff", exact: true }).click();
    await page.locator('th[aria-sort="ascending"]', { hasText: "Staff" }).waitFor();
    await page.getByRole("button", { name: "Staff", exact: true }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: "Staff" }).waitFor();
    await page.getByRole("button", { name: "Columns 1" }).click();
    await page.getByRole("button", { name: "Delete Staff" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("columnheader", { name: "Staff" }).waitFor({ state: "detached" });
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("makes a dossier about a market, and shows its report with the sources and with dates in words", async () => {
    const { db } = system.database;
    const { id } = await db.prisma.company.findUniqueOrThrow({ where: { domain: "oresund-blades.dk" } });
    await seedNews(db, [id], 2, "Rotor blades of Oresund Blades");
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/dossiers`);
    await page.getByText("No dossier yet").waitFor();
    await page.getByText("New dossier", { exact: true }).click();
    await page.getByLabel("About").selectOption("MARKET");
    await page.getByLabel("Question", { exact: true }).fill("Who makes rotor blades?");
    expect(await page.getByRole("button", { name: "Create and run" }).isDisabled()).toBe(true);
    await page.getByLabel("Market", { exact: true }).selectOption({ index: 1 });
    await expectAccessible(page, "new-dossier");
    await page.getByRole("button", { name: "Create and run" }).click();
    await page.getByRole("heading", { name: "Who makes rotor blades?", level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: "Wind turbine components" }).getAttribute("href")).toBe(
      "/explorer/markets/1",
    );
    const report = page.getByRole("article");
    await report.getByRole("heading", { name: "Answer" }).waitFor();
    const words = await report.innerText();
    expect(words).toContain("Oresund Blades");
    expect(words).toContain("May 19, 2026");
    expect(words).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    const number = await report
      .getByRole("link", { name: /^Source \d+$/ })
      .first()
      .innerText();
    await page.locator(`#source-${number}`).waitFor();
    await expectAccessible(page, "dossier");
    await page.getByRole("link", { name: "Dossiers" }).last().click();
    await page.getByRole("link", { name: /Who makes rotor blades\?/ }).waitFor();
    await expectAccessible(page, "dossiers");
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("is as usable on a phone in the dark", async () => {
    const { page, mistakes } = await openPage(browser, system.url, {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    const market = `${system.url}/explorer/markets/1`;
    for (const [name, address, shown] of [
      ["home", `${system.url}/explorer`, "Wind turbine components"],
      ["ask", `${system.url}/explorer/ask?question=${encodeURIComponent(QUESTION)}`, "Costs"],
      ["companies", `${market}/companies`, "oresund-blades.dk"],
      ["company", `${market}/companies?company=oresund-blades.dk`, "Why it is in"],
      ["reviews", `${market}/reviews`, "“Blades for the sea count”"],
      ["criteria", `${market}/criteria`, "Criteria now"],
      ["history", `${market}/history`, "What changed"],
      ["runs", `${market}/runs`, "Momentum"],
    ] as const) {
      await page.goto(address);
      await page.getByText(shown).first().waitFor();
      await expectAccessible(page, `phone-${name}`);
    }
    // The estimate is folded, so that a company is on the first screen.
    await page.goto(`${market}/companies`);
    // The heading's row is hidden on a phone.
    const first = await page
      .getByRole("table", { name: "Companies of the market" })
      .getByRole("row")
      .first()
      .boundingBox();
    expect(first?.y).toBeLessThan(844);
    const estimate = page.locator("details.estimate");
    expect(await estimate.locator("p").first().isVisible()).toBe(false);
    await estimate.locator("summary").click();
    await estimate.locator("p").first().waitFor();
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("lists the companies that were close, with the criterion that each does not meet", async () => {
    const searchCriteria = { ...WIND_CRITERIA, constraints: { minEmployees: 350 } };
    const { body } = await system.rest(key, "POST", "/v2/discovery/start", { searchCriteria });
    const { marketId } = (body as { metadata: { marketId: number } }).metadata;
    await eventually(
      () => system.database.db.query("SELECT id FROM jobs WHERE market_id = $1 AND status <> 'completed'", [marketId]),
      (open) => open.length === 0,
    );
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/explorer`);
    await page.evaluate((one) => sessionStorage.setItem("explorer.key", one), key);
    await page.goto(`${system.url}/explorer/markets/${marketId}/companies`);
    await page.getByText("Close, not met").click();
    const table = page.getByRole("table", { name: "Close, not met" });
    await table.waitFor();
    await page.getByLabel("Search companies").fill("baltic");
    await table.getByRole("row").nth(2).waitFor({ state: "detached" });
    expect(await table.getByRole("row").nth(1).innerText()).toMatch(/Baltic Turbines AG.*100.*350/s);
    await expectAccessible(page, "close");
    // The address can be sent to others.
    await page.reload();
    await table
      .getByRole("button", { name: /^Baltic Turbines AG/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Why it is not in" }).waitFor();
    expect(await page.getByRole("dialog").innerText()).toContain("A criterion is not met.");
    await expectAccessible(page, "close-company");
    expect(mistakes).toEqual([]);
  }, 60_000);
});
