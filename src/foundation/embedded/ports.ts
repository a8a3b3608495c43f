import { createServer } from "node:net";

/** Returns a TCP port of 127.0.0.1 that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("the system gave no port"));
      });
    });
  });
}

/**
 * Checks whether a server could listen on that port of `host`. Resolves to the reason why not, such as EADDRINUSE;
 * undefined when it could.
 */
export function whyPortIsTaken(port: number, host = "127.0.0.1"): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
