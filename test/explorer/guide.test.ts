import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { run } from "../clients/run.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startBrowser } from "./browser.ts";
import { expectAccessible, openPage } from "./pages.ts";

const ROOT = projectRoot();

/** Builds the site of `root`/docs as the build does. */
const build = (root: string, folder: string) => {
  const module = pathToFileURL(join(ROOT, "scripts/guide/build-guide.mjs")).href;
  const code = `import(${JSON.stringify(module)}).then(({ buildGuide }) => buildGuide(${JSON.stringify(root)}, ${JSON.stringify(folder)}))`;
  return run(process.execPath, ["-e", code]);
};

let system: TestSystem;
let browser: Browser;
beforeAll(async () => {
  await build(ROOT, join(ROOT, "dist/guide"));
  [system, browser] = await Promise.all([startSystem(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const read = async (path: string) => {
  const answer = await fetch(`${system.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe("the documentation at /docs/guide", () => {
  it("has every page of docs/, each once in its contents", () => {
    const listed = [...readFileSync(join(ROOT, "docs/README.md"), "utf8").matchAll(/^- \[[^\]]+\]\(([^)#]+\.md)\)/gm)];
    const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
    expect(listed.map(([, name = ""]) => name).sort()).toEqual(
      pages.filter((name) => name.endsWith(".md") && name !== "README.md").sort(),
    );
  });

  it("has every page under one of the four kinds of documentation", () => {
    const headings = [...readFileSync(join(ROOT, "docs/README.md"), "utf8").matchAll(/^## (.+)$/gm)].map(
      ([, name]) => name,
    );
    const kinds = new Set(headings.map((name) => name?.split(":")[0]));
    expect([...kinds]).toEqual(["Tutorial", "How-to", "Reference", "Explanation"]);
  });

  it("is served with links that lead on, by a policy that lets nothing in from elsewhere", async () => {
    const first = await read("/docs/guide");
    expect(first.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'");
    expect(first.text).toContain('<a href="/docs/guide/first-market">');
    expect(first.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    const page = await read("/docs/guide/company-files");
    expect(page.text).toMatch(/<h2 id="columns">.*<\/h2>/);
    expect(page.text).toContain('<a href="/docs/guide/records">');
    expect((await read("/docs/guide/providers/")).text).toContain("<h1");
    expect((await read("/docs/guide/none")).status).toBe(404);
    expect((await read("/docs/guide/..%2f..%2fpackage.json")).status).toBe(404);
  });

  it("cannot be built while a link of it leads to no page, or to no heading", async () => {
    const root = await temporaryFolder();
    for (const name of ["scripts", "node_modules", "schema"]) symlinkSync(join(ROOT, name), join(root, name));
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "docs/README.md"), "# Contents\n\n## All\n\n- [One](one.md): a page.\n");
    writeFileSync(join(root, "docs/one.md"), "# One\n\n[gone](two.md) and [below](#three), [here](#one)\n");
    await expect(build(root, join(root, "site"))).rejects.toThrow(
      "links of docs/ that lead nowhere:\ndocs/one.md -> two.md\ndocs/one.md -> one.md#three\n",
    );
  });

  it("has a reference of the graph with every type, field, argument and enum value of the schema", async () => {
    const schema = buildSchema(readFileSync(join(ROOT, "schema/schema.graphql"), "utf8"));
    const shared = { inputs: "", enums: "", scalars: "" };
    for (const name of Object.keys(shared) as (keyof typeof shared)[])
      shared[name] = (await read(`/docs/guide/graph/${name}`)).text;
    const first = (await read("/docs/guide/graph")).text;
    const missing: string[] = [];
    const expectIn = (page: string, part: string, what: string) => {
      if (!page.includes(part)) missing.push(what);
    };
    for (const type of Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"))) {
      if (isObjectType(type) || isInterfaceType(type)) {
        expectIn(first, `<a href="/docs/guide/graph/${type.name}">`, type.name);
        const { status, text } = await read(`/docs/guide/graph/${type.name}`);
        expect([type.name, status, text.length < 100_000]).toEqual([type.name, 200, true]);
        for (const { name, args } of Object.values(type.getFields())) {
          expectIn(text, `>${name} <a class="anchor"`, `${type.name}.${name}`);
          for (const argument of args)
            expectIn(text, `<td><code>${argument.name}</code></td>`, `${type.name}.${name}(${argument.name}:)`);
        }
        continue;
      }
      const page = isInputObjectType(type) ? shared.inputs : isEnumType(type) ? shared.enums : shared.scalars;
      const [, section = ""] = page.split(`>${type.name} <a class="anchor"`);
      const names = isInputObjectType(type)
        ? Object.keys(type.getFields())
        : isEnumType(type)
          ? type.getValues().map(({ name }) => name)
          : [];
      if (section === "") missing.push(type.name);
      const [own = ""] = section.split("<h2");
      for (const name of names) expectIn(own, `<td><code>${name}</code></td>`, `${type.name}.${name}`);
    }
    expect(missing).toEqual([]);
  });

  it("has the descriptions of the graph, its defaults, and links between its types", async () => {
    const { text } = await read("/docs/guide/graph/Market");
    expect(text).toContain("<p>The market as it was at an earlier moment.");
    expect(text).toContain('Type: <a href="/docs/guide/graph/MarketAsOf"><code>MarketAsOf</code></a>');
    expect(text).toContain('<a href="/docs/guide/graph/Query#market"><code>Query.market</code></a>');
    expect((await read("/docs/guide/graph/inputs")).text).toMatch(
      /<code>readBy<\/code>.*\n.*\n<td><code>RULES<\/code><\/td>/,
    );
  });

  it.each([
    ["companies", "/Market#companies"],
    ["asOf", "/Market#asof"],
    ["StartDiscoveryInput", "/inputs#startdiscoveryinput"],
  ])("finds %s of the graph", async (query, path) => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/docs/guide`);
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    await page.getByRole("region", { name: "Found" }).locator(`a[href="/docs/guide/graph${path}"]`).click();
    await page.waitForURL(`${system.url}/docs/guide/graph${path}`);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it("is found through: a search leads to the section, by the keyboard alone", async () => {
    const { page, mistakes } = await openPage(browser, system.url);
    await page.goto(`${system.url}/docs/guide`);
    await page.keyboard.press("/");
    await page.keyboard.type("restore a backup");
    await page.getByRole("region", { name: "Found" }).getByRole("link").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/guide\/backups/);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Backups");
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it("can be read by everybody, light on a wide screen and dark on a phone", async () => {
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 400],
    ] as const) {
      const { page, mistakes } = await openPage(browser, system.url, { colorScheme, viewport: { width, height: 800 } });
      for (const name of ["", "/first-market", "/company-files", "/graph", "/graph/Market"]) {
        await page.goto(`${system.url}/docs/guide${name}`);
        await expectAccessible(page, `guide${name.replaceAll("/", "-")}-${colorScheme}-${width}`);
      }
      expect(mistakes).toEqual([]);
      await page.context().close();
    }
  });
});
