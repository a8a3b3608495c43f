import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { projectRoot } from "#foundation/config/project-root";
import { type Exported, exportRevision } from "./export-revision.ts";
import type { ReleaseRecord } from "./relied-on.ts";

/** Its doors, read and written to through HTTP; what only looks at files or at migrations says nothing here. */
const DOORS = ["test/rest", "test/graph", "test/notices", "test/monitors"];

/** Builds a release with the migrations of this tree, and runs its own tests on them. @returns the exit code */
function runTests({ folder }: Exported, files: readonly string[]): number {
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { cwd: folder, stdio: "inherit" }).status ?? 1;
  const migrations = "prisma/migrations";
  rmSync(join(folder, migrations), { recursive: true });
  cpSync(join(projectRoot(), migrations), join(folder, migrations), { recursive: true });
  return run("npm", ["run", "--silent", "build"]) || run("npx", ["vitest", "run", ...files]);
}

await new Command("older-release")
  .description(
    "Builds the last release from the history, gives it the migrations of this tree in place of its own, and runs the tests that it had: its API on the new schema.",
  )
  .option("--revision <revision>", "another one than the release that is recorded (test/db/older-release)")
  .argument("[tests...]", "files or folders of the release's tests", DOORS)
  .action((tests: string[], { revision }: { revision?: string }) => {
    const record = join(projectRoot(), "test/db/older-release/last-release.json");
    const { version, commit } = JSON.parse(readFileSync(record, "utf8")) as ReleaseRecord;
    let release: Exported;
    try {
      release = exportRevision(revision ?? commit);
    } catch (error) {
      process.stderr.write(`older-release: ${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
      return;
    }
    try {
      process.stderr.write(`${revision ?? version} (${release.commit.slice(0, 7)}) on the migrations of this tree\n`);
      process.exitCode = runTests(release, tests);
    } finally {
      release.remove();
    }
  })
  .parseAsync();
