import { freePort as anyFreePort } from "#foundation/embedded/ports";

/** The system may name a port again as soon as nobody listens on it: what this process was given is not given to it again. */
const given = new Set<number>();

/** A port of this machine that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort();
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}
