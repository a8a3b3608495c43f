import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
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
 * Gives the files of a commit the packages of its lockfile. Where the lockfile is the same as here, they are those that
 * are installed here. An older release does not compile with later majors of its packages.
 * @throws Error where npm cannot install them
 */
function providePackages(folder: string): void {
  const root = projectRoot();
  const [here, its] = [root, folder].map((one) => readFileSync(join(one, "package-lock.json"), "utf8"));
  if (here === its) {
    for (const packages of ["node_modules", "web/node_modules"])
      if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
    return;
  }
  // The build, which an installation would run too, is up to the caller. `rebuild` runs the packages' own scripts alone.
  for (const args of [["ci", "--ignore-scripts"], ["rebuild"]]) {
    const { status, error } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    if (error !== undefined || status !== 0)
      throw new Error(
        `The packages of that commit cannot be installed: npm ${args.join(" ")} ${error?.message ?? `ended with ${status}`}. They are others than those here, and npm has to reach a registry or have them in its cache.`,
      );
  }
}

/**
 * The files of a commit, with its packages.
 * @param revision as git writes it
 * @throws Error that says what to do, where the history does not have it or its packages cannot be installed; a shallow
 * clone has its newest commit alone
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
  // As root, the embedded PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, "files.tar");
    git("archive", "--output", archive, commit);
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    rmSync(archive);
    providePackages(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, commit, remove };
}
