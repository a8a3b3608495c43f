import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const SOURCE = fileURLToPath(new URL("outside/", import.meta.url));
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/outside", import.meta.url));
const FILES = ["package.json", "package-lock.json"];

/**
 * The tools and clients of a folder's `package-lock.json`, by default that of `test/clients/outside`, installed once and kept beside
 * node_modules. They are third-party programs and no part of the product's own install. @returns the folder with their node_modules
 * @throws Error when they cannot be installed: the npm registry is needed the first time
 */
export async function installOutside(source = SOURCE): Promise<string> {
  const wanted = createHash("sha256");
  for (const file of FILES) wanted.update(readFileSync(join(source, file)));
  const folder = join(CACHE, wanted.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "new-"));
  for (const file of FILES) copyFileSync(join(source, file), join(fresh, file));
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: fresh });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
  return folder;
}

/** A tool of `installOutside`. */
export const outsideTool = (folder: string, name: string): string => join(folder, "node_modules", ".bin", name);
