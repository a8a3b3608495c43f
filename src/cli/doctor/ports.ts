import type { Config } from "#foundation/config/config";
import { whyPortIsTaken } from "#foundation/embedded/ports";
import type { Finding } from "./check.ts";
import type { SecondsSinceStart } from "./starting.ts";

const ANSWER_MS = 3_000;

/** Checks that the API's port is free, or already ours. The ports of PostgreSQL and Temporal are checked with them. */
export async function checkApiPort({ host, port }: Config, sinceStart: SecondsSinceStart): Promise<Finding[]> {
  const name = "API";
  const reason = await whyPortIsTaken(port, host);
  if (reason === undefined) return [{ name, status: "ok", found: `not running; port ${port} of ${host} is free` }];
  if (reason === "EADDRINUSE") {
    const readiness = await readinessOf(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}/readyz`);
    if (readiness !== undefined) return [readiness];
    const seconds = await sinceStart();
    if (seconds !== null)
      return [
        {
          name,
          status: "note",
          found: `starting: the product was started ${Math.round(seconds)} s ago, and does not yet answer at port ${port} of ${host}`,
          cure: "run the doctor again in a minute",
        },
      ];
    return [
      {
        name,
        status: "missing",
        found: `port ${port} of ${host} is taken by another program`,
        cure: "set PORT to a free port",
      },
    ];
  }
  return [
    {
      name,
      status: "missing",
      found: `port ${port} of ${host} cannot be used (${reason})`,
      cure: "set HOST and PORT to an address of this machine",
    },
  ];
}

/** Returns our own API's health; undefined when another program answers. */
async function readinessOf(url: string): Promise<Finding | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const state: unknown = await response.json();
    if (typeof state !== "object" || state === null || !("ready" in state) || !("postgresql" in state))
      return undefined;
    if (state.ready === true) return { name: "API", status: "ok", found: `running and ready, ${url}` };
    return {
      name: "API",
      status: "note",
      found: `running and not ready: ${JSON.stringify(state)}`,
      cure: "see PostgreSQL here",
    };
  } catch {
    return undefined;
  }
}
