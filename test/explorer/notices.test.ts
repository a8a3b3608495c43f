import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedEvent } from "../support/impact.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { startBrowser } from "./browser.ts";
import { buildExplorer } from "./build-explorer.ts";
import { expectAccessible, openPage } from "./pages.ts";

let system: TestSystem;
let browser: Browser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let teamId: number;
let key: string;

beforeAll(async () => {
  await buildExplorer();
  receiver = await startReceiver();
  [system, browser] = await Promise.all([
    startSystem({ temporal: true, worker: true, environment: { FETCH_ALLOW: receiver.pair } }),
    startBrowser(),
  ]);
  ({ teamId } = await system.team({ name: "Wind research" }));
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await receiver?.stop();
});

/** Adds a webhook as another client would. */
async function addWebhook(description: string): Promise<{ webhookId: number }> {
  const { data } = await system.graph(
    key,
    "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { webhookId } } }",
    { input: { url: receiver.url, description } },
  );
  return (data as { createWebhook: { webhook: { webhookId: number } } }).createWebhook.webhook;
}

/** The page at an address of the explorer, signed in with a key. */
async function openExplorer(path: string, ofKey = key, options = {}) {
  const watched = await openPage(browser, system.url, options);
  await watched.page.addInitScript((one) => sessionStorage.setItem("explorer.key", one), ofKey);
  await watched.page.goto(`${system.url}/explorer${path}`);
  return watched;
}

