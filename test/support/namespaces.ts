import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * More than there are systems with Temporal in a run, and not many more: each costs the server something all the time.
 * A server has them from its start: one that is made later knows no search attributes yet.
 */
const COUNT = 60;

/** The namespaces of the server that all tests share. */
export const NAMESPACES = Array.from({ length: COUNT }, (_, i) => `test-${i + 1}`);

/** A namespace of that server which no other system of this run has, whatever process it is in. */
export async function ownNamespace(): Promise<string> {
  for (const name of NAMESPACES)
    try {
      await mkdir(join(process.env.TEST_SCRATCH ?? "", `namespace-${name}`));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  throw new Error(`all ${COUNT} namespaces are taken: raise the number in test/support/namespaces.ts`);
}
