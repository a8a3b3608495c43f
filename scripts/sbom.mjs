#!/usr/bin/env node
// Prints the bill of materials in CycloneDX, of every package that may run: npm's own, under the product's name.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The text of the bill of materials. */
export function billOfMaterials() {
  const { npm_execpath: npm } = process.env;
  // Of the npm that runs this, or the one on the PATH.
  const [command, ...first] = npm === undefined ? ["npm"] : [process.execPath, npm];
  const args = [...first, "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "inherit"] };
  const bill = JSON.parse(execFileSync(command, args, options));
  const { name, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  // npm calls it by its folder.
  const { component } = bill.metadata;
  Object.assign(component, { name, type: "application", licenses: [{ license: { id: license } }] });
  return `${JSON.stringify(bill, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(billOfMaterials());