describe("webhooks in the explorer", () => {
  it("are created with a secret that is shown once, tested, sent again, disabled, rotated and deleted", async () => {
    const { page, mistakes } = await openExplorer("/webhooks");
    await page.getByText("No webhook yet").waitFor();
    await page.getByText("New webhook", { exact: true }).click();
    await page.getByLabel("Address").fill("ftp://example.com");
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await page.getByText("This input is not valid").waitFor();
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByLabel("Purpose").fill("Into our chat");
    await page.getByLabel("A company left a monitored market").check();
    await expectAccessible(page, "new-webhook");
    await page.getByRole("button", { name: "Create the webhook" }).click();
    const shown = page.getByLabel("Store it in your receiver");
    const secret = await shown.inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page, "webhook-secret");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("link", { name: "Into our chat" }).click();

    await page.getByRole("button", { name: "Send a test message" }).click();
    const deliveries = page.getByRole("table", { name: "Deliveries" });
    await deliveries.getByText("HTTP 204").waitFor();
    const [sent] = receiver.received;
    expect(sent && new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({ type: "ping" });
    expect(await page.content()).not.toContain(secret);
    await expectAccessible(page, "webhook");
    await deliveries.getByRole("button", { name: /^Send again: Test message/ }).click();
    await eventually(
      async () => receiver.received.length,
      (messages) => messages === 2,
    );
    expect(receiver.received[1]?.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);
    await page.getByLabel("State of the deliveries").selectOption("Failed");
    await page.getByText("No delivery is in this state").waitFor();

    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Disabled: by hand").waitFor();
    expect(await page.getByRole("button", { name: "Send a test message" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByRole("button", { name: "Disable" }).waitFor();
    await page.getByRole("button", { name: "New secret" }).click();
    await shown.waitFor();
    expect(await shown.inputValue()).not.toBe(secret);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expectAccessible(page, "webhook-delete");
    await page.getByRole("button", { name: "Delete the webhook" }).click();
    await page.getByText("No webhook yet").waitFor();
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("are not shown to a key without the scope, which learns why, and are not changed by one that only reads", async () => {
    const { webhookId } = await addWebhook("Theirs");
    const asked: string[] = [];
    const without = await openExplorer("/webhooks", await system.key(teamId, ["markets:read"]));
    without.page.on("request", (request) => asked.push(request.postData() ?? ""));
    await without.page.getByText("Your key cannot read webhooks").waitFor();
    await expectAccessible(without.page, "webhooks-refused");
    await without.page.goto(`${system.url}/explorer/webhooks/${webhookId}`);
    await without.page.getByText("Your key cannot read webhooks").waitFor();
    expect(await without.page.locator("main").innerText()).not.toContain(receiver.url);
    expect(asked.filter((text) => text.includes("webhook"))).toEqual([]);

    const reading = await openExplorer("/webhooks", await system.key(teamId, ["teams:read"]));
    await reading.page.getByText("Your key cannot change webhooks").waitFor();
    await reading.page.getByRole("link", { name: "Theirs" }).click();
    await reading.page.getByText("Your key cannot change webhooks").waitFor();
    await reading.page.getByText("Nothing was sent yet").waitFor();
    expect(await reading.page.getByRole("button", { name: /test message|Disable|secret|Delete/ }).count()).toBe(0);
    expect([...without.mistakes, ...reading.mistakes]).toEqual([]);
  }, 60_000);
});

describe("monitors of events in the explorer", () => {
  it("repeat a filter, report the events that enter, and can be deleted", async () => {
    const { db } = system.database;
    await seedEvent(db, { title: "Strike at a blade factory", alertTypes: ["Strike"] });
    const { page, mistakes } = await openExplorer("/monitors");
    await page.getByText("New monitor", { exact: true }).click();
    await page.getByText("Events", { exact: true }).click();
    expect(await page.getByRole("button", { name: "Create", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Strike", exact: true }).click();
    await page.getByLabel("Severity, at least").selectOption("2");
    await page.getByLabel("Name").fill("Strikes");
    await expectAccessible(page, "new-events-monitor");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Strikes" }).waitFor();
    await page.getByText("Events: Strike · severity 2–3 of 3").waitFor();
    await page.getByText(/1 events? match/).waitFor();
    await seedEvent(db, { title: "Strike at a tower factory", alertTypes: ["Strike"] });
    await seedEvent(db, {
      title: "Small strike",
      alertTypes: ["Strike"],
      entities: [{ name: "A", likelihood: 1, severity: 1 }],
    });
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByText("Strike at a tower factory").first().waitFor();
    expect(await page.getByText("Small strike").count()).toBe(0);
    await expectAccessible(page, "events-monitor");
    const [, monitorId] = /monitors\/(\d+)/.exec(page.url()) ?? [];
    const { schedule } = await connectTemporal(system);
    await schedule.getHandle(`monitor-${monitorId}`).pause("the registers are being moved");
    await page.getByText("An operator has paused its schedule: the registers are being moved.").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete the monitor" }).click();
    await page.getByText("No monitor yet").waitFor();
    expect(mistakes).toEqual([]);
  }, 60_000);

  it("are not offered to a key without the subscription", async () => {
    const { page } = await openExplorer("/monitors", await system.key(teamId, SCOPES));
    await page.getByText("New monitor", { exact: true }).click();
    await page.getByText("Your key cannot monitor events").waitFor();
    expect(await page.getByText("Events", { exact: true }).count()).toBe(0);
  }, 60_000);
});

describe("the page of the key", () => {
  it("says what the key may do, and how an operator changes it, without the key itself", async () => {
    const own = await system.key(teamId, ["markets:read"]);
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 390],
    ] as const) {
      const { page, mistakes } = await openExplorer("/key", own, { colorScheme, viewport: { width, height: 844 } });
      await page.getByRole("heading", { name: "Your key" }).waitFor();
      const allowed = page.getByRole("listitem").filter({ has: page.getByText("Allowed", { exact: true }) });
      expect(await allowed.allInnerTexts()).toEqual([expect.stringContaining("markets:read")]);
      expect(await page.content()).not.toContain(own);
      await expectAccessible(page, `key-${width}`);
      await page.goto(`${system.url}/explorer/monitors`);
      await page.getByText("Your key cannot create monitors").waitFor();
      expect(mistakes).toEqual([]);
    }
  }, 60_000);
});
