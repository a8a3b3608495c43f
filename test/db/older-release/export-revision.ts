import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";

/** The files of a commit in a folder of their own. */
export interface Exported {
  folder: string;
  /** In full. */
  commit: string;
  remove(): void;
}

/**
 * The files of a commit, with the packages that are installed here.
 * @param revision as git writes it
 * @throws Error that says what to do where the history does not have it: a shallow clone has its newest commit alone
 */
export function exportRevision(revision: string): Exported {
  const root = projectRoot();
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  let commit: string;
  try {
    commit = git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  } catch {
    throw new Error(
      `The history here has no commit ${revision}. A shallow clone lacks it: git fetch --unshallow, or a checkout with the whole history.`,
    );
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "market-release-")));
  const archive = join(folder, "files.tar");
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  for (const packages of ["node_modules", "web/node_modules"])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
