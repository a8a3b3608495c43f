import { randomInt } from "node:crypto";
import { whyPortIsTaken } from "#foundation/embedded/ports";

/** Below the ports that systems give to outgoing connections: one of those could be taken between its choice and its use. */
const [LOWEST, HIGHEST] = [12_000, 32_000];

/** What this process was given is not given to it again. */
const given = new Set<number>();

/** A port of this machine that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || (await whyPortIsTaken(port)) !== undefined) continue;
    given.add(port);
    return port;
  }
}
