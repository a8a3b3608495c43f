import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { projectRoot } from "#foundation/config/project-root";
import type { Finding } from "./check.ts";

/** The lowest Node version on which the dependencies run (see `engines` in package.json). */
const LOWEST_NODE = [22, 19] as const;
/** An import of a million companies with its indexes takes about 2 GB. */
const COMFORTABLE_BYTES = 2e9;
/** Size of the embedded PostgreSQL with the sample of companies, its write-ahead log and Temporal's history. */
const NEEDED_BYTES = 3e8;

const manifest = z.object({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

export async function checkNode(): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [lowestMajor, lowestMinor] = LOWEST_NODE;
  const isEnough = major > lowestMajor || (major === lowestMajor && minor >= lowestMinor);
  const found = `Node ${process.versions.node} on ${process.platform}-${process.arch}`;
  if (isEnough) return [{ name: "Node", status: "ok", found }];
  return [{ name: "Node", status: "missing", found, cure: `install Node ${LOWEST_NODE.join(".")} or later` }];
}

/** Checks whether npm has installed what package.json names, and whether the build has run. */
export async function checkInstallation(): Promise<Finding[]> {
  const root = projectRoot();
  const { dependencies } = manifest.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const wrong: string[] = [];
  for (const [name, wanted] of Object.entries(dependencies)) {
    const installed = await readFile(join(root, "node_modules", name, "package.json"), "utf8").then(
      (text) => manifest.parse(JSON.parse(text)).version,
      () => undefined,
    );
    if (installed === undefined) wrong.push(`${name} is missing`);
    // Versions are pinned exactly, except for entries that are not versions.
    else if (/^\d/.test(wanted) && installed !== wanted) wrong.push(`${name} is ${installed} instead of ${wanted}`);
  }
  const packages: Finding =
    wrong.length === 0
      ? { name: "npm packages", status: "ok", found: `${Object.keys(dependencies).length} dependencies, as pinned` }
      : { name: "npm packages", status: "missing", found: wrong.join(", "), cure: "run npm ci" };

  return [packages, ...checkBuild(root)];
}

function checkBuild(root: string): Finding[] {
  const cure = "run npm run build";
  const isCompiled = existsSync(join(root, "dist/src/main.js"));
  if (isCompiled && !existsSync(join(root, "src")))
    return [{ name: "Build", status: "ok", found: "compiled program, without its sources" }];
  if (!existsSync(join(root, "generated/prisma/client.ts")))
    return [{ name: "Build", status: "missing", found: "no generated code", cure }];
  // Developers run the source as it is.
  if (!isCompiled) return [{ name: "Build", status: "note", found: "no compiled program", cure }];
  return [{ name: "Build", status: "ok", found: "generated code and compiled program" }];
}

/** Checks the free space of the disk that holds the data folder, or will hold it. */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  let folder = dataDir;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (free >= COMFORTABLE_BYTES) return [{ name: "Disk", status: "ok", found }];
  const status = free >= NEEDED_BYTES ? "note" : "missing";
  return [{ name: "Disk", status, found, cure: "free some space, or set DATA_DIR to a folder on a larger disk" }];
}
