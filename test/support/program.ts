import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** When the newest file below a folder was written, in ms; 0 without one. */
export function newestIn(folder: string): number {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return Math.max(
    0,
    ...entries.map((entry) => (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).mtimeMs : 0)),
  );
}

/** The bundle is what the build writes last. */
export const BUNDLE = join(ROOT, "dist/workflow-bundle.js");

let fresh: boolean | undefined;

/** Whether the build is as new as the sources. */
export function isBuildFresh(): boolean {
  const built = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  fresh ??= built > Math.max(...["src", "schema", "workflows", "generated"].map(newestIn));
  return fresh;
}

/**
 * Arguments for Node to run a program of the product. The build is used where it is as new as the sources, which saves
 * each start seconds of compiling; otherwise the sources are.
 * @param source path of its source, such as `src/main.ts`
 */
export function program(source: string): string[] {
  if (!isBuildFresh()) return ["--import", "tsx", source];
  return ["-r", "./scripts/preflight.cjs", `dist/${source.replace(/\.ts$/, ".js")}`];
}
