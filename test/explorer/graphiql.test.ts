import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";
import { startBrowser } from "./browser.ts";
import { openPage } from "./pages.ts";

let system: TestSystem;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

it("GraphiQL opens with its examples, answers the first one, and asks no other host", async () => {
  const { page, mistakes } = await openPage(browser, system.url);
  await page.goto(`${system.url}/graphql`);
  await page.getByRole("tab").nth(1).waitFor();
  await page.getByRole("button", { name: /^Execute query/ }).click();
  const answer = page.getByRole("region", { name: "Result" });
  await answer.getByText('"__schema"').waitFor();
  await page.getByRole("tab").nth(1).click();
  await page.getByRole("region", { name: "Operation Editor" }).getByText("YourKey").first().waitFor();
  await page.getByRole("button", { name: /^Execute query/ }).click();
  await page.getByRole("menuitem", { name: "Charts" }).waitFor();
  expect(mistakes).toEqual([]);
});
