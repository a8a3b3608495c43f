import { statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import { run } from "../clients/run.ts";
import { newestIn } from "../support/program.ts";

/** Builds the explorer where its sources are newer than its files. */
export async function buildExplorer(): Promise<void> {
  const root = projectRoot();
  const built = statSync(join(root, "dist/web/index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > newestIn("web/src")) return;
  // Otherwise it would be the one for developers, three times as large.
  const env = { ...process.env, NODE_ENV: "production" };
  await run(join(root, "node_modules/.bin/vite"), ["build", "web", "--logLevel", "warn"], { cwd: root, env });
}
