import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that other users may pass, gone when the run of the tests ends: test/support/global-setup.ts removes what they are in. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(process.env.TEST_SCRATCH ?? tmpdir(), "market-test-"));
  await chmod(folder, 0o755);
  return folder;
}
