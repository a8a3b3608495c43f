import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";

const read = (path: string) => readFileSync(join(projectRoot(), path), "utf8");

interface Locked {
  license?: string;
  dev?: boolean;
  /** Of a workspace: a part of this project. */
  link?: boolean;
}

const own: Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>> = JSON.parse(
  read("package.json"),
);
const { packages }: { packages: Record<string, Locked> } = JSON.parse(read("package-lock.json"));

const PERMISSIVE = new Set(
  ["MIT", "MIT-0", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "BlueOak-1.0.0", "Unlicense"].flatMap(
    (licence) => [licence, licence.toLowerCase()],
  ),
);

/** Packages under other licences, or that name none, and why they may be used. */
const EXCEPTIONS: Record<string, string> = {
  "caniuse-lite":
    "CC-BY-4.0: data about browsers, for a bundler that runs no browser code; it is in no production folder",
  elkjs: "EPL-2.0: used unchanged, by a tool of the code that Prisma brings; it is in no production folder",
  "seq-queue": "names none in package.json; its LICENSE is MIT",
  unionfs: "names none in package.json; its LICENSE is the Unlicense",
};

/** `MIT AND (ISC OR GPL-3.0)`: every part of an AND has to be permissive, of an OR one. */
function isPermissive(licence: string): boolean {
  const [inside] = /^\((.*)\)$/.exec(licence)?.slice(1) ?? [licence];
  if (/ or /i.test(inside ?? "")) return (inside ?? "").split(/ or /i).some(isPermissive);
  return (inside ?? "").split(/ and /i).every((one) => PERMISSIVE.has(one));
}

describe("dependencies", () => {
  it("have a reason in docs/dependencies.md each, and nothing else has one", () => {
    const [, table = ""] = /^## What each is for\n(.*?)^## /ms.exec(read("docs/dependencies.md")) ?? [];
    const reasons = [...table.matchAll(/^\| `([^`]+)` \| (.{4,}) \|$/gm)].map(([, name]) => name);
    const direct = Object.keys({ ...own.dependencies, ...own.optionalDependencies, ...own.devDependencies });
    expect(reasons.sort()).toEqual(direct.sort());
  });

  it("that may run are under licences that allow it, those that others bring included", () => {
    const names = (path: string) => path.replace(/^.*node_modules\//, "");
    const others = Object.entries(packages)
      .filter(
        ([path, { dev, link, license }]) =>
          path.includes("node_modules/") && !dev && !link && !isPermissive(license ?? "none"),
      )
      .map(([path]) => names(path));
    expect([...new Set(others)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["Apache-2.0 AND MIT", true],
    ["MIT and ISC", true],
    ["MIT AND GPL-3.0-only", false],
    ["AGPL-3.0", false],
    ["SEE LICENSE IN LICENSE.md", false],
    ["none", false],
  ])("under %j are taken: %j", (licence, isTaken) => {
    expect(isPermissive(licence)).toBe(isTaken);
  });
});
