import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/python", import.meta.url));

/**
 * A Python environment with exactly the packages of a requirements file, made once and kept beside node_modules: later runs need
 * no network. @param requirements the file's URL @returns the folder of its programs
 * @throws Error that says what is missing: python3 with venv, or PyPI
 */
export async function pythonEnvironment(requirements: URL): Promise<string> {
  const wanted = readFileSync(requirements);
  const folder = join(CACHE, createHash("sha256").update(wanted).digest("hex").slice(0, 16));
  const bin = join(folder, "bin");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return bin;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  try {
    await run("python3", ["-m", "venv", folder]);
    await run(join(bin, "python"), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-input",
      "-r",
      fileURLToPath(requirements),
    ]);
  } catch (cause) {
    throw new Error("this test needs python3 (3.11 or later) with venv, and PyPI the first time", { cause });
  }
  writeFileSync(ready, "");
  return bin;
}
