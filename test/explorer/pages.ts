import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where pictures of the pages are put, for people to look at; nowhere, where it is not set. */
const PICTURES = process.env.EXPLORER_PICTURES;

export interface WatchedPage {
  page: Page;
  /** What the page should not have done: asked elsewhere, broken its policy, thrown, answered an error to the console. */
  mistakes: string[];
  /** Bytes of the answers so far, as they came over the wire. */
  received(): Promise<number>;
}

/** A page of its own session, which is watched. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const mistakes: string[] = [];
  const sizes: Promise<number>[] = [];
  page.setDefaultTimeout(30_000);
  onTestFailed(async () => {
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, "failed.png"), fullPage: true });
  });
  page.on("pageerror", (error) => mistakes.push(error.message));
  page.on("console", (message) => {
    // The browser itself tells refusals that the page is about to explain.
    if (message.type() === "error" && !message.text().includes("status of 401")) mistakes.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) mistakes.push(`asked ${request.url()}`);
  });
  page.on("requestfinished", (request) => {
    // A page that is reloaded or closed no longer knows the sizes of its last answers.
    sizes.push(
      request.sizes().then(
        ({ responseBodySize }) => responseBodySize,
        () => 0,
      ),
    );
  });
  return {
    page,
    mistakes,
    received: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
  };
}

/** The serious things that axe finds on a page or in a frame; nothing may stand out of its width either. Leaves a picture. */
export async function expectAccessible(view: Page | Frame, name: string): Promise<void> {
  // Skeletons are over in a moment, and so are entries that fade in: axe would measure their colours half way.
  await view.waitForFunction(
    () =>
      document.querySelector(".loading") === null &&
      document.getAnimations().every(({ playState }) => playState === "finished"),
  );
  if (PICTURES !== undefined) {
    const page = "page" in view ? view.page() : view;
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }
  if (!(await view.evaluate(() => "axe" in globalThis))) await view.evaluate(AXE);
  // Only violations are read, so the nodes that pass need no description.
  const { violations } = await view.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      resultTypes: ["violations"],
    }),
  );
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(serious, name).toEqual([]);
  const beyond = await view.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `${name} is wider than its window`).toBeLessThanOrEqual(0);
}
