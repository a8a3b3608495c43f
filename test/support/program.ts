import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** When the newest file below a folder was written, in ms; 0 without one. */
function newestIn(folder: string): number {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return Math.max(
    0,
    ...entries.map((entry) => (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).mtimeMs : 0)),
  );
}

/** The bundle is what the build writes last. */
function isBuildFresh(): boolean {
  const built = statSync(join(ROOT, "dist/workflow-bundle.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return built > Math.max(...["src", "schema", "workflows", "generated"].map(newestIn));
}

let fresh: boolean | undefined;

/**
 * Arguments for Node to run a program of the product. The build is used where it is as new as the sources, which saves
 * each start seconds of compiling; otherwise the sources are.
 * @param source path of its source, such as `src/main.ts`
 */
export function program(source: string): string[] {
  fresh ??= isBuildFresh();
  return fresh ? [`dist/${source.replace(/\.ts$/, ".js")}`] : ["--import", "tsx", source];
}
