import { access, chmod, constants, mkdtemp, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "market-tests-";
/** The file system that Linux keeps in memory. */
const IN_MEMORY = "/dev/shm";
/** Several times what the suite's folders hold at their largest, so that the machine keeps memory for the tests themselves. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** Whether there is room in memory, and a file there may be run: some tests write programs. */
async function isMemoryUsable(): Promise<boolean> {
  let trial: string | undefined;
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return false;
    trial = await mkdtemp(join(IN_MEMORY, PREFIX));
    const program = join(trial, "program");
    await writeFile(program, "", { mode: 0o755 });
    await access(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    if (trial !== undefined) await rm(trial, { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what killed runs left, which would hold memory. A folder is named after the process that made it. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^market-tests-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Makes the folder of a run, which other users may enter. It is in memory where there is room. A database is several
 * hundred files, and to copy the template takes a tenth of the processor time there.
 */
export async function makeRunFolder(): Promise<string> {
  const parent = (await isMemoryUsable()) ? IN_MEMORY : tmpdir();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  // As root the servers run as another user.
  await chmod(folder, 0o755);
  return folder;
}
